"""Be perturbed while the finger presses as for scratching (4.2.2, Table 4.4's second column)."""

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import perturb

FORCE = (1.1, 1.6)
"""[N] at rest; Table 4.4 has 1.35"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Be perturbed so many times; arguments as of `explore.record`."""
    return perturb.record(subject, rng, contacts, progress, FORCE)
