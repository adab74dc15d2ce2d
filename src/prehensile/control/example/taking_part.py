"""Which digits take part in a grasp, by how a hand closes: all round something, or pad to pad."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions

MEETS = 0.02
"""[m] Fingers whose pads come this near to the thumb's pinch with it."""
WRAPS = 1.0
"""[rad] that the joints of every finger close together, in a hand that wraps things"""
STEPS = 17
"""Poses looked at between open and closed"""


def wraps(hand: Hand, closing: np.ndarray) -> bool:
    """Whether all fingers close, so that something can lie in the palm; closing: (dof,) [rad]."""
    return all(
        sum(closing[hand.joint_index(f"{f}_{j}_flex")] for j in ("mcp", "pip", "dip")) > WRAPS
        for f in DIGITS[1:]
    )


def meeting(pads: np.ndarray) -> tuple[str, ...]:
    """The thumb and the fingers that come to it, of pads (P, 5, 3) [m] of a closing hand."""
    apart = np.linalg.norm(pads[:, 1:] - pads[:, :1], axis=2).min(axis=0)
    return (DIGITS[0], *(f for f, d in zip(DIGITS[1:], apart, strict=True) if d < MEETS))


def kind_and_digits(hand: Hand, wide: np.ndarray, grip: np.ndarray) -> tuple[str, tuple[str, ...]]:
    """Of a hand that closes from one pose (dof,) [rad] to another: a power grasp by all digits, or
    a pinch or tripod by those that meet.
    """
    pads, _ = pad_positions(hand, wide + np.linspace(0, 1, STEPS)[:, None] * (grip - wide))
    together = meeting(pads)
    if wraps(hand, grip - wide) or len(together) == 1:
        return "power", DIGITS
    return ("pinch" if len(together) == 2 else "tripod"), together
