"""How a grip is shared among contacts: so that what is held stays put, and no digit is idle."""

import numpy as np

from prehensile.world.contacts import Touch

LEVER = 0.03
"""[m] Torques on what is held count as newtons at this lever."""
EVENLY = 1.0
"""What an equal share of the digits is worth beside a resultant of one newton."""
SUM_COUNTS = 10.0
"""What the sum is worth."""
FLOOR = 0.06
"""Share of the grip that every digit presses with at least: one that only rests on what is held
looks idle, and people let none be idle that they chose to hold with"""


def balanced_forces(felt: list[Touch]) -> np.ndarray:
    """(N,) [N] how hard contacts press, one newton together, so that what they hold stays put.

    The normal forces with the smallest resultant, about the contacts' middle, no digit's below
    `FLOOR`; where that leaves a choice, every digit gets its share, and within a digit the contacts
    that press now.
    """
    from scipy.optimize import nnls  # here: it takes a while to load

    digits = [t.group for t in felt]
    among = np.array([sum(t.force for t in felt if t.group == g) for g in digits])
    share = np.array([t.force for t in felt]) / among / len(set(digits))
    points, pushes = np.array([t.point for t in felt]), np.array([t.push for t in felt])
    moments = np.cross(points - points.mean(axis=0), pushes) / LEVER
    wrench = np.concatenate([pushes, moments], axis=1).T
    even = EVENLY * np.eye(len(felt))
    system = np.concatenate([wrench, even, SUM_COUNTS * np.ones((1, len(felt)))])
    right = np.concatenate([np.zeros(6), EVENLY * share, [SUM_COUNTS]])
    # The palm presses by nothing of its own.
    least = FLOOR * share * len(set(digits)) * [g != "palm" for g in digits]
    more, _ = nnls(system, right - system @ least)
    forces = least + more
    return forces / forces.sum()
