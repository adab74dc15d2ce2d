"""Shipped policies at the goals of a seed (see `prehensile.manipulate.judging`)."""

from typing import Any

import numpy as np

from prehensile.manipulate.evaluate import Played, evaluation, judged_starts, play
from prehensile.manipulate.judging import LIMITS, TRIALS
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.states import States

PENETRATION = "penetration_mm_p95"
DIAL_REFERENCE = {
    "dial_success": "≥ 95 of 100",
    "dial_error_rad_median": "≤ 0.05",
    "dial_seconds_median": "",
    "dial_cycles_median": "",
    "actuation_share": "≥ 0.5 (of all turning, there and back)",
}
OTHER_REFERENCE = {
    "dial_success_60hz": "of 100, at 1/60 s",
    "dial_success_hold": "of 20, preset hold",
}
BALL_REFERENCE = {
    "ball_success": "≥ 20 of 50 (aim 30)",
    "ball_error_cut_median": "≥ 0.5 (of the first error; none where the ball was dropped)",
    "ball_drop_rate": "≤ 0.05 (LEAP's best public policy: 0.023)",
}
DEPTH_REFERENCE = {PENETRATION: "≤ 2 (of all contacts in all steps, the worse of dial and ball)"}
SLOWER = 1 / 60
"""[s] the timestep of the thesis"""
HELD = 20
"""goals with preset ``hold``"""


def dial_figures(lookup: Lookup, seed: int, goals: int = TRIALS["dial"]) -> dict[str, Any]:
    """As judged, with the depth of contacts."""
    told = evaluation(play(lookup, judged_starts(lookup.task, goals, seed), LIMITS["dial"]))
    return {
        "dial_success": told["success"],
        "dial_error_rad_median": told["error_rad_median"],
        "dial_seconds_median": told["seconds_median"],
        "dial_cycles_median": told["cycles_median"],
        "actuation_share": told["actuation_share"],
        PENETRATION: told[PENETRATION],
    }


def other_dial_figures(
    lookup: Lookup, seed: int, goals: int = TRIALS["dial"], held: int = HELD
) -> dict[str, Any]:
    """At the published timestep, and with contacts that do not creep."""
    task, limits = lookup.task, LIMITS["dial"]
    slower = play(lookup, judged_starts(task, goals, seed), limits, timestep=SLOWER)
    hard = play(lookup, judged_starts(task, held, seed), limits, preset="hold")
    return {
        "dial_success_60hz": int(slower.outcome.reached.sum()),
        "dial_success_hold": int(hard.outcome.reached.sum()),
    }


def ball_figures(lookup: Lookup, seed: int, goals: int = TRIALS["ball"]) -> dict[str, Any]:
    """As judged, with the depth of contacts."""
    starts = judged_starts(lookup.task, goals, seed)
    played = play(lookup, starts, LIMITS["ball"])
    told = evaluation(played)
    return {
        "ball_success": told["success"],
        "ball_error_cut_median": float(np.median(error_cut(lookup, starts, played))),
        "ball_drop_rate": told["dropped"] / goals,
        PENETRATION: told[PENETRATION],
    }


def error_cut(lookup: Lookup, starts: States, played: Played) -> np.ndarray:
    """(N,) share of the first error that is gone at the end; nought at most where the thing was
    dropped: how it lies on the floor is no merit of the hand.
    """
    first = lookup.task.errors(starts)[1]
    cut = 1 - played.outcome.error / first
    return np.where(played.outcome.dropped, np.minimum(cut, 0.0), cut)
