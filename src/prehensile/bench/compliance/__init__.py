"""How well compliance is told from recordings of the virtual lab."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from typing import Any, NamedTuple

from prehensile.bench.compliance import kept_sessions as kept
from prehensile.bench.compliance.joint_errors import calibrated_figures, joint_figures, judged
from prehensile.bench.compliance.twins import ENDING, above_twin
from prehensile.errors import UnknownNameError

WORKERS = 2


class Part(NamedTuple):
    """Figures that are told from the same sessions."""

    tasks: tuple[str, ...]
    """one session of each, of the same seed, goes into `one`"""
    seeds: int
    """how many of a set, from its first; fewer where an estimate takes long"""
    one: Callable[..., Any]
    """kept sessions → whatever `figures` needs of them; runs in another process"""
    figures: Callable[[list[Any]], dict[str, Any]]
    reference: dict[str, str]
    """figure → what is to be reached"""


PARTS = (
    Part(
        ("explore",), 20, judged, joint_figures,
        {
            "median_rel_err": "no bar: the published method",
            "median_rel_err_joint": "≤ 0.12",
            "median_rel_err_by_kind": "wrist, mcp ≤ 0.10; pip, dip ≤ 0.20",
            "coverage_90": "0.85–0.95",
            "interval_width_90": "≤ 0.6",
            "flagged_fraction": "≤ 0.3",
            "flagged_correctly": "≥ 0.9",
            "seconds_per_minute_of_recording": "< 2",
        },
    ),
    Part(
        ("explore",), 8, partial(judged, calibrate=True), calibrated_figures,
        {
            "median_rel_err_calibrated": "≤ 0.20",
            "coverage_90_calibrated": "beside it",
        },
    ),
)  # fmt: skip
"""Another figure joins here, and nowhere else."""

_OF_PARTS = {name: text for part in PARTS for name, text in part.reference.items()}
REFERENCE = {
    **_OF_PARTS,
    **{f"{name}{ENDING}": "the same on seeds 0–19, of development" for name in _OF_PARTS},
    "sessions": "that were read",
    "missing": "none",
    "recorded_by_other_code": "none",
    "above_twin": "judged figures above 1.5 × their twin: the docs say why",
}


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures, of judged seeds and, with ``_dev``, of development's; kept sessions only."""
    found: dict[str, Any] = dict.fromkeys(REFERENCE)
    read: set[kept.Wanted] = set()
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        jobs = {
            pool.submit(_work, number, seed): (number, which, seed)
            for which, seeds in kept.SETS.items()
            for number, part in enumerate(PARTS)
            for seed in seeds[: part.seeds]
            if all(kept.is_kept(task, seed) for task in part.tasks)
        }
        try:
            for done, job in enumerate(as_completed(jobs), start=1):
                job.result()
                progress(f"{done} of {len(jobs)} estimates")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    for which, ending in (("judged", ""), ("development", ENDING)):
        for number, part in enumerate(PARTS):
            # In the order of submission: figures must not depend on who came first.
            ones = [job.result() for job, at in jobs.items() if at[:2] == (number, which)]
            figures = part.figures(ones) if ones else {}
            found |= {f"{name}{ending}": value for name, value in figures.items()}
    for number, _, seed in jobs.values():
        read |= {(task, seed) for task in PARTS[number].tasks}
    found["sessions"] = len(read)
    found["missing"] = missing()
    found["recorded_by_other_code"] = listed(
        [one for one in wanted("all") if one in read and kept.by_other_code(*one)]
    )
    found["above_twin"] = above_twin(found)
    return found


def record(which: str, progress: Callable[[int, int], None]) -> None:
    """Record what is missing.

    Args:
        which: ``development``, ``judged`` or ``all``.
        progress: told how many sessions are done, of how many.

    Raises:
        UnknownNameError: there is no such set of seeds.
    """
    kept.record_missing(wanted(which), progress)


def wanted(which: str) -> list[kept.Wanted]:
    """Sessions that the figures of a set of seeds need, those of one task together."""
    if which not in (*kept.SETS, "all"):
        raise UnknownNameError("set of seeds", which, (*kept.SETS, "all"))
    sets = kept.SETS.values() if which == "all" else [kept.SETS[which]]
    found = [
        (task, seed)
        for seeds in sets
        for part in PARTS
        for task in part.tasks
        for seed in seeds[: part.seeds]
    ]
    return sorted(set(found))


def missing() -> list[str]:
    """What was not recorded, in words, with the command that does it."""
    lines = []
    for which in kept.SETS:
        absent = [one for one in wanted(which) if not kept.is_kept(*one)]
        if absent:
            how = kept.how_to_record(absent[0][1])
            lines.append(f"{', '.join(listed(absent))}: {how}")
    return lines


def listed(sessions: Sequence[kept.Wanted]) -> list[str]:
    """``explore 0–3`` and the like, of sorted sessions."""
    told = []
    for task, ones in groupby(sessions, key=lambda one: one[0]):
        seeds = [seed for _, seed in ones]
        for _, run_ in groupby(enumerate(seeds), key=lambda pair: pair[1] - pair[0]):
            first, *rest = [seed for _, seed in run_]
            told.append(f"{task} {first}–{rest[-1]}" if rest else f"{task} {first}")
    return told


def _work(number: int, seed: int) -> Any:
    """In another process: one part of one seed."""
    part = PARTS[number]
    return part.one(*(kept.kept_session(task, seed) for task in part.tasks))
