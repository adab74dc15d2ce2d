"""τ_P: the hand at ease. Equation (3) of Pollard & Zordan 2005."""

import numpy as np

from prehensile.control.law.gains import Gains
from prehensile.control.law.joint_pull import JointPull, everywhere


class PassiveTerm:
    """A spring to the neutral pose, a damper, and a stiffer spring outside the joint limits.

    The limits act only where a joint is outside; the model's own hard stops stand behind them.

    Args:
        neutral: (dof,) θ_NEUTRAL [rad]
        lower: (dof,) θ_LIMIT [rad]
        upper: (dof,) θ_LIMIT [rad]
    """

    def __init__(self, neutral: np.ndarray, lower: np.ndarray, upper: np.ndarray):
        self.neutral = np.array(neutral, dtype=float)
        self.lower = np.array(lower, dtype=float)
        self.upper = np.array(upper, dtype=float)

    def pull(self, q: np.ndarray, gains: Gains) -> JointPull:
        """(3) without I, at the joint angles ``q`` (dof,) [rad].

        The strength factor does not scale k_JL: it is a property of the joint, not of the muscle.
        """
        spring, towards = everywhere(gains.spring, len(q)), gains.spring * self.neutral
        limit = np.minimum(np.maximum(q, self.lower), self.upper)  # np.clip is three times slower
        outside = q - limit
        if outside.dot(outside) != 0:  # most of the time no joint is
            stop = np.where(limit == q, 0.0, gains.limit)
            spring, towards = spring + stop, towards + stop * limit
        return JointPull(spring, towards, everywhere(gains.damper, len(q)))
