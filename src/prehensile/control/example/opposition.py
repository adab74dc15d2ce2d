"""How far a style's thumb is brought round to oppose the fingers."""

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.hand.hand import Hand

OPPOSITIONS = (0.0, 20.0, 40.0)
"""[degrees] added to the abduction of the thumb's root"""
OPPOSES = "thumb_cmc_abd"
"""The joint that brings the thumb round to the fingers."""


def opposed_poses(
    style: GraspStyle, hand: Hand, degrees: float
) -> tuple[np.ndarray, np.ndarray] | None:
    """(dof,) [rad] The style's open and gripping poses, with the thumb brought round by so much;
    None where it was opposed already.
    """
    wide, grip = (q.copy() for q in style.poses(hand))
    k = hand.joint_index(OPPOSES)
    for q in (wide, grip):
        q[k] += np.radians(degrees)
    if degrees and wide[k] > hand.upper[k]:
        return None
    grip[k] = min(grip[k], hand.upper[k])
    return wide, grip
