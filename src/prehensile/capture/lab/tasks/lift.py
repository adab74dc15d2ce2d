"""Lift something of everyday weight, an upright cylinder, with all five fingers."""

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import gripping
from prehensile.capture.lab.tasks.box import Lifted, pick_up
from prehensile.world.objects.primitives import cylinder

RADIUS, HEIGHT, MASS, FRICTION = 0.028, 0.12, 0.15, 0.8
"""[m], [m], [kg]: a full glass"""
FORCE = (4.0, 6.0)
"""[N] of the thumb; friction needs 0.9"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Lift it so many times; arguments as of `explore.record`."""
    centre, _ = gripping.grip_centre(subject)
    solid = cylinder(RADIUS, HEIGHT, MASS, name="glass", friction=(FRICTION, 0.003, 1e-4))

    def gap(point: np.ndarray) -> float:
        return float(np.hypot(*(point - centre)[:2])) - RADIUS

    return pick_up(subject, rng, contacts, progress, Lifted(solid, gap, FORCE, 5))
