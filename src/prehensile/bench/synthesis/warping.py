"""Experiment 6: one pinch of a ball of 40 mm, played on balls of other sizes (Kry 2005, 8.1)."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from prehensile.quality.judge.held import Held, judge_held
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.resynthesize import Resynthesis, resynthesize
from prehensile.synthesis.warping.pinched_ball import (
    CAPTURED,
    ball_on_pin,
    drawn_pinch,
    pinch_clip,
)

REFERENCE = {
    "warp_held": "4 of 4 (the fewest of any seed)",
    "no_warp_held": "",
    "warp_held_mean": "",
}
ACROSS = (0.01, 0.03, 0.06, 0.08)
"""[m] of the balls that it is played on"""


def pinched(seed: int, across: float, warp: bool) -> tuple[Resynthesis, Held]:
    """The pinch on a ball so large [m], and whether it was held."""
    pinch = drawn_pinch(seed)
    clip, at = pinch_clip(pinch, assumed_compliance(pinch.hand).of(pinch.hand))
    captured = ball_on_pin(pinch, CAPTURED, at)[0] if warp else None
    found = resynthesize(clip, ball_on_pin(pinch, across, at), warp=captured)
    return found, judge_held(found.clip, "ball")


def warping_figures(seeds: Iterable[int]) -> dict[str, Any]:
    """Of some seeds, each with four balls."""
    seeds = tuple(seeds)
    played = {
        warp: [[pinched(k, d, warp) for d in ACROSS] for k in seeds] for warp in (True, False)
    }
    held, plain = ([sum(one.held for _, one in row) for row in rows] for rows in played.values())
    return {
        "warp_held": min(held),
        "no_warp_held": min(plain),
        "warp_held_mean": float(np.mean(held)),
        "unsolved_steps": sum(
            len(one.unsolved) for rows in played.values() for row in rows for one, _ in row
        ),
    }
