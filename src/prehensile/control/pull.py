"""What a term of the control law asks of the joints, per unit of inertia, so that terms add up."""

from typing import NamedTuple

import numpy as np


class Pull(NamedTuple):
    """An acceleration  q̈ = towards − spring · q − damper · q̇  of every joint."""

    spring: np.ndarray
    """(dof,) [1/s²]"""
    towards: np.ndarray
    """(dof,) [rad/s²]"""
    damper: np.ndarray
    """(dof,) [1/s]"""

    def plus(self, other: "Pull") -> "Pull":
        """Both at once."""
        return Pull(
            self.spring + other.spring, self.towards + other.towards, self.damper + other.damper
        )

    def times(self, inertia: np.ndarray) -> "Pull":
        """As torques [Nm/rad, Nm, Nms/rad], for one inertia (dof,) [kg m²] a joint."""
        return Pull(inertia * self.spring, inertia * self.towards, inertia * self.damper)


def no_pull(dof: int) -> Pull:
    """Of a term that is switched off."""
    return Pull(np.zeros(dof), np.zeros(dof), np.zeros(dof))
