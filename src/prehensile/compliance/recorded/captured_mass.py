"""The mass of what is held, told afterwards."""

from dataclasses import replace

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.errors import InputError


def with_mass(recording: Recording, mass: float) -> Recording:
    """A recording whose one captured object weighs so much.

    Args:
        recording: with one object.
        mass: [kg]

    Raises:
        InputError: no mass, or not one object.
    """
    if not (np.isfinite(mass) and mass > 0):
        raise InputError(f"a mass is above 0 kg, got {mass:g}.")
    if len(recording.objects) != 1:
        raise InputError(f"the recording has {len(recording.objects)} objects; a mass needs one.")
    return replace(recording, objects=(recording.objects[0]._replace(mass=float(mass)),))
