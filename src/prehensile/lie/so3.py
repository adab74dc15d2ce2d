"""Rotations: 3x3 matrices, rotation vectors and unit quaternions (wxyz).

A rotation ``R_a_b`` takes coordinates in frame b to coordinates in frame a. Rotation vectors
are axis times angle [rad]. Leading axes are batch axes; two arguments broadcast as in numpy.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.lie import _coefficients as coefficient
from prehensile.lie import _single as single
from prehensile.lie._floats import floats


def hat(w: ArrayLike) -> np.ndarray:
    """Cross-product matrix: ``hat(w) @ x == cross(w, x)``.

    Args:
        w: ``(..., 3)``.

    Returns:
        ``(..., 3, 3)``, antisymmetric.
    """
    w = floats(w, (3,), "vector")
    out = np.zeros((*w.shape[:-1], 3, 3), w.dtype)
    out[..., 2, 1], out[..., 0, 2], out[..., 1, 0] = w[..., 0], w[..., 1], w[..., 2]
    out[..., 1, 2], out[..., 2, 0], out[..., 0, 1] = -w[..., 0], -w[..., 1], -w[..., 2]
    return out


def vee(m: ArrayLike) -> np.ndarray:
    """Inverse of :func:`hat`; of any other matrix, the vector of its antisymmetric part.

    Args:
        m: ``(..., 3, 3)``.

    Returns:
        ``(..., 3)``.
    """
    m = floats(m, (3, 3), "matrix")
    rows, columns = [2, 0, 1], [1, 2, 0]
    return (m[..., rows, columns] - m[..., columns, rows]) / 2


def exp(w: ArrayLike) -> np.ndarray:
    """Rotation matrix of a rotation vector (Rodrigues): I + (sin θ/θ) ŵ + ((1−cos θ)/θ²) ŵ².

    Args:
        w: ``(..., 3)`` [rad].

    Returns:
        ``(..., 3, 3)``.
    """
    w = floats(w, (3,), "rotation vector")
    if single.is_single(w, 1):
        return single.exp(w)
    theta2 = _square(w)
    return _polynomial(w, coefficient.sine(theta2), coefficient.versine(theta2))


def log(r: ArrayLike) -> np.ndarray:
    """Rotation vector of a rotation matrix, with angle in [0, π].

    Exact to rounding at every angle, π included, where both axis signs are right and one is
    returned.

    Args:
        r: ``(..., 3, 3)``.

    Returns:
        ``(..., 3)`` [rad].
    """
    r = floats(r, (3, 3), "rotation matrix")
    if single.is_single(r, 2) and (w := single.log(r)) is not None:
        return w
    # By way of the quaternion: arccos of the trace would lose half the digits near 0 and near
    # π, and the antisymmetric part vanishes at π.
    q = to_quat(r)
    w, v = q[..., 0], q[..., 1:]
    n = np.sqrt(_square(v))
    zero = n == 0
    # atan2(n, w) / n has no cancellation; only n = 0 itself needs its limit, 1 / w = 1.
    scale = np.where(zero, 2, 2 * np.arctan2(n, w) / np.where(zero, 1, n))
    return scale[..., None] * v


def left_jacobian(w: ArrayLike) -> np.ndarray:
    """J with ``exp(w + d) ≈ exp(J d) @ exp(w)`` for small d.

    J = I + ((1−cos θ)/θ²) ŵ + ((θ−sin θ)/θ³) ŵ². The right Jacobian is ``left_jacobian(-w)``.

    Args:
        w: ``(..., 3)`` [rad].

    Returns:
        ``(..., 3, 3)``.
    """
    w = floats(w, (3,), "rotation vector")
    theta2 = _square(w)
    return _polynomial(w, coefficient.versine(theta2), coefficient.sine_lag(theta2))


def left_jacobian_inverse(w: ArrayLike) -> np.ndarray:
    """Inverse of :func:`left_jacobian`, for angles below 2π (there it is infinite).

    Args:
        w: ``(..., 3)`` [rad].

    Returns:
        ``(..., 3, 3)``.
    """
    w = floats(w, (3,), "rotation vector")
    theta2 = _square(w)
    return _polynomial(w, np.full_like(theta2, -0.5), coefficient.inverse_quadratic(theta2))


def from_quat(q: ArrayLike) -> np.ndarray:
    """Rotation matrix of a quaternion, which is normalised first.

    Args:
        q: ``(..., 4)`` wxyz.

    Returns:
        ``(..., 3, 3)``.

    Raises:
        InputError: a quaternion is zero.
    """
    q = floats(q, (4,), "quaternion")
    if single.is_single(q, 1) and (r := single.from_quat(q)) is not None:
        return r
    q = _unit(q)
    s, v = q[..., 0, None, None], q[..., 1:]
    outer = v[..., :, None] * v[..., None, :]
    diagonal = (s * s - _square(v)[..., None, None]) * np.eye(3, dtype=q.dtype)
    return 2 * outer + diagonal + 2 * s * hat(v)


def to_quat(r: ArrayLike) -> np.ndarray:
    """Unit quaternion of a rotation matrix, with w ≥ 0.

    Args:
        r: ``(..., 3, 3)``.

    Returns:
        ``(..., 4)`` wxyz.
    """
    r = floats(r, (3, 3), "rotation matrix")
    if single.is_single(r, 2) and (unit := single.to_quat(r)) is not None:
        return unit
    # 4 q qᵀ is linear in R. Its row with the largest diagonal is q times a number of at least
    # 1 in size, so no angle is badly conditioned.
    outer = np.empty((*r.shape[:-2], 4, 4), r.dtype)
    trace = r[..., 0, 0] + r[..., 1, 1] + r[..., 2, 2]
    outer[..., 0, 0] = 1 + trace
    outer[..., 0, 1:] = outer[..., 1:, 0] = 2 * vee(r)
    identity = np.eye(3, dtype=r.dtype)
    outer[..., 1:, 1:] = r + np.swapaxes(r, -1, -2) + (1 - trace)[..., None, None] * identity
    best = np.argmax(np.diagonal(outer, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(outer, best[..., None, None], axis=-2)[..., 0, :]
    return _unit(np.where(q[..., :1] < 0, -q, q))


def quat_multiply(p: ArrayLike, q: ArrayLike) -> np.ndarray:
    """Product of quaternions: ``from_quat(p) @ from_quat(q) == from_quat(quat_multiply(p, q))``.

    Args:
        p: ``(..., 4)`` wxyz.
        q: ``(..., 4)`` wxyz.

    Returns:
        ``(..., 4)`` wxyz, not normalised.
    """
    p, q = floats(p, (4,), "quaternion"), floats(q, (4,), "quaternion")
    return np.stack(quat_product(np.moveaxis(p, -1, 0), np.moveaxis(q, -1, 0)), axis=-1)


def quat_product(p: Iterable[Any], q: Iterable[Any]) -> tuple[Any, Any, Any, Any]:
    """As `quat_multiply`, of components w, x, y, z: plain numbers, or arrays that broadcast.

    For inner loops; nothing is checked.
    """
    pw, px, py, pz = p
    qw, qx, qy, qz = q
    return (
        pw * qw - px * qx - py * qy - pz * qz,
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy + py * qw + pz * qx - px * qz,
        pw * qz + pz * qw + px * qy - py * qx,
    )


def quat_conjugate(q: ArrayLike) -> np.ndarray:
    """(w, −x, −y, −z): the inverse rotation of a unit quaternion.

    Args:
        q: ``(..., 4)`` wxyz.

    Returns:
        ``(..., 4)`` wxyz.
    """
    q = floats(q, (4,), "quaternion")
    return q * np.array([1, -1, -1, -1], q.dtype)


def slerp(p: ArrayLike, q: ArrayLike, t: ArrayLike) -> np.ndarray:
    """Constant-speed turn from ``p`` (t = 0) to ``q`` (t = 1), the shorter way round.

    Args:
        p: ``(..., 4)`` wxyz, normalised first.
        q: ``(..., 4)`` wxyz, normalised first.
        t: ``(...)``, broadcast against the batch axes; outside [0, 1] the turn goes on.

    Returns:
        ``(..., 4)`` wxyz, unit.
    """
    p = _unit(floats(p, (4,), "quaternion"))
    q = _unit(floats(q, (4,), "quaternion"))
    t = floats(t, (), "slerp parameter")[..., None]
    q = np.where(np.sum(p * q, axis=-1, keepdims=True) < 0, -q, q)
    # Half the angle between p and q as vectors in R⁴, from the chord: arccos of the dot product
    # would lose half the digits. It is at most π/4, so nothing below divides by zero.
    half = np.arctan2(np.sqrt(_square(p - q)), np.sqrt(_square(p + q)))[..., None]
    weight_p = (1 - t) * _sinc(2 * half * (1 - t)) / _sinc(2 * half)
    weight_q = t * _sinc(2 * half * t) / _sinc(2 * half)
    return _unit(weight_p * p + weight_q * q)


def random(rng: np.random.Generator, shape: tuple[int, ...] = ()) -> np.ndarray:
    """Rotation matrices drawn uniformly.

    Args:
        rng: where the randomness comes from.
        shape: batch axes.

    Returns:
        ``(*shape, 3, 3)`` float64.
    """
    return from_quat(rng.standard_normal((*shape, 4)))


def _square(v: np.ndarray) -> np.ndarray:
    return np.sum(v * v, axis=-1)


def _sinc(x: np.ndarray) -> np.ndarray:
    return coefficient.sine(x * x)


def _unit(q: np.ndarray) -> np.ndarray:
    # Divided by the largest component first, so that the square cannot underflow or overflow.
    largest = np.max(np.abs(q), axis=-1, keepdims=True)
    if np.any(largest == 0):
        raise InputError("a quaternion is zero: it stands for no rotation; use (1, 0, 0, 0).")
    q = q / largest
    return q / np.sqrt(_square(q))[..., None]


def _polynomial(w: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """I + first ŵ + second ŵ²; shapes ``(..., 3)``, ``(...)``, ``(...)``."""
    # ŵ² = w wᵀ − θ² I.
    outer = w[..., :, None] * w[..., None, :]
    diagonal = (1 - second * _square(w))[..., None, None] * np.eye(3, dtype=w.dtype)
    return diagonal + first[..., None, None] * hat(w) + second[..., None, None] * outer
