"""From one handshape to the next without a finger passing through another.

A straight blend of joint angles drags a thumb through the fist it leaves. People open the hand a
little, and let thumb and fingers go one after the other: whoever lies on top leaves first and comes
last. The least opening that keeps the digits apart is taken.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.spell.clearance import digit_gap

OPENINGS = (0.0, 0.3, 0.6, 1.0)
"""Shares of the way to the open hand at half time; 0 is a straight blend of all joints."""
DEEPEST = 0.003
"""[m] How much deeper than at rest two digits may sink into each other on the way."""
SAMPLES = 25
SPAN = 0.4
"""Share of the time that a digit takes to open, and to close."""
LATER = 0.1
"""Share of the time between whoever lies on top and what lies below."""


class Handshape(NamedTuple):
    """A pose that a hand comes from or goes to."""

    q: np.ndarray
    """(dof,) [rad]"""
    over: tuple[str, ...] = ()
    """Fingers that lie over the thumb; without any, the thumb is on top."""

    def depth(self, joint: str) -> int:
        """0 for a joint of what lies on top, up to 2 for the lowest."""
        digit = joint.split("_")[0]
        if digit == "thumb":
            return 1 if self.over else 0
        return 0 if digit in self.over else 2


def handover(
    hand: Hand, a: Handshape, b: Handshape, opened: np.ndarray, share: np.ndarray
) -> np.ndarray:
    """Joint angles (..., dof) [rad] on the way from ``a`` to ``b``.

    Args:
        hand: that moves.
        a: where it starts.
        b: where it ends.
        opened: (dof,) [rad] the hand to open towards.
        share: (...,) of the time, from 0 to 1.
    """
    opening = OPENINGS[0] if np.array_equal(a.q, b.q) else least_opening(hand, a, b, opened)
    return _on_the_way(hand, opening, a, b, opened, share)


def least_opening(hand: Hand, a: Handshape, b: Handshape, opened: np.ndarray) -> float:
    """The first of OPENINGS that keeps the digits apart, else the one that does it best."""
    if isinstance(hand, LoadedHand):  # its digits need not be capsules
        return OPENINGS[1]
    share = np.linspace(0, 1, SAMPLES)
    allowed = DEEPEST + max(-_gap(hand, np.stack([a.q, b.q])), 0.0)
    deep = []
    for opening in OPENINGS:
        deep.append(-_gap(hand, _on_the_way(hand, opening, a, b, opened, share)))
        if deep[-1] <= allowed:
            break
    return OPENINGS[int(np.argmin(deep))]


def _on_the_way(
    hand: Hand, opening: float, a: Handshape, b: Handshape, opened: np.ndarray, share: np.ndarray
) -> np.ndarray:
    share = np.asarray(share)[..., None]
    if opening == 0:
        return a.q + minimum_jerk(share)[0] * (b.q - a.q)
    middle = 0.5 * (a.q + b.q)
    middle = middle + opening * (opened - middle)
    leaves = LATER * np.array([a.depth(joint) for joint in hand.joint_names])
    arrives = 1 - SPAN - LATER * np.array([b.depth(joint) for joint in hand.joint_names])
    out = minimum_jerk((share - leaves) / SPAN)[0]
    back = minimum_jerk((share - arrives) / SPAN)[0]
    return a.q + out * (middle - a.q) + back * (b.q - middle)


def _gap(hand: Hand, q: np.ndarray) -> float:
    """[m] of the two digits that come nearest, or sink deepest, in all poses (n, dof)."""
    return float(min(digit_gap(hand, q, *pair).min() for pair in combinations(DIGITS, 2)))
