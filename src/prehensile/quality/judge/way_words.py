"""A way of taking a thing in plain words: whence the hand came, what presses, and where."""

import numpy as np

from prehensile.hand.segments import GROUPS
from prehensile.quality.judge.way_taken import Way

SIDES = {
    "the front": (0.0, -1.0),
    "behind": (0.0, 1.0),
    "the right": (1.0, 0.0),
    "the left": (-1.0, 0.0),
}
"""(2,) level, world, seen by who stands before the table"""
STEEP, SLANTING = np.sin(np.radians([60.0, 25.0]))
"""Sines of the angles to the table, from which a hand comes from above, or aslant"""


def whence(way: Way) -> str:
    """From where the hand came: ``above``, ``the right``, ``above the front``."""
    up = float(way.comes_from[2])
    if up >= STEEP:
        return "above"
    if up <= -STEEP:
        return "below"
    side = max(SIDES, key=lambda name: float(way.comes_from[:2] @ SIDES[name]))
    if up >= SLANTING:
        return f"above {side}"
    return f"below {side}" if up <= -SLANTING else side


def way_words(way: Way) -> str:
    """All three, in one line; the place as ``--where`` takes it."""
    pressing = ", ".join(name for name in GROUPS if name in way.pressing) or "nothing"
    place = ",".join(f"{round(float(v), 3) + 0.0:g}" for v in way.middle)
    return f"from {whence(way)}, by {pressing}, around {place}"
