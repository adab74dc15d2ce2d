"""Scratch a plate with one finger: press harder, and drag the fingertip to the palm (4.2.1)."""

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import explore

MANNER = explore.Manner(force=(0.7, 2.1), stroke=0.35)
"""1.4 N on average (4.2.1); the stroke drags the fingertip by about 15 mm"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Scratch the plank so many times; arguments as of `explore.record`."""
    return explore.record(subject, rng, contacts, progress, MANNER)
