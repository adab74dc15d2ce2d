"""Rigid motions: 4x4 matrices ``T_a_b`` with ``T_a_b @ p_b = p_a``, and twists (v, ω).

The linear part of a twist or wrench comes first: v [m] or [m/s], then ω [rad] or [rad/s].
A *pose7* is x y z [m] and a quaternion wxyz. Leading axes are batch axes.
"""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.lie import _coefficients as coefficient
from prehensile.lie import so3
from prehensile.lie._floats import floats


def hat(twist: ArrayLike) -> np.ndarray:
    """Matrix of a twist: [[ω̂, v], [0, 0]].

    Args:
        twist: ``(..., 6)`` (v, ω).

    Returns:
        ``(..., 4, 4)``.
    """
    twist = floats(twist, (6,), "twist")
    out = np.zeros((*twist.shape[:-1], 4, 4), twist.dtype)
    out[..., :3, :3] = so3.hat(twist[..., 3:])
    out[..., :3, 3] = twist[..., :3]
    return out


def vee(m: ArrayLike) -> np.ndarray:
    """Inverse of :func:`hat`.

    Args:
        m: ``(..., 4, 4)``.

    Returns:
        ``(..., 6)`` (v, ω).
    """
    m = floats(m, (4, 4), "matrix")
    return np.concatenate([m[..., :3, 3], so3.vee(m[..., :3, :3])], axis=-1)


def exp(twist: ArrayLike) -> np.ndarray:
    """Rigid motion reached by following a twist for unit time: [[exp ω̂, J(ω) v], [0, 1]].

    Args:
        twist: ``(..., 6)`` (v, ω) [m], [rad].

    Returns:
        ``(..., 4, 4)``.
    """
    twist = floats(twist, (6,), "twist")
    v, w = twist[..., :3], twist[..., 3:]
    return _motion(so3.exp(w), _times(so3.left_jacobian(w), v))


def log(t: ArrayLike) -> np.ndarray:
    """Twist of a rigid motion, with rotation angle in [0, π].

    Args:
        t: ``(..., 4, 4)``.

    Returns:
        ``(..., 6)`` (v, ω) [m], [rad].
    """
    t = floats(t, (4, 4), "transform")
    w = so3.log(t[..., :3, :3])
    v = _times(so3.left_jacobian_inverse(w), t[..., :3, 3])
    return np.concatenate([v, w], axis=-1)


def inverse(t: ArrayLike) -> np.ndarray:
    """``inverse(T_a_b) = T_b_a``: [[Rᵀ, −Rᵀ p], [0, 1]].

    Args:
        t: ``(..., 4, 4)``.

    Returns:
        ``(..., 4, 4)``.
    """
    t = floats(t, (4, 4), "transform")
    r = np.swapaxes(t[..., :3, :3], -1, -2)
    return _motion(r, -_times(r, t[..., :3, 3]))


def adjoint(t: ArrayLike) -> np.ndarray:
    """Ad with ``T @ exp(w) == exp(Ad @ w) @ T``: [[R, p̂ R], [0, R]].

    ``adjoint(T_a_b)`` takes twists from frame b to frame a; wrenches go by its inverse transpose.

    Args:
        t: ``(..., 4, 4)``.

    Returns:
        ``(..., 6, 6)``.
    """
    t = floats(t, (4, 4), "transform")
    r = t[..., :3, :3]
    return _upper(r, so3.hat(t[..., :3, 3]) @ r)


def small_adjoint(twist: ArrayLike) -> np.ndarray:
    """``ad`` with ``hat(ad(a) @ b) == hat(a) @ hat(b) - hat(b) @ hat(a)``: [[ω̂, v̂], [0, ω̂]].

    It is the derivative of :func:`adjoint` along the twist.

    Args:
        twist: ``(..., 6)`` (v, ω).

    Returns:
        ``(..., 6, 6)``.
    """
    twist = floats(twist, (6,), "twist")
    return _upper(so3.hat(twist[..., 3:]), so3.hat(twist[..., :3]))


def left_jacobian(twist: ArrayLike) -> np.ndarray:
    """J with ``exp(w + d) ≈ exp(J d) @ exp(w)`` for small d: [[J(ω), Q], [0, J(ω)]].

    Q is the closed form of Barfoot and Furgale, 2014, with the linear part first. The right
    Jacobian is ``left_jacobian(-w)``.

    Args:
        twist: ``(..., 6)`` (v, ω) [m], [rad].

    Returns:
        ``(..., 6, 6)``.
    """
    twist = floats(twist, (6,), "twist")
    v, w = so3.hat(twist[..., :3]), so3.hat(twist[..., 3:])
    theta2 = np.sum(twist[..., 3:] ** 2, axis=-1)[..., None, None]
    wv, vw = w @ v, v @ w
    wvw = w @ vw
    q = v / 2 + coefficient.sine_lag(theta2) * (wv + vw + wvw)
    q += coefficient.versine_lag(theta2) * (w @ wv + vw @ w - 3 * wvw)
    q += coefficient.fifth(theta2) * (wvw @ w + w @ wvw)
    return _upper(so3.left_jacobian(twist[..., 3:]), q)


def from_pose7(pose: ArrayLike) -> np.ndarray:
    """Matrix of a pose7; its quaternion is normalised first.

    Args:
        pose: ``(..., 7)`` xyz [m], wxyz.

    Returns:
        ``(..., 4, 4)``.

    Raises:
        InputError: a quaternion is zero.
    """
    pose = floats(pose, (7,), "pose")
    return _motion(so3.from_quat(pose[..., 3:]), pose[..., :3])


def to_pose7(t: ArrayLike) -> np.ndarray:
    """Pose7 of a matrix, with quaternion w ≥ 0.

    Args:
        t: ``(..., 4, 4)``.

    Returns:
        ``(..., 7)`` xyz [m], wxyz.
    """
    t = floats(t, (4, 4), "transform")
    return np.concatenate([t[..., :3, 3], so3.to_quat(t[..., :3, :3])], axis=-1)


def apart(one: ArrayLike, other: ArrayLike) -> tuple[float, float]:
    """How far one transform (4, 4) is from another: [m] and [rad]."""
    change = inverse(one) @ np.asarray(other)
    turned = float(np.linalg.norm(so3.log(change[:3, :3])))
    return float(np.linalg.norm(change[:3, 3])), turned


def apply(t: ArrayLike, points: ArrayLike) -> np.ndarray:
    """Points carried from frame b to frame a: ``p_a = R p_b + p``.

    The batch axes broadcast as in numpy: one transform takes points of any shape, and
    ``apply(T[:, None], vertices)`` gives every vertex under every transform.

    Args:
        t: ``T_a_b (..., 4, 4)``.
        points: ``(..., 3)`` [m], frame b.

    Returns:
        ``(..., 3)`` [m], frame a.
    """
    t, points = floats(t, (4, 4), "transform"), floats(points, (3,), "points")
    if t.ndim == 2:
        return points @ t[:3, :3].T + t[:3, 3]
    try:
        np.broadcast_shapes(t.shape[:-2], points.shape[:-1])
    except ValueError:
        raise InputError(
            f"transforms {t.shape} and points {points.shape} have batch axes that do not "
            "broadcast; for many points under each transform use T[:, None]."
        ) from None
    return _times(t[..., :3, :3], points) + t[..., :3, 3]


def _motion(r: np.ndarray, p: np.ndarray) -> np.ndarray:
    out = np.zeros((*r.shape[:-2], 4, 4), r.dtype)
    out[..., :3, :3], out[..., :3, 3], out[..., 3, 3] = r, p, 1
    return out


def _upper(diagonal: np.ndarray, corner: np.ndarray) -> np.ndarray:
    out = np.zeros((*diagonal.shape[:-2], 6, 6), diagonal.dtype)
    out[..., :3, :3] = out[..., 3:, 3:] = diagonal
    out[..., :3, 3:] = corner
    return out


def _times(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    return (matrix @ vector[..., None])[..., 0]
