"""A closed surface through a row of rings: bars, stems, fruit."""

import numpy as np
from numpy.typing import NDArray

from prehensile.world.objects.object import FloatArray


def swept(rings: FloatArray) -> tuple[FloatArray, NDArray[np.int32]]:
    """Join neighbouring rings and close both ends with a fan.

    Args:
        rings: (count, around, 3) [m], each counter-clockwise seen from the end of the row,
            looking back to its start.

    Returns:
        vertices (count · around + 2, 3) [m], the last two the middles of the ends, and faces.
    """
    count, around, _ = rings.shape
    vertices = np.concatenate([rings.reshape(-1, 3), rings[[0, -1]].mean(axis=1)])
    here = np.arange(around)
    after = (here + 1) % around
    base = np.arange(count - 1)[:, None] * around
    a, b = base + here, base + after
    c, d = b + around, a + around
    last = (count - 1) * around
    start, end = count * around, count * around + 1
    faces = np.concatenate(
        [
            np.stack([a, b, c], axis=-1).reshape(-1, 3),
            np.stack([a, c, d], axis=-1).reshape(-1, 3),
            np.stack([after, here, np.full(around, start)], axis=-1),
            np.stack([last + here, last + after, np.full(around, end)], axis=-1),
        ]
    )
    return vertices, faces.astype(np.int32)


def rings_along(
    path: FloatArray,
    sideways: FloatArray,
    half_width: FloatArray,
    half_height: FloatArray,
    around: int = 32,
) -> FloatArray:
    """(n, around, 3) [m] elliptic rings at right angles to a path.

    Args:
        path: (n, 3) [m]
        sideways: (3,) unit vector the widths are measured along, never along the path.
        half_width: (n,) [m] along ``sideways``.
        half_height: (n,) [m] along the third direction, tangent × sideways.
        around: points of a ring.
    """  # fmt: skip
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    across = sideways - (tangent @ sideways)[:, None] * tangent
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    up = np.cross(tangent, across)
    angle = (np.arange(around) + 0.5) * (2.0 * np.pi / around)
    return (
        path[:, None]
        + (half_width[:, None] * np.cos(angle))[..., None] * across[:, None]
        + (half_height[:, None] * np.sin(angle))[..., None] * up[:, None]
    )
