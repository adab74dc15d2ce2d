"""Fingertip colour made by hand, for files: it follows the clip's forces of whole fingers."""

from tests.appearance.toy import toy_model

from prehensile.appearance.model.blood import blood_over_time
from prehensile.appearance.worn import Blush


class ToyTips(Blush):
    """The toy model on a clip that has forces and hardly any contacts; times as they come."""

    def __init__(self, strength=1.0, **how):
        super().__init__(toy_model(**how))
        self.strength = strength
        """times the clip's forces"""

    def over(self, clip):
        force = self.strength * clip.finger_force[..., None]
        return blood_over_time(self.model, clip.time, self.model.law.coefficients(force))
