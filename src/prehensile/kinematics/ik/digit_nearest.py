"""The nearest pose of a digit, all four joints free, to a target out of reach.

For a given abduction the nearest pose in the plane is one of 25 (`free_bend`). A finger's distance
depends on abduction only through the cosine of an angle, so abduction points at the target or stops
at its limit. The thumb's, whose axis is oblique to the plane, is sampled and the best sample
refined.
"""

import numpy as np

from prehensile.kinematics.ik.digit_plane import abductions, best_pose, digit_miss, into_plane
from prehensile.kinematics.ik.free_bend import Bones, at_a_limit, nearly_straight, out_of_reach

TURN_GRID, TURN_GOLDEN = 33, 40
"""Samples of the abduction, then golden sections around the best."""
SHRINK = (np.sqrt(5) - 1) / 2


def digit_nearest(
    row: np.record, p: np.ndarray, found: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Nearest poses (N, 4) [rad] to targets p (N, 3) [m] in the root's frame, and misses (N,).

    Args:
        row: of a digit table.
        p: (N, 3) [m] targets in the root's frame.
        found: (N, 4) [rad] poses to keep where none is nearer, such as coupled ones.
    """
    if row.oblique:
        return _refined(row, p, found)
    sides = [_in_plane(row, p, abduction) for abduction in abductions(row, p)]
    return best_pose(row, p, np.concatenate([found[None], *sides]))


def _refined(row: np.record, p: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    grid = np.linspace(row.lower[0], row.upper[0], TURN_GRID)
    sampled = np.array([_nearest(row, p, np.full(len(p), g))[1] for g in grid])
    best = sampled.argmin(axis=0)
    a, b = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, TURN_GRID - 1)]
    tried = [_nearest(row, p, grid[best])]  # the end of the range is found exactly
    for _ in range(TURN_GOLDEN):
        left, right = b - SHRINK * (b - a), a + SHRINK * (b - a)
        lower = _nearest(row, p, left)[1] < _nearest(row, p, right)[1]
        a, b = np.where(lower, a, left), np.where(lower, right, b)
    tried.append(_nearest(row, p, 0.5 * (a + b)))
    pose, miss = found.copy(), digit_miss(row, p, found)
    for near, how_far in tried:
        better = how_far < miss
        pose[better], miss[better] = near[better], how_far[better]
    return pose, miss


def _nearest(row: np.record, p: np.ndarray, abduction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nearest poses (N, 4) with the abduction (N,) held, and misses (N,)."""
    tried = _in_plane(row, p, abduction)
    miss = digit_miss(row, p, tried)
    best = miss.argmin(axis=0), np.arange(len(p))
    return tried[best], miss[best]


def _in_plane(row: np.record, p: np.ndarray, abduction: np.ndarray) -> np.ndarray:
    """(25, N, 4) poses with the abduction (N,) held, the nearest in its plane among them."""
    bones = Bones.of(row)
    goal = into_plane(row, p, abduction)[:, :2]
    straight = nearly_straight(bones, row.ratio, goal)
    bent = np.concatenate([at_a_limit(bones, goal), straight, out_of_reach(bones, goal)])
    turn = np.broadcast_to(abduction[:, None], (*bent.shape[:2], 1))
    return np.concatenate([turn, bent], axis=-1)
