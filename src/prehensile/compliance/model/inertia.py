"""What inertia and damping make of a push: the hand that is not massless.

Kry's hand follows θ = θ_r + C τ at once (4.6). A wrist with a hand on it takes 50 ms. Round a
reference, M δ̈ + B δ̇ + K δ = τ with K = C⁻¹; without mass and damping that is δ = C τ again.
"""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.jacobian import point_jacobian


def mass_matrix(hand: Hand, q: np.ndarray) -> np.ndarray:
    """(..., dof, dof) [kg m²] of the segments' masses, the forearm held."""
    M = np.zeros((*np.shape(q)[:-1], hand.dof, hand.dof))
    for segment in hand.segments.values():
        if segment.parent is None or not segment.mass:
            continue
        J = point_jacobian(hand, q, segment.name, segment.com, frame="body")
        v, w = J[..., :3, :], J[..., 3:, :]
        M += segment.mass * np.swapaxes(v, -1, -2) @ v
        M += np.swapaxes(w, -1, -2) @ np.asarray(segment.inertia) @ w
    return M


def damping_of(M: np.ndarray, stiffness: np.ndarray, ratio: np.ndarray) -> np.ndarray:
    """(..., n) [Nms/rad] 2 ζ √(k M_jj): each joint's against the inertia that it carries."""
    carried = np.diagonal(M, axis1=-2, axis2=-1)
    return 2 * ratio * np.sqrt(stiffness * carried)


def response(
    M: np.ndarray, stiffness: np.ndarray, damping: np.ndarray, torque: np.ndarray, step: float
) -> np.ndarray:
    """δ (..., T, n) [rad] of joints at rest that torques push.

    By the trapezoidal rule, which never blows up, however stiff a joint is.

    Args:
        M: (..., n, n) [kg m²]
        stiffness: (..., n) [Nm/rad]
        damping: (..., n) [Nms/rad]
        torque: (..., T, n) [Nm]
        step: [s] between samples.
    """
    h, n = step, M.shape[-1]
    eye = np.eye(n)
    K, B = stiffness[..., None] * eye, damping[..., None] * eye
    new = np.linalg.inv(M + h / 2 * B + h * h / 4 * K)
    # From δ, v to the next: (M + hB/2 + h²K/4) v' = (M − hB/2 − h²K/4) v − h K δ + h τ̄.
    keep = new @ (M - h / 2 * B - h * h / 4 * K)
    pull, push = -h * new @ K, h * new
    mean = 0.5 * (torque[..., 1:, :] + torque[..., :-1, :])
    shape = np.broadcast_shapes(M.shape[:-2], torque.shape[:-2])
    pushed = (push[..., None, :, :] @ mean[..., None])[..., 0]
    both = np.concatenate([keep, pull], axis=-1)
    both = np.broadcast_to(both, (*shape, n, 2 * n))
    found = np.zeros((*shape, torque.shape[-2], n))
    state = np.zeros((*shape, 2 * n, 1))  # v, δ
    for k in range(torque.shape[-2] - 1):
        v = (both @ state)[..., 0] + pushed[..., k, :]
        state[..., n:, 0] += h / 2 * (state[..., :n, 0] + v)
        state[..., :n, 0] = v
        found[..., k + 1, :] = state[..., n:, 0]
    return found
