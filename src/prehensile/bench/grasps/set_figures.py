"""Figures of a set from its rows."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from prehensile.bench.grasps.one_grasp import ON_HANDLE
from prehensile.bench.grasps.rows import Row
from prehensile.quality.judge.likeness import ITEMS

SET_FIGURES = {
    "tried": "all of the set: 31 to develop on, 30 judged",
    "held": "≥ 95 % of those tried",
    "needed_post": "at most 20 % of those tried",
    "first_way_held": "≥ 75 % of those tried: the first full play, after rehearsals",
    "human": "≥ 0.75: held, and the whole rubric in bounds",
    "rubric": "of those held, in bounds for each item",
    "on_handle": "≥ 0.8: of things with a handle, four fifths of the force on it",
    "styles": "no more than 60 % of those held in one",
    "turned_deg_p90": "≤ 15, closing included",
    "plan_cpu_s_median": "≤ 5",
    "plan_cpu_s_p90": "≤ 12",
    "ways_median": "≥ 4 of six asked, held and different",
    "ways_plan_cpu_s_median": "≤ 20 for six ways, but for the plays that are shown",
    "ways_plan_cpu_s_most": "the thing whose ways cost most",
}
"""Of each set"""
KINDS_FIGURES = (
    "tried", "held", "needed_post", "first_way_held", "human", "rubric", "on_handle",
    "plan_cpu_s_median", "plan_cpu_s_p90",
)  # fmt: skip
"""Of further kinds"""


def set_figures(rows: Mapping[str, Row], ways: Mapping[str, Row]) -> dict[str, Any]:
    """`SET_FIGURES` of what was recorded of a set; nothing of it recorded: no figures.

    Args:
        rows: of `measured_grasp`, by thing.
        ways: of `measured_ways`, by thing.
    """
    tried = list(rows.values())
    if not tried:
        return {}
    held = [row for row in tried if row["held"]]
    handled = [row for row in tried if row["handle"]]
    planned = [row["plan_cpu_s"] for row in tried if row.get("plan_cpu_s") is not None]
    turned = [row["figures"]["turned since it stood"] for row in held]
    ways_planned = [r["plan_cpu_s"] for r in ways.values() if r.get("plan_cpu_s") is not None]
    return {
        "tried": len(tried),
        "held": len(held),
        "needed_post": sum(bool(row.get("post")) for row in tried),
        "first_way_held": sum(bool(row.get("first")) for row in tried),
        "human": _mean([bool(row.get("human")) for row in tried]),
        "rubric": {name: _mean([row["items"][name] for row in held]) for name in ITEMS},
        "on_handle": _mean([r["held"] and r["on_handle"] >= ON_HANDLE for r in handled]),
        "styles": dict(Counter(row["style"] for row in held).most_common()),
        "turned_deg_p90": _percentile(turned, 90),
        "plan_cpu_s_median": _percentile(planned, 50),
        "plan_cpu_s_p90": _percentile(planned, 90),
        "ways_median": _percentile([row["ways"] for row in ways.values()], 50),
        "ways_plan_cpu_s_median": _percentile(ways_planned, 50),
        "ways_plan_cpu_s_most": _percentile(ways_planned, 100),
    }


def kinds_figures(rows: Mapping[str, Row]) -> dict[str, Any]:
    """`KINDS_FIGURES` of what was recorded of further kinds."""
    found = set_figures(rows, {})
    return {name: found[name] for name in KINDS_FIGURES if name in found}


def _mean(found: list[bool]) -> float | None:
    return float(np.mean(found)) if found else None


def _percentile(values: list[float], share: float) -> float | None:
    return float(np.percentile(values, share)) if values else None
