"""The poses that one example showed as setpoints, for experiments with nothing to size them by."""

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.opposition import OPPOSES
from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.hand import Hand


def example_poses(
    style: GraspStyle, hand: Hand, opposed: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """(dof,) [rad] Open and gripping.

    Args:
        style: what the example taught, of this hand.
        hand: that makes them.
        opposed: [rad] by which the thumb is brought round to the fingers.
    """
    wide, grip = style.poses(hand)
    for q in (wide, grip):
        q[hand.joint_index(OPPOSES)] += opposed
    return wide, grip


def example_setpoints(style: GraspStyle, hand: Hand, opposed: float = 0.0) -> Setpoints:
    """Open and close as the example did, and let go as the hand came.

    Before and after, the hand is at ease: a recording that begins with the opening shows too little
    of what comes before it to say more. Arguments as in `example_poses`.
    """
    wide, grip = example_poses(style, hand, opposed)
    poses = [style.neutral, wide, grip, wide, wide, style.neutral]
    return Setpoints.holding(hand, poses, style.neutral)
