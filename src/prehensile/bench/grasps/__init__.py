"""Grasps of sixty things: held, as a person would, where a person would.

Figures are read from rows that ``prehensile bench grasps --record SET`` wrote.
"""

from collections.abc import Callable, Sequence
from typing import Any

from prehensile.bench.grasps import ways, where_asked
from prehensile.bench.grasps.demo import demo_seconds
from prehensile.bench.grasps.listed import KINDS, SETS, listed
from prehensile.bench.grasps.one_grasp import measured_grasp
from prehensile.bench.grasps.rows import Row, keep_row, kept_rows, todays_code
from prehensile.bench.grasps.set_figures import SET_FIGURES, kinds_figures, set_figures
from prehensile.bench.grasps.table_things import table_figure, table_things
from prehensile.errors import UnknownNameError

REFERENCE = {
    "dev": "; ".join(f"{name}: {text}" for name, text in SET_FIGURES.items()),
    "judged": "the same of the list to judge by; docs/where-to-grasp.md says how often it was seen",
    "kitchen": "the same of four of each of twelve further kinds with a handle, to develop on",
    "outdoors": "of two of each of twelve others, by one who did not know the planner; judged once",
    "where_met": "≥ 15 of 20 requests on judged things",
    "where_refused": "those that were said to be impossible",
    "table_held": "≥ 8 of 12 flat things from the table, two thin ones among them",
    "demo_s": "≤ 10 s of make demo",
    "missing": "none",
    "recorded_by_other_code": "none",
}
RECORDED = (*SETS, *KINDS, "table", "where", *(f"ways-{which}" for which in SETS))
"""What can be recorded."""
Work = tuple[str, Callable[[], Row]]


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures, of what was recorded; what was not is null."""
    rows = {which: kept_rows(_set_of(which)) for which in RECORDED}
    progress("make demo")
    missing = {which: len(names) for which in RECORDED if (names := _missing(which, rows[which]))}
    other = [r["thing"] for found in rows.values() for r in found.values() if _is_old(r)]
    return {
        **{which: set_figures(rows[which], rows[f"ways-{which}"]) or None for which in SETS},
        **{which: kinds_figures(rows[which]) or None for which in KINDS},
        **where_asked.where_figures(rows["where"]),
        "table_held": table_figure(rows["table"]),
        "demo_s": demo_seconds(),
        "missing": [f"{which}: {n} (--record {which})" for which, n in missing.items()],
        "recorded_by_other_code": len(other),
    }


def record(
    which: str, progress: Callable[[int, int], None], things: Sequence[str] | None = None
) -> None:
    """Measure what is missing, or was measured by other code; Ctrl-C keeps what is finished.

    Args:
        which: one of `RECORDED`, or ``all``.
        progress: told how many are done, of how many.
        things: only these, whether they were measured or not.

    Raises:
        UnknownNameError: there is no such set, or no such thing in it.
    """
    if which not in (*RECORDED, "all"):
        raise UnknownNameError("set", which, (*RECORDED, "all"))
    work: list[Work] = []
    for one in RECORDED if which == "all" else (which,):
        offered, kept = _work(one), kept_rows(_set_of(one))
        names = [name for name, _ in offered]
        for name in things or ():
            if name not in names:
                raise UnknownNameError(f"thing of {one}", name, names)
        wanted = things or [name for name in names if name not in kept or _is_old(kept[name])]
        work += [(name, measure) for name, measure in offered if name in wanted]
    progress(0, len(work))
    for done, (_, measure) in enumerate(work, start=1):
        keep_row(measure())
        progress(done, len(work))


def _work(which: str) -> list[Work]:
    """What a set consists of, by name."""
    if which == "table":
        found = table_things()
        return [(t.name, lambda t=t: measured_grasp("table", t)) for t in found]
    if which == "where":
        asked = where_asked.requests()
        return [(r.name, lambda r=r: where_asked.measured_request(r)) for r in asked]
    kind, _, of = which.rpartition("-")
    if kind == "ways":
        return [(t.name, lambda t=t: ways.measured_ways(of, t)) for t in listed(of)]
    return [(t.name, lambda t=t: measured_grasp(which, t)) for t in listed(which)]


def _set_of(which: str) -> str:
    """Its name in the rows."""
    return which.replace("-", " ")


def _missing(which: str, kept: dict[str, Row]) -> list[str]:
    return [name for name, _ in _work(which) if name not in kept]


def _is_old(row: Row) -> bool:
    return row.get("code") != todays_code()
