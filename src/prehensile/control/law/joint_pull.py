"""What a term of the control law asks of the joints, per unit of inertia, so that terms add up."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np


class JointPull(NamedTuple):
    """An acceleration  q̈ = towards − spring · q − damper · q̇  of every joint."""

    spring: np.ndarray
    """(dof,) [1/s²]"""
    towards: np.ndarray
    """(dof,) [rad/s²]"""
    damper: np.ndarray
    """(dof,) [1/s]"""

    def plus(self, other: "JointPull") -> "JointPull":
        """The acceleration of both pulls together."""
        return JointPull(
            self.spring + other.spring, self.towards + other.towards, self.damper + other.damper
        )

    def times(self, inertia: np.ndarray) -> "JointPull":
        """The same as torques [Nm/rad, Nm, Nms/rad], for one inertia (dof,) [kg m²] a joint."""
        return JointPull(inertia * self.spring, inertia * self.towards, inertia * self.damper)


@lru_cache(maxsize=8)
def no_pull(dof: int) -> JointPull:
    """What a term asks that is switched off: nothing; read-only, and always the same."""
    nothing = everywhere(0.0, dof)
    return JointPull(nothing, nothing, nothing)


@lru_cache(maxsize=64)
def everywhere(value: float, dof: int) -> np.ndarray:
    """(dof,) the same for every joint, read-only: gains are asked for every step, rarely change."""
    array = np.full(dof, value)
    array.flags.writeable = False
    return array
