"""Turn the Tango, a ball with 256 taxels, letting go one finger after another (3.3)."""

from dataclasses import replace

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks.bulb import Turned, turn
from prehensile.hand.joints import DIGITS
from prehensile.world.objects.object import Mount
from prehensile.world.objects.primitives import ball

RADIUS, MASS = 0.04, 0.2
"""[m], [kg] of the device"""
BEARING = 0.004
"""[Nm] friction of the stand that it turns on"""
STAGGER = 0.15
"""[s] between fingers that let go"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Turn it by so many grips; arguments as of `explore.record`."""
    hinge = Mount(joint="hinge", axis=np.array([0.0, 0, 1]), friction_torque=BEARING, damping=1e-3)
    solid = replace(ball(RADIUS, MASS, name="tango"), mount=hinge)
    return turn(subject, rng, contacts, progress, Turned(solid, 0.0, RADIUS, DIGITS[:4], STAGGER))
