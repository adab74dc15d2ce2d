"""How well compliance is told from recordings of the virtual lab."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from prehensile.bench.compliance import kept_sessions as kept
from prehensile.bench.compliance.exploring import exploring_figures, judged_exploring
from prehensile.bench.compliance.grasp_errors import grasp_figures, judged_grasps
from prehensile.bench.compliance.joint_errors import calibrated_figures, judged
from prehensile.bench.compliance.tip_errors import judged_press, tip_figures
from prehensile.bench.compliance.twins import ENDING, above_twin
from prehensile.errors import UnknownNameError
from prehensile.workers import workers


class Part(NamedTuple):
    """Figures that are told from the same sessions."""

    seeds: Mapping[str, int]
    """task → how many seeds of a set, from its first; fewer where an estimate takes long. Nothing
    is told of a seed without a session of the first task; of the others `one` is given None"""
    one: Callable[..., Any]
    """kept sessions of one seed → whatever `figures` needs of them; runs in another process"""
    figures: Callable[[list[Any]], Mapping[str, Any]]
    reference: Mapping[str, str]
    """figure → what is to be reached"""

    def tasks_of(self, number: int) -> list[str | None]:
        """The tasks that the seed of a number in its set needs, None where it needs none."""
        return [task if number < count else None for task, count in self.seeds.items()]


PARTS = (
    Part(
        {"explore": 20, "scratch": 8, "perturb": 8, "perturb_scratch": 8},
        judged_exploring, exploring_figures,
        {
            "median_rel_err": "no bar: the published method",
            "median_rel_err_joint": "≤ 0.12",
            "median_rel_err_by_kind": "wrist, mcp ≤ 0.10; pip, dip ≤ 0.20",
            "coverage_90": "0.85–0.95",
            "interval_width_90": "≤ 0.6",
            "flagged_fraction": "≤ 0.3",
            "flagged_correctly": "≥ 0.9",
            "seconds_per_minute_of_recording": "< 2",
            "reference_rms_deg": "≤ 0.5",
            "task_ratio": "estimated near true",
            "endpoint_agreement": "≤ 0.10; thesis 0.08 and 0.11",
            "endpoint_agreement_published": "no bar: one mass on one spring",
            "endpoint_rel_err": "beside it",
        },
    ),
    Part(
        {"explore": 20}, partial(judged, calibrate=True), calibrated_figures,
        {
            "median_rel_err_calibrated": "≤ 0.20",
            "coverage_90_calibrated": "beside it",
        },
    ),
    Part(
        {"lift": 10}, judged_grasps, grasp_figures,
        {
            "median_rel_err_fsr": "≤ 0.25",
            "median_rel_err_fsr_by_kind": "beside it",
            "coverage_90_fsr": "0.85–0.95",
            "interval_width_90_fsr": "≤ 0.6",
            "flagged_fraction_fsr": "beside it",
        },
    ),
    Part(
        {"press": 8}, judged_press, partial(tip_figures, ()),
        {
            "young_rel_err": "≤ 0.10",
            "pad_stiffness_rel_err": "at 2 N",
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
    with workers() as submit:
        jobs = {}
        for number, which, seed, tasks in _work():
            jobs[submit(_worked, number, seed, tasks)] = number, which
            read |= {(task, seed) for task in tasks if task is not None}
        for done, job in enumerate(as_completed(jobs), start=1):
            job.result()
            progress(f"{done} of {len(jobs)} estimates")
    for which, ending in (("judged", ""), ("development", ENDING)):
        for number, part in enumerate(PARTS):
            # In the order of submission: figures must not depend on who came first.
            ones = [job.result() for job, of in jobs.items() if of == (number, which)]
            figures = part.figures(ones) if ones else {}
            found |= {f"{name}{ending}": figures.get(name) for name in part.reference}
    found["sessions"] = len(read)
    found["missing"] = missing()
    other = [one for one in sorted(read) if kept.by_other_code(*one)]
    found["recorded_by_other_code"] = listed(other)
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
    found = {
        (task, seed)
        for seeds in sets
        for part in PARTS
        for task, count in part.seeds.items()
        for seed in seeds[:count]
    }
    return sorted(found)


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


def _work() -> Iterator[tuple[int, str, int, list[str | None]]]:
    """Number of a part, set, seed, and the tasks of it that were recorded."""
    for which, seeds in kept.SETS.items():
        for number, part in enumerate(PARTS):
            for place, seed in enumerate(seeds):
                tasks = [
                    task if task is not None and kept.is_kept(task, seed) else None
                    for task in part.tasks_of(place)
                ]
                if tasks[0] is not None:
                    yield number, which, seed, tasks


def _worked(number: int, seed: int, tasks: Sequence[str | None]) -> Any:
    """In another process: one part of one seed."""
    sessions = [None if task is None else kept.kept_session(task, seed) for task in tasks]
    return PARTS[number].one(*sessions)
