"""A style's setpoints, scaled to the object that a candidate lays the hand against."""

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.opposition import OPPOSES
from prehensile.control.law.setpoints import GRIP, OPEN, RELEASE, Setpoints
from prehensile.control.place.candidate import FURTHEST, Candidate
from prehensile.hand.hand import Hand

SQUEEZE = 0.9
"""Share of the way to the contact by which the grip setpoint lies beyond it: all digits then come
to the object at the same time, and none pushes it away from the others."""
GENTLY = 0.5
"""The same where newtons are asked for: only to bring every digit to the object"""
PACE = 2.5
"""[rad/s] that no joint's reference exceeds, whatever the setpoints do"""
FINGERTIP_PACE = 1.2
"""[rad/s] of hands that hold by fingertips alone: whichever comes first pushes what is light"""
NUDGE = 0.1
"""Share of the way from open to grip that is added, for digits that meet the object at once"""


def sized_setpoints(
    style: GraspStyle, hand: Hand, candidate: Candidate, in_newtons: bool = False
) -> Setpoints:
    """The style's setpoints, with the thumb opposed and the grip scaled as a candidate wants it.

    A hand lets go as it came: that pose is known to be clear of what the object stands on.

    Args:
        style: of this hand.
        hand: that grasps.
        candidate: from `style_candidates`.
        in_newtons: whether the grip is pressed in newtons, and not by these setpoints.
    """
    wide, grip = candidate.q_open, candidate.q_closed
    beside = np.minimum(1.0, FURTHEST * candidate.shut)
    squeeze = GENTLY if in_newtons else SQUEEZE
    pressing = (1 + squeeze) * FURTHEST * candidate.shut + NUDGE
    share = np.where(candidate.presses, pressing, beside)
    angle = style.setpoints.angle.copy()
    angle[:, hand.joint_index(OPPOSES)] += 2 * opposition_of(candidate, style, hand)
    shaped = candidate.q_shaped
    for i, pose in ((OPEN, shaped), (GRIP, wide + share * (grip - wide)), (RELEASE, shaped)):
        angle[i] = 2 * pose - style.neutral
    # The example's velocities belong to its own pace; here the hand goes at `PACE`.
    return Setpoints(hand.joint_names, angle, np.zeros_like(angle))


def pace_of(style: GraspStyle) -> float:
    """[rad/s] at which a hand closes in a style."""
    return PACE if style.kind in ("power", "hook") else FINGERTIP_PACE


def closing_seconds(setpoints: Setpoints, pace: float = PACE) -> float:
    """[s] from the open to the gripping pose at a pace [rad/s]."""
    way = setpoints.angle[GRIP] - setpoints.angle[OPEN]
    return float(np.abs(way).max()) / 2 / pace


def opposition_of(candidate: Candidate, style: GraspStyle, hand: Hand) -> float:
    """[rad] that a candidate adds to the abduction of the style's thumb."""
    k = hand.joint_index(OPPOSES)
    return float(candidate.q_open[k] - style.poses(hand)[0][k])
