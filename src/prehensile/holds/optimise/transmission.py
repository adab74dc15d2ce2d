"""Force transmission ratio of a hand's contacts with a hold (Chiu 1987; Andrews 2014, 6.2.2)."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3

MOST = 100.0
"""[1/m] at most: a lever of one centimetre. The ratio of a point that cannot move along the
direction is infinite, and singular poses would be the best of all."""


def transmission(
    hand: Hand,
    q: np.ndarray,
    forearm: np.ndarray,
    segment: str,
    point: np.ndarray,
    direction: np.ndarray,
) -> np.ndarray:
    """(n,) [1/m] α = (ŝᵀ J Jᵀ ŝ)^(−1/2) of a point of a segment, clamped.

    Args:
        hand: whose joints.
        q: (n, dof) [rad]
        forearm: (n, 7)
        segment: that the point belongs to.
        point: (n, 3) [m], world.
        direction: (3,) ŝ, unit.
    """
    T = se3.from_pose7(forearm)
    frame = segment_transforms(hand, q, T)[segment]
    local = np.einsum("nji,nj->ni", frame[:, :3, :3], point - frame[:, :3, 3])
    J = point_jacobian(hand, q, segment, local, T)[:, :3]
    moved = np.linalg.norm(np.einsum("nij,i->nj", J, direction), axis=1)
    return np.minimum(MOST, 1 / np.maximum(moved, 1 / MOST))
