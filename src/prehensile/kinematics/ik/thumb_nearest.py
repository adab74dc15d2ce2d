"""The nearest pose of a thumb, all four joints free, to a target out of reach.

For a given abduction the nearest pose in the plane is one of 25 (`free_bend`). What is left is one
number, the abduction: it is sampled and the best sample refined.
"""

import numpy as np

from prehensile.kinematics.ik.digit_plane import digit_miss, into_plane
from prehensile.kinematics.ik.finger_nearest import SHRINK
from prehensile.kinematics.ik.free_bend import Bones, at_a_limit, out_of_reach

TURN_GRID, TURN_GOLDEN = 33, 40
"""Samples of the abduction, then golden sections around the best."""


def thumb_nearest(row: np.record, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nearest poses (N, 4) [rad] to targets p (N, 3) [m] in the root's frame, and misses (N,).

    Args:
        row: of a digit table.
        p: targets.
    """
    grid = np.linspace(row.lower[0], row.upper[0], TURN_GRID)
    sampled = np.array([_in_plane(row, p, np.full(len(p), g))[1] for g in grid])
    best = sampled.argmin(axis=0)
    a, b = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, TURN_GRID - 1)]
    pose, miss = _in_plane(row, p, grid[best])  # the end of the range is found exactly
    for _ in range(TURN_GOLDEN):
        left, right = b - SHRINK * (b - a), a + SHRINK * (b - a)
        lower = _in_plane(row, p, left)[1] < _in_plane(row, p, right)[1]
        a, b = np.where(lower, a, left), np.where(lower, right, b)
    refined, closer = _in_plane(row, p, 0.5 * (a + b))
    better = closer < miss
    return np.where(better[:, None], refined, pose), np.where(better, closer, miss)


def _in_plane(
    row: np.record, p: np.ndarray, abduction: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Nearest poses (N, 4) with the abduction (N,) held, and misses (N,)."""
    bones = Bones.of(row)
    goal = into_plane(row, p, abduction)[:, :2]
    bent = np.concatenate([at_a_limit(bones, goal), out_of_reach(bones, goal)])
    turn = np.broadcast_to(abduction[:, None], (*bent.shape[:2], 1))
    tried = np.concatenate([turn, bent], axis=-1)
    miss = digit_miss(row, p, tried)
    best = miss.argmin(axis=0), np.arange(len(p))
    return tried[best], miss[best]
