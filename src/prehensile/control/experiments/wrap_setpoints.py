"""Setpoints without an example: from the corpus of poses, for experiments and first tries."""

import numpy as np

from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

OPENNESS = 0.25
"""Share of the closed pose's flexion that an open hand keeps."""


def wrap_setpoints(
    hand: Hand, neutral: np.ndarray, closed: str = "medium_wrap", further: float = 0.0
) -> Setpoints:
    """Open, close and let go with one pose of the corpus.

    Args:
        hand: that the setpoints are for.
        neutral: (dof,) θ_NEUTRAL [rad]
        closed: name of the pose.
        further: share of the way from open to closed that is added to the closed pose.
    """
    wrap = named_pose(hand, closed).q
    bends = np.array([name.endswith("flex") for name in hand.joint_names])
    wide = np.where(bends, OPENNESS * wrap, wrap)
    shut = wrap + further * (wrap - wide)
    return Setpoints.holding(hand, [neutral, wide, shut, wide, wide, neutral], neutral)
