"""What inertia and damping make of a push: the hand that is not massless.

Kry's hand follows θ = θ_r + C τ at once (4.6). A wrist with a hand on it takes 50 ms. Round a
reference, M δ̈ + B δ̇ + K δ = τ with K = C⁻¹; without mass and damping that is δ = C τ again.
"""

from typing import NamedTuple

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


class Response(NamedTuple):
    """How joints at rest give way to torques, at T instants."""

    bent: np.ndarray
    """(..., T, n) [rad]"""
    speed: np.ndarray
    """(..., T, n) [rad/s]"""


def response(
    M: np.ndarray, stiffness: np.ndarray, damping: np.ndarray, torque: np.ndarray, step: float
) -> Response:
    """δ and its rate, of joints at rest that torques push.

    By the trapezoidal rule, which never blows up, however stiff a joint is.

    Args:
        M: (..., n, n) [kg m²]
        stiffness: (..., n) [Nm/rad]
        damping: (..., n) [Nms/rad]
        torque: (..., T, n) [Nm], with (..., T, n, m) m of them at once.
        step: [s] between samples.
    """
    h, n = step, M.shape[-1]
    eye = np.eye(n)
    K, B = stiffness[..., None] * eye, damping[..., None] * eye
    new = np.linalg.inv(M + h / 2 * B + h * h / 4 * K)
    # From δ, v to the next: (M + hB/2 + h²K/4) v' = (M − hB/2 − h²K/4) v − h K δ + h τ̄.
    keep = new @ (M - h / 2 * B - h * h / 4 * K)
    pull, push = -h * new @ K, h * new
    one = torque.ndim == M.ndim
    pushes = np.moveaxis(torque[..., None] if one else torque, -3, 0)  # (T, ..., n, m)
    pushed = push @ (0.5 * (pushes[1:] + pushes[:-1]))
    both = np.concatenate([keep, pull], axis=-1)
    bent, speed = np.zeros((2, len(pushes), *pushed.shape[1:]))
    state = np.zeros((*pushed.shape[1:-2], 2 * n, pushed.shape[-1]))  # v, δ
    for k in range(len(pushes) - 1):
        v = both @ state
        v += pushed[k]
        state[..., n:, :] += h / 2 * (state[..., :n, :] + v)
        state[..., :n, :] = v
        speed[k + 1], bent[k + 1] = v, state[..., n:, :]
    bent, speed = np.moveaxis(bent, 0, -3), np.moveaxis(speed, 0, -3)
    return Response(bent[..., 0], speed[..., 0]) if one else Response(bent, speed)


def response_slopes(
    M: np.ndarray, stiffness: np.ndarray, damping: np.ndarray, found: Response, step: float
) -> np.ndarray:
    """(..., T, n, 2n) [rad] derivatives of δ by log c, then by logarithms of the damping ratios.

    The rule is linear: a change of K and B acts as the torque −dK δ − dB δ̇, with c = 1/K and
    B = 2 ζ √(K M_jj), so that dK = −K and dB = −B/2 by log c_j, and dB = B by log ζ_j.
    """
    n = M.shape[-1]
    k, b = stiffness[..., None, :], damping[..., None, :]
    eye = np.eye(n)
    by_c = (k * found.bent + 0.5 * b * found.speed)[..., None] * eye
    by_ratio = -(b * found.speed)[..., None] * eye
    torque = np.concatenate([by_c, by_ratio], axis=-1)
    return response(M, stiffness, damping, torque, step).bent
