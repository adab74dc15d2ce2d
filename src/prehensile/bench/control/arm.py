"""Things of the catalogue along one wrist path: carried, and put down."""

from typing import NamedTuple

from prehensile.control.experiments.reach_path import reach_path
from prehensile.control.keyed.grasp import grasp_along
from prehensile.errors import PrehensileError

ARM_FIGURES = {
    "arm_ok": "at least 10 of 11: held and set down along a given wrist path",
    "arm_not_ok": "",
    "arm_path_error_mm": "at most 2, outside contact",
}
"""Figures of given wrist paths, and what they are to reach."""


class AlongPath(NamedTuple):
    """One thing along the path."""

    name: str
    ok: bool
    """held and set down"""
    line: str
    """the verdict, or why there is none"""
    path_error_mm: float
    """[mm] of the wrist off its path where it touches nothing, at most"""


def measure_arm(name: str) -> AlongPath:
    """A thing of the catalogue, by default, along `reach_path`."""
    try:
        clip = grasp_along(reach_path(), name)
    except PrehensileError as error:
        return AlongPath(name, False, str(error), 0.0)
    verdict = clip.verdict
    ok = verdict is not None and verdict.ok and clip.meta["arm"]["set_down"] is True
    return AlongPath(name, ok, str(verdict), clip.meta["arm"]["path_error_mm"])


def figures(things: list[AlongPath]) -> dict[str, int | float | list[str]]:
    """`ARM_FIGURES` of all of them."""
    return {
        "arm_ok": sum(t.ok for t in things),
        "arm_not_ok": [f"{t.name}: {t.line}" for t in things if not t.ok],
        "arm_path_error_mm": max(t.path_error_mm for t in things),
    }
