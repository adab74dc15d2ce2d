"""One rotation in plain numbers: what `so3` does with arrays, ten times as fast, bit for bit.

A controller asks for one rotation at a time, some hundred times a simulated second. For so few
numbers nearly all of NumPy's time is spent on being called. The operations here are those of
`so3`, in its order, zeros included; a test compares every bit.
"""

from math import sqrt

import numpy as np

from prehensile.lie import _coefficients as coefficient


def is_single(array: np.ndarray, axes: int) -> bool:
    """Whether this is one thing of so many axes, in double precision."""
    return array.ndim == axes and array.dtype == np.float64


def exp(w: np.ndarray) -> np.ndarray:
    """`so3.exp` of (3,)."""
    x, y, z = w.tolist()
    theta2 = x * x + y * y + z * z
    first, second = coefficient.sine_versine(theta2)
    cosine, none = 1 - second * theta2, first * 0.0
    zero, fx, fy, fz = cosine * 0.0, first * x, first * y, first * z
    xy, xz, yz = second * (x * y), second * (x * z), second * (y * z)
    return np.array(
        [
            [cosine + none + second * (x * x), zero - fz + xy, zero + fy + xz],
            [zero + fz + xy, cosine + none + second * (y * y), zero - fx + yz],
            [zero - fy + xz, zero + fx + yz, cosine + none + second * (z * z)],
        ]
    )


def from_quat(q: np.ndarray) -> np.ndarray | None:
    """`so3.from_quat` of (4,); None if it is zero, or no number."""
    unit = _unit(*q.tolist())
    if unit is None:
        return None
    s, x, y, z = unit
    middle = s * s - (x * x + y * y + z * z)
    zero, twice = middle * 0.0, 2 * s
    none, sx, sy, sz = twice * 0.0, twice * x, twice * y, twice * z
    xy, xz, yz = 2 * (x * y) + zero, 2 * (x * z) + zero, 2 * (y * z) + zero
    return np.array(
        [
            [2 * (x * x) + middle + none, xy - sz, xz + sy],
            [xy + sz, 2 * (y * y) + middle + none, yz - sx],
            [xz - sy, yz + sx, 2 * (z * z) + middle + none],
        ]
    )


def to_quat(r: np.ndarray) -> np.ndarray | None:
    """`so3.to_quat` of (3, 3); None if it holds what is no number."""
    unit = _quat(r)
    return None if unit is None else np.array(unit)


def log(r: np.ndarray) -> np.ndarray | None:
    """`so3.log` of (3, 3); None if it holds what is no number."""
    unit = _quat(r)
    if unit is None:
        return None
    w, x, y, z = unit
    n = sqrt(x * x + y * y + z * z)
    scale = 2.0 if n == 0 else float(2 * np.arctan2(n, w) / n)
    return np.array((scale * x, scale * y, scale * z))


Quat = tuple[float, float, float, float]
"""w, x, y, z"""


def _quat(r: np.ndarray) -> Quat | None:
    (a, b, c), (d, e, f), (g, h, i) = r.tolist()
    if not abs(a + b + c + d + e + f + g + h + i) < np.inf:
        return None
    trace = a + e + i
    left = 1 - trace
    zero = left * 0.0
    x, y, z = 2 * ((h - f) / 2), 2 * ((c - g) / 2), 2 * ((d - b) / 2)
    diagonal = (1 + trace, a + a + left, e + e + left, i + i + left)
    best = diagonal.index(max(diagonal))
    if best == 0:
        q = (diagonal[0], x, y, z)
    elif best == 1:
        q = (x, diagonal[1], b + d + zero, c + g + zero)
    elif best == 2:
        q = (y, d + b + zero, diagonal[2], f + h + zero)
    else:
        q = (z, g + c + zero, h + f + zero, diagonal[3])
    return _unit(*((-q[0], -q[1], -q[2], -q[3]) if q[0] < 0 else q))


def _unit(w: float, x: float, y: float, z: float) -> Quat | None:
    largest = max(abs(w), abs(x), abs(y), abs(z))
    if not 0 < largest < np.inf:
        return None
    w, x, y, z = w / largest, x / largest, y / largest, z / largest
    length = sqrt(w * w + x * x + y * y + z * z)
    return w / length, x / length, y / length, z / length
