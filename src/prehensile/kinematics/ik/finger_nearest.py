"""The nearest pose of a coupled finger to a target out of reach.

The distance depends on abduction only through the cosine of an angle, so abduction points at the
target or stops at its limit. In the plane that remains a pose with knuckle and bend both free hits
the target; so the nearest one is bent least or most and points at the target, or has its knuckle at
a limit and bends along one curve. All of these are tried.
"""

import numpy as np

from prehensile.kinematics.ik.digit_plane import abductions, digit_miss, into_plane
from prehensile.kinematics.ik.finger_table import point
from prehensile.kinematics.ik.free_bend import onto

BEND_GRID, BEND_GOLDEN, POLISH = 65, 30, 4
"""Samples of the bend, then golden sections around the best, then Newton steps."""
SHRINK = (np.sqrt(5) - 1) / 2


def finger_nearest(row: np.record, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nearest poses (N, 4) [rad] to targets p (N, 3) [m] in the knuckle's frame, and misses (N,).

    Args:
        row: of a digit table.
        p: targets.
    """
    plane, ratio = row.plane, row.ratio
    bends = plane.straight + plane.least, plane.straight + plane.most
    poses = []
    for abduction in abductions(row, p):
        goal = into_plane(row, p, abduction)[:, :2]
        for bend in bends:
            x, y = point(plane, np.array([bend]), np.array([ratio * bend]))
            flex = np.arctan2(goal[:, 1], goal[:, 0]) - np.arctan2(y, x)
            poses.append(_pose(row, abduction, flex, np.full(len(p), bend)))
        for limit in (row.lower[1], row.upper[1]):
            pip = _nearest_bend(plane, ratio, limit, bends, goal)
            poses.append(_pose(row, abduction, np.full(len(p), limit), pip))
    tried = np.stack(poses)
    miss = digit_miss(row, p, tried)
    best = miss.argmin(axis=0), np.arange(len(p))
    return tried[best], miss[best]


def _pose(row: np.record, abduction: np.ndarray, flex: np.ndarray, pip: np.ndarray) -> np.ndarray:
    """(N, 4) with the coupled DIP angle; limits are not left by rounding either."""
    angles = np.stack([abduction, flex, pip, row.ratio * pip], axis=-1)
    return onto(angles, row.lower, row.upper)


def _nearest_bend(
    plane: np.record, ratio: float, flex: float, bends: tuple[float, float], goal: np.ndarray
) -> np.ndarray:
    """θ_PIP (N,) that brings the tip nearest to ``goal`` (N, 2) with the knuckle held."""
    c, s = np.cos(flex), np.sin(flex)
    gx, gy = c * goal[:, 0] + s * goal[:, 1], c * goal[:, 1] - s * goal[:, 0]

    def off(pip: np.ndarray) -> np.ndarray:
        x, y = point(plane, pip, ratio * pip)
        return (x - gx) ** 2 + (y - gy) ** 2

    grid = np.linspace(*bends, BEND_GRID)
    best = np.array([off(np.full(len(goal), g)) for g in grid]).argmin(axis=0)
    a, b = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, BEND_GRID - 1)]
    for _ in range(BEND_GOLDEN):
        left, right = b - SHRINK * (b - a), a + SHRINK * (b - a)
        lower = off(left) < off(right)
        a, b = np.where(lower, a, left), np.where(lower, right, b)
    pip = 0.5 * (a + b)
    for _ in range(POLISH):
        new = np.clip(pip - _newton(plane, ratio, pip, gx, gy), *bends)
        pip = np.where(off(new) <= off(pip), new, pip)
    return pip


def _newton(
    plane: np.record, ratio: float, pip: np.ndarray, gx: np.ndarray, gy: np.ndarray
) -> np.ndarray:
    """Newton's step for |tip − goal|² along the bend; zero where it is not convex."""
    l2, l3, k = plane.second, np.hypot(plane.x, plane.y), 1 + ratio
    end = k * pip + plane.phi
    first = l2 * np.array([-np.sin(pip), np.cos(pip)])
    first += k * l3 * np.array([-np.sin(end), np.cos(end)])
    second = -l2 * np.array([np.cos(pip), np.sin(pip)])
    second -= k**2 * l3 * np.array([np.cos(end), np.sin(end)])
    x, y = point(plane, pip, ratio * pip)
    away = np.array([x - gx, y - gy])
    curvature = (first * first + away * second).sum(0)
    slope = (away * first).sum(0)
    return np.where(curvature > 0, slope / np.where(curvature > 0, curvature, 1.0), 0.0)
