"""The plain twin of ``_kernels``: the same functions on whole arrays, for reading and as oracle.

Capsules are lines from start (C, 3) to end (C, 3) [m] with a radius (C,) [m]; points are (N, 3)
[m].
"""

import numpy as np

from prehensile.kinematics.capsules import Capsules


def nearest(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray
) -> tuple[float, int, int]:
    """Smallest signed distance [m] of a point to a capsule, which point, and which capsule;
    infinite, −1 and −1 without capsules or points.
    """
    if not len(points) or not len(radius):
        return np.inf, -1, -1
    distance = Capsules(start, end, radius).distance(points)
    n, c = np.unravel_index(int(distance.argmin()), distance.shape)
    return float(distance[n, c]), int(n), int(c)


def nearest_in_order(
    points: np.ndarray, order: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray
) -> tuple[float, int, int]:
    """As `nearest`. The order (N,), in which neighbours follow each other, only saves time."""
    return nearest(points, start, end, radius)


def nearest_by_pose(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray, poses: int
) -> np.ndarray:
    """(P,) Smallest distance [m] to the capsules of each pose, which follow each other. There are
    points and capsules.
    """
    distance = Capsules(start, end, radius).distance(points)
    return distance.reshape(len(points), poses, -1).min(axis=(0, 2))
