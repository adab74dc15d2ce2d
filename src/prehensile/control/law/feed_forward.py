"""τ_ARM and τ_G: what the arm's motion and gravity do to the hand, cancelled (after equation 2)."""

import numpy as np

from prehensile.control.law.internal_model import InternalModel


class ArmTerm:
    """Torques that keep palm and fingers still on a moving forearm, weight left out.

    They cancel the part of I θ̈ + V(θ, θ̇) that depends on the arm alone: inverse dynamics with
    the forearm's velocity and acceleration and none in the joints.
    """

    def __init__(self, model: InternalModel):
        self._model = model

    def torque(self, twist: np.ndarray, acceleration: np.ndarray) -> np.ndarray:
        """(dof,) [Nm] in the model's present pose.

        Args:
            twist: (6,) (v, ω) of the forearm, world axes
            acceleration: (6,) its time derivative
        """
        return self._model.torque(twist=twist, acceleration=acceleration, gravity=False)


class GravityTerm:
    """Torques that carry the hand's own weight."""

    def __init__(self, model: InternalModel):
        self._model = model

    def torque(self) -> np.ndarray:
        """(dof,) [Nm] G(θ) in the model's present pose."""
        return self._model.torque()
