"""Fingertip colour made by hand, for files: it follows the clip's forces of whole fingers."""

from dataclasses import replace

from tests.appearance.toy import toy_model

from prehensile.appearance.model.blood import blood_over_time
from prehensile.appearance.worn import Blush


class ToyTips(Blush):
    """The toy model on a clip that has forces and hardly any contacts.

    Args:
        strength: times the clip's forces.
        slow: [s] in which blood comes and goes.
    """

    def __init__(self, strength=1.0, slow=0.195, **how):
        super().__init__(replace(toy_model(**how), blanch_s=slow, refill_s=slow))
        self.strength = strength

    def over(self, clip):
        force = self.strength * clip.finger_force[..., None]
        return blood_over_time(self.model, clip.time, self.model.law.coefficients(force))
