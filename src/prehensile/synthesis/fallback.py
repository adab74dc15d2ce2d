"""Forces for a step on which Lemke's method fails.

Where fingers that do not give way wedge a body that is inside them, (5.21) has no solution at all:
forces inside the cones move nothing, and grow without end. Skin does give. If that does not help
either, projected Gauss–Seidel is tried.
"""

import numpy as np

from prehensile.forks.contact.gauss_seidel import project_contacts
from prehensile.synthesis.cone import cone_directions
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.tables import Assembled

SWEEPS = 2000
GIVE = 1e-3
"""Share of the softest contact's motion by which all give way: some µm/N, where skin has 50"""
GOOD = 1e-5
"""Residual, over the largest motion, up to which forces are taken"""


def softened(M: np.ndarray, forces: int) -> np.ndarray:
    """The matrix of a step's problem, with contacts (the first ``forces`` rows) that give way."""
    own = np.arange(forces)
    M = M.copy()
    M[own, own] += GIVE * M[own, own].max(initial=0.0)
    return M


def projected_wrench(
    built: Assembled, gap: np.ndarray, contacts: Contacts, held: np.ndarray
) -> tuple[np.ndarray, bool]:
    """Wrenches (N, 6) inside round cones, and whether they are good; if not, those held.

    Pads that twist are taken for hard ones.

    Args:
        built: of the step.
        gap: (N,) [m]
        contacts: where.
        held: (N, 6) of the last step, where to begin.
    """
    count = len(gap)
    wide = len(built.response) // count
    frames = cone_directions(contacts.normal, 4)[:, :3, :3]  # normal, and two at right angles
    F = np.zeros((wide * count, 3 * count))
    for i in range(count):
        F[wide * i : wide * i + 3, 3 * i : 3 * i + 3] = frames[i]
    W, u = F.T @ built.response @ F, F.T @ built.free[:, :wide].ravel()
    start = F.T @ held[:, :wide].ravel()
    p = project_contacts(W, u, -gap, contacts.friction, start, SWEEPS)
    if not np.isfinite(p).all():
        return held, False
    left = (u + W @ p).reshape(-1, 3)
    left[:, 0] += gap
    force = p.reshape(-1, 3)
    size = max(np.abs(u).max(), np.abs(gap).max(), 1e-300)
    apart = left[:, 0] / size  # not negative, and nothing where there is a force
    wrong = np.maximum(-apart, 0.0) + np.where(force[:, 0] > 0, np.abs(apart), 0.0)
    slip = np.hypot(left[:, 1], left[:, 2]) / size
    inside = np.hypot(force[:, 1], force[:, 2]) < (1 - 1e-6) * contacts.friction * force[:, 0]
    wrong = np.maximum(wrong, np.where(inside, slip, 0.0))
    if wrong.max() > GOOD:
        return held, False
    wrench = np.zeros((count, 6))
    wrench[:, :wide] = (F @ p).reshape(-1, wide)
    return wrench, True
