"""A style's setpoints, scaled to the object that a candidate lays the hand against."""

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.style_candidates import FURTHEST, OPPOSES, opposition_of
from prehensile.hand.hand import Hand
from prehensile.hand.joints import joint_digits

SQUEEZE = 0.9
"""Share of the way from open to grip by which the grip setpoint lies beyond the contact."""
GENTLY = 0.5
"""The same where newtons are asked for: only to bring every digit to the object"""


def sized_setpoints(
    style: GraspStyle, hand: Hand, candidate: Candidate, squeeze: float = SQUEEZE
) -> Setpoints:
    """The style's setpoints, with the thumb opposed and the grip scaled as a candidate wants it.

    Args:
        style: of this hand.
        hand: that grasps.
        candidate: from `style_candidates`.
        squeeze: share of the way from open to grip beyond the contact.
    """
    wide, grip = candidate.q_open, candidate.q_closed
    closed = np.where(np.isfinite(candidate.closed_at), FURTHEST * candidate.closed_at, 1.0)
    digit = joint_digits(hand.joint_names)
    share = np.where(digit < 0, 1.0, closed[digit] + squeeze)
    angle, rate = style.setpoints.angle.copy(), style.setpoints.rate.copy()
    angle[:, hand.joint_index(OPPOSES)] += 2 * opposition_of(candidate, style, hand)
    for i, pose in ((OPEN, wide), (GRIP, wide + share * (grip - wide))):
        angle[i], rate[i] = 2 * pose - style.neutral, 0.0
    return Setpoints(hand.joint_names, angle, rate)
