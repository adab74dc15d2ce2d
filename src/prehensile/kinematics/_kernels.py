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


BLOCK = 32
"""Points that are looked at together, or not at all"""
MARGIN = 1e-9
"""[m] more than rounding, by which what cannot be nearest must be farther"""


@_compiled
def nearest_in_order(
    points: np.ndarray, order: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray
) -> tuple[float, int, int]:
    """Which capsule it is, by blocks of neighbours: most are farther than another is at most.

    The distance is then taken over all points, so that it is that of `nearest` to the last bit.
    """
    x, y, z = _columns(points[order])
    best, which, capsule = np.inf, -1, -1
    if x.shape[0] == 0 or radius.shape[0] == 0:
        return best, which, capsule
    cx, cy, cz, reach = _blocks(x, y, z)
    blocks, capsules = reach.shape[0], radius.shape[0]
    middle = np.empty((capsules, blocks))
    bound = np.inf
    for c in range(capsules):
        line = _line(start[c], end[c])
        for b in range(blocks):
            middle[c, b] = sqrt(_square(cx[b], cy[b], cz[b], line))
            bound = min(bound, middle[c, b] + reach[b] - radius[c])
    bound += MARGIN
    for c in range(capsules):
        line = _line(start[c], end[c])
        least = np.inf
        for b in range(blocks):
            if middle[c, b] - reach[b] - radius[c] <= bound:
                for i in range(b * BLOCK, min((b + 1) * BLOCK, x.shape[0])):
                    least = min(least, _square(x[i], y[i], z[i], line))
        distance = sqrt(least) - radius[c]
        if distance < best:
            best, capsule = distance, c
    x, y, z = _columns(points)
    best = sqrt(_least_square(x, y, z, start[capsule], end[capsule])) - radius[capsule]
    return best, _index_of_least(x, y, z, start[capsule], end[capsule]), capsule


@_compiled
def _blocks(
    x: np.ndarray, y: np.ndarray, z: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Middle and radius [m] of a sphere round every `BLOCK` points."""
    n = x.shape[0]
    count = (n + BLOCK - 1) // BLOCK
    cx, cy, cz, reach = np.empty(count), np.empty(count), np.empty(count), np.empty(count)
    for b in range(count):
        first, last = b * BLOCK, min((b + 1) * BLOCK, n)
        cx[b], hx = _span(x, first, last)
        cy[b], hy = _span(y, first, last)
        cz[b], hz = _span(z, first, last)
        reach[b] = sqrt(hx * hx + hy * hy + hz * hz)
    return cx, cy, cz, reach


@_compiled
def _span(x: np.ndarray, first: int, last: int) -> tuple[float, float]:
    """Middle of the smallest and the largest number, and how far either is from it."""
    low, high = np.inf, -np.inf
    for i in range(first, last):
        low, high = min(low, x[i]), max(high, x[i])
    return 0.5 * (low + high), 0.5 * (high - low)


@_compiled
def nearest_by_pose(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray, poses: int
) -> np.ndarray:
    """As `nearest`, over the capsules of each pose, without saying which."""
    x, y, z = _columns(points)
    each = radius.shape[0] // poses
    distance = np.full(poses, np.inf)
    for p in range(poses):
        for c in range(p * each, (p + 1) * each):
            d = sqrt(_least_square(x, y, z, start[c], end[c])) - radius[c]
            distance[p] = min(distance[p], d)
    return distance


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
    line = _line(a, b)
    least = np.inf
    for i in range(x.shape[0]):
        least = min(least, _square(x[i], y[i], z[i], line))
    return least


@_compiled
def _index_of_least(
    x: np.ndarray, y: np.ndarray, z: np.ndarray, a: np.ndarray, b: np.ndarray
) -> int:
    """Which point is nearest to the line from ``a`` to ``b``; the first if several are.

    Apart from `_least_square`, asked for every capsule: with an index it is no vector code.
    """
    line = _line(a, b)
    least, which = np.inf, 0
    for i in range(x.shape[0]):
        square = _square(x[i], y[i], z[i], line)
        if square < least:
            least, which = square, i
    return which


@_compiled
def _line(a: np.ndarray, b: np.ndarray) -> tuple[float, ...]:
    """Its beginning (3), its direction (3), and one over the square of its length."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    return a[0], a[1], a[2], ux, uy, uz, 1.0 / (ux * ux + uy * uy + uz * uz)


@_compiled
def _square(x: float, y: float, z: float, line: tuple[float, ...]) -> float:
    """Squared distance [m²] of a point to a `_line`."""
    ax, ay, az, ux, uy, uz, inverse = line
    px, py, pz = x - ax, y - ay, z - az
    t = min(max((px * ux + py * uy + pz * uz) * inverse, 0.0), 1.0)
    dx, dy, dz = px - t * ux, py - t * uy, pz - t * uz
    return dx * dx + dy * dy + dz * dz
