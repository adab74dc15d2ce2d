"""τ_G: the weight of palm and fingers, cancelled exactly (after equation 2)."""

import numpy as np

from prehensile.control.law.internal_model import InternalModel


class GravityTerm:
    """Torques that carry the hand's own weight."""

    def __init__(self, model: InternalModel):
        self._model = model

    def torque(self) -> np.ndarray:
        """(dof,) [Nm] G(θ) in the model's present pose."""
        return self._model.torque()
