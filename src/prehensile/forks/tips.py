"""What dead wrenches on the end effectors are worth in reduced coordinates."""

import numpy as np

from prehensile.forks.reduced_model import ReducedModel
from prehensile.lie import se3


def body_wrench(T: np.ndarray, com: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    """Wrenches (E, 6) at the frames of links, along their axes.

    Args:
        T: (E, 4, 4) where the links are.
        com: (E, 3) [m] their centres of mass, link frames.
        wrench: (E, 6) (f, τ) [N], [Nm], world axes, at the centres of mass.
    """
    back = np.swapaxes(T[:, :3, :3], 1, 2)
    f = np.einsum("eij,ej->ei", back, wrench[:, :3])
    t = np.einsum("eij,ej->ei", back, wrench[:, 3:])
    return np.hstack([f, np.cross(com, f) + t])


def tip_force(
    model: ReducedModel, twists: np.ndarray, basis: np.ndarray, wrench: np.ndarray
) -> np.ndarray:
    """Generalised force (r,): Σ_e Bᵀ J_r(ξ)ᵀ w, with w turned into the end effector's frame.

    Args:
        model: which mechanism.
        twists: (E, 6) ξ: where the end effectors are, from their rest poses.
        basis: (E, 6, r) B = dξ/dz there.
        wrench: (E, 6) (f, τ) [N], [Nm], world axes, at the centres of mass.
    """
    rows = model.linearisation.rows
    T = model.T_rest[rows] @ se3.exp(twists)
    body = body_wrench(T, model.mechanism.com[rows], wrench)
    return np.einsum("ekr,elk,el->r", basis, se3.left_jacobian(-twists), body)
