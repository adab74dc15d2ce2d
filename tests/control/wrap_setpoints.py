"""Setpoints of a grasp that no example showed, from the corpus of poses: for tests of the law."""

import numpy as np

from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

OPENNESS = 0.25
"""Share of the closed pose's flexion that an open hand keeps."""


def wrap_setpoints(hand: Hand, neutral: np.ndarray) -> Setpoints:
    """Open, close and let go with one pose of the corpus; ``neutral`` (dof,) θ_NEUTRAL [rad]."""
    wrap = named_pose(hand, "medium_wrap").q
    bends = np.array([name.endswith("flex") for name in hand.joint_names])
    wide = np.where(bends, OPENNESS * wrap, wrap)
    return Setpoints.holding(hand, [neutral, wide, wrap, wide, wide, neutral], neutral)
