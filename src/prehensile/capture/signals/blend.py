"""Values between two samples, by what they are: numbers go straight, rotations turn."""

import numpy as np

from prehensile.lie import so3

QUATERNION = {"rotations": 0, "rigid_poses": 3}
"""Where a quaternion starts in one channel's value."""


def blended(kind: str, before: np.ndarray, after: np.ndarray, part: np.ndarray) -> np.ndarray:
    """(n, *width) values ``part`` of the way from one to the next; NaN where either is.

    Numbers and places are linear, quaternions turn the shorter way at constant speed, the axis of
    a coil stays unit.

    Args:
        kind: of the stream.
        before: (n, *width) of one channel.
        after: the same.
        part: (n,) from 0 to 1.
    """
    weight = part.reshape(-1, *[1] * (before.ndim - 1))
    result = before * (1 - weight) + after * weight
    both = np.isfinite(result).reshape(len(result), -1).all(1)
    if kind in QUATERNION and both.any():
        q = slice(QUATERNION[kind], QUATERNION[kind] + 4)
        result[both, q] = so3.slerp(before[both, q], after[both, q], part[both])
    return renormalised(kind, result)


def renormalised(kind: str, values: np.ndarray) -> np.ndarray:
    """(..., *width) with quaternions and coil axes of length 1 again."""
    if kind in QUATERNION:
        unit = slice(QUATERNION[kind], QUATERNION[kind] + 4)
    elif kind == "coil_poses":
        unit = slice(3, 6)
    else:
        return values
    values = values.copy()
    length = np.linalg.norm(values[..., unit], axis=-1, keepdims=True)
    values[..., unit] /= np.where(length > 0, length, 1.0)
    return values


def one_sided(kind: str, values: np.ndarray) -> np.ndarray:
    """(N, C, *width) without leaps from q to −q, which are one rotation; over gaps too."""
    if kind not in QUATERNION:
        return values
    result, q = values.copy(), slice(QUATERNION[kind], QUATERNION[kind] + 4)
    for c in range(result.shape[1]):
        seen = np.flatnonzero(np.isfinite(result[:, c]).all(1))
        dots = (result[seen[1:], c, q] * result[seen[:-1], c, q]).sum(1)
        result[seen[1:], c, q] *= np.cumprod(np.where(dots < 0, -1.0, 1.0))[:, None]
    return result
