"""Compiled distances of points and capsules; ``_plain`` is the same in NumPy and explains them."""

from math import sqrt

import numpy as np
from numba import njit

# Any order of a minimum will do, so loops over points become vector code; there are no NaNs.
_compiled = njit(
    cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc", "nnan", "nsz"}
)


@_compiled
def nearest(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray
) -> tuple[float, int, int]:
    """One capsule after the other, its radius and root taken once."""
    x, y, z = _columns(points)
    best, which, capsule = np.inf, -1, -1
    if x.shape[0] == 0:
        return best, which, capsule
    for c in range(radius.shape[0]):
        least = _least_square(x, y, z, start[c], end[c])
        distance = sqrt(least) - radius[c]
        if distance < best:
            best, capsule = distance, c
    if capsule >= 0:
        which = _index_of_least(x, y, z, start[capsule], end[capsule])
    return best, which, capsule


@_compiled
def nearest_by_pose(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray, poses: int
) -> tuple[np.ndarray, np.ndarray]:
    """As `nearest`, over the capsules of each pose."""
    x, y, z = _columns(points)
    each = radius.shape[0] // poses
    distance, which = np.empty(poses), np.empty(poses, np.int64)
    for p in range(poses):
        best, capsule = np.inf, -1
        for c in range(p * each, (p + 1) * each):
            d = sqrt(_least_square(x, y, z, start[c], end[c])) - radius[c]
            if d < best:
                best, capsule = d, c
        distance[p] = best
        which[p] = _index_of_least(x, y, z, start[capsule], end[capsule])
    return distance, which


@_compiled
def _columns(points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates side by side: vector code reads them many times."""
    n = points.shape[0]
    x, y, z = np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        x[i], y[i], z[i] = points[i, 0], points[i, 1], points[i, 2]
    return x, y, z


@_compiled
def _least_square(
    x: np.ndarray, y: np.ndarray, z: np.ndarray, a: np.ndarray, b: np.ndarray
) -> float:
    """Smallest squared distance [m²] of points to the line from ``a`` to ``b``."""
    ax, ay, az = a[0], a[1], a[2]
    ux, uy, uz = b[0] - ax, b[1] - ay, b[2] - az
    inverse = 1.0 / (ux * ux + uy * uy + uz * uz)
    least = np.inf
    for i in range(x.shape[0]):
        px, py, pz = x[i] - ax, y[i] - ay, z[i] - az
        t = min(max((px * ux + py * uy + pz * uz) * inverse, 0.0), 1.0)
        dx, dy, dz = px - t * ux, py - t * uy, pz - t * uz
        least = min(least, dx * dx + dy * dy + dz * dz)
    return least


@_compiled
def _index_of_least(
    x: np.ndarray, y: np.ndarray, z: np.ndarray, a: np.ndarray, b: np.ndarray
) -> int:
    """Which point is nearest to the line from ``a`` to ``b``; the first if several are."""
    ax, ay, az = a[0], a[1], a[2]
    ux, uy, uz = b[0] - ax, b[1] - ay, b[2] - az
    inverse = 1.0 / (ux * ux + uy * uy + uz * uz)
    least, which = np.inf, 0
    for i in range(x.shape[0]):
        px, py, pz = x[i] - ax, y[i] - ay, z[i] - az
        t = min(max((px * ux + py * uy + pz * uz) * inverse, 0.0), 1.0)
        dx, dy, dz = px - t * ux, py - t * uy, pz - t * uz
        square = dx * dx + dy * dy + dz * dz
        if square < least:
            least, which = square, i
    return which
