"""What dead wrenches on the end effectors are worth in reduced coordinates."""

import numpy as np

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
    R: np.ndarray, com: np.ndarray, twists: np.ndarray, basis: np.ndarray, wrench: np.ndarray
) -> np.ndarray:
    """Generalised force (r,): Σ_e Bᵀ J_r(ξ)ᵀ w, with w turned into the end effector's frame.

    Args:
        R: (E, 3, 3) rotations of the end effectors at rest.
        com: (E, 3) [m] their centres of mass, link frames.
        twists: (E, 6) ξ: where the end effectors are, from their rest poses.
        basis: (E, 6, r) B = dξ/dz there.
        wrench: (E, 6) (f, τ) [N], [Nm], world axes, at the centres of mass.
    """
    T = se3.exp(twists)
    T[:, :3, :3] = R @ T[:, :3, :3]
    body = body_wrench(T, com, wrench)
    return np.einsum("ekr,elk,el->r", basis, se3.left_jacobian(-twists), body)
