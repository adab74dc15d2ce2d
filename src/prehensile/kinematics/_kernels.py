"""Compiled distances of points and capsules; ``_plain`` is the same in NumPy and explains them."""

from math import ceil, sqrt

import numpy as np
from numba import njit

# Any order of a minimum will do, so loops over points become vector code; there are no NaNs.
_compiled = njit(
    cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc", "nnan", "nsz"}
)

BLOCK = 32
"""Points that are looked at together, or not at all"""
MARGIN = 1e-9
"""[m] more than rounding, by which what cannot be nearest must be farther"""


@_compiled
def blocks(points: np.ndarray) -> np.ndarray:
    """A sphere round the box of every `BLOCK` points."""
    n = points.shape[0]
    spheres = np.empty(((n + BLOCK - 1) // BLOCK, 4))
    for b in range(spheres.shape[0]):
        square = 0.0
        for axis in range(3):
            low, high = np.inf, -np.inf
            for i in range(b * BLOCK, min((b + 1) * BLOCK, n)):
                low, high = min(low, points[i, axis]), max(high, points[i, axis])
            spheres[b, axis] = 0.5 * (low + high)
            square += 0.25 * (high - low) * (high - low)
        spheres[b, 3] = sqrt(square)
    return spheres


@_compiled
def nearest_in_blocks(
    points: np.ndarray,
    spheres: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    T: np.ndarray,
) -> tuple[float, int, int]:
    """Most blocks are farther from all capsules than another is at most."""
    count, capsules = spheres.shape[0], radius.shape[0]
    best, which, capsule = np.inf, -1, -1
    least, bound = np.empty((capsules, count)), np.inf
    for c in range(capsules):
        line = _line(T, start[c], end[c])
        for b in range(count):
            away = sqrt(_square(spheres[b, 0], spheres[b, 1], spheres[b, 2], line)) - radius[c]
            least[c, b] = away - spheres[b, 3]
            bound = min(bound, away + spheres[b, 3])
    bound += MARGIN
    for c in range(capsules):
        line = _line(T, start[c], end[c])
        for b in range(count):
            if least[c, b] > bound:
                continue
            for i in range(b * BLOCK, min((b + 1) * BLOCK, points.shape[0])):
                distance = sqrt(_square(points[i, 0], points[i, 1], points[i, 2], line)) - radius[c]
                if distance < best:
                    best, which, capsule = distance, i, c
    return best, which, capsule


@_compiled
def eased(
    points: np.ndarray,
    spheres: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    T: np.ndarray,
    up: np.ndarray,
    floor: float,
    clear: float,
    extra: float,
    moves: int,
) -> bool:
    """One after the other: over the floor, then out of the deepest point."""
    for _ in range(moves):
        low = _lowest((start, end, radius), T, up) - floor
        if low < clear:
            T[:3, 3] += (clear + extra - low) * up
            continue
        gap, n, c = nearest_in_blocks(points, spheres, start, end, radius, T)
        if gap >= clear:
            return True
        ax, ay, az, ux, uy, uz, inverse = _line(T, start[c], end[c])
        px, py, pz = points[n, 0] - ax, points[n, 1] - ay, points[n, 2] - az
        t = min(max((px * ux + py * uy + pz * uz) * inverse, 0.0), 1.0)
        out = np.array([px - t * ux, py - t * uy, pz - t * uz])
        T[:3, 3] -= (clear + extra - gap) / max(sqrt((out * out).sum()), 1e-12) * out
    return False


@_compiled
def first_within(
    points: np.ndarray,
    spheres: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    poses: np.ndarray,
    limit: float,
) -> int:
    """Block by block, up to the first point that is near enough."""
    for p in range(poses.shape[0]):
        if _within(points, spheres, start, end, radius, poses[p], limit):
            return p
    return -1


@_compiled
def _within(
    points: np.ndarray,
    spheres: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    T: np.ndarray,
    limit: float,
) -> bool:
    """Whether a point is nearer than a limit [m] to a moved capsule."""
    for c in range(radius.shape[0]):
        line = _line(T, start[c], end[c])
        near = limit + radius[c]
        for b in range(spheres.shape[0]):
            far = near + spheres[b, 3] + MARGIN
            if _square(spheres[b, 0], spheres[b, 1], spheres[b, 2], line) > far * far:
                continue
            for i in range(b * BLOCK, min((b + 1) * BLOCK, points.shape[0])):
                if sqrt(_square(points[i, 0], points[i, 1], points[i, 2], line)) < near:
                    return True
    return False


@_compiled
def closed(
    steps: np.ndarray,
    first: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    points: np.ndarray,
    beside: np.ndarray,
    up: np.ndarray,
    level: float,
    touching: float,
    floor: float,
) -> tuple[np.ndarray, np.ndarray, bool, float]:
    """Pose by pose, up to where something is met; distances are taken there only."""
    cloud, others = (points, blocks(points)), (beside, blocks(beside))
    count, poses = steps.shape[0], steps.shape[1]
    shares, touched, lowest = np.ones(count), np.full(count, -1), np.inf
    begin, k, fixed = 0, 0, np.eye(4)
    chain = np.empty((2, count, 4, 4))
    while k < count:
        met, which, stop, last, p = np.inf, -1, np.inf, np.inf, -1
        while p + begin + 1 < poses and min(met, stop) == np.inf:
            p += 1
            now, before = chain[p % 2], chain[(p + 1) % 2]
            _pose(fixed, steps, k, begin + p, now)
            height = np.inf
            for s in range(k, count):
                a, b = first[s], first[s + 1]
                mine, pair = (start[a:b], end[a:b], radius[a:b]), (before[s], now[s])
                height = min(height, _lowest(mine, now[s], up) + level)
                at = _crossed(cloud, mine, pair, p, touching)
                if at < met:
                    met, which = at, s
                stop = min(stop, _crossed(others, mine, pair, p, touching))
            if height < floor:
                stop = min(stop, p - 1 + (last - floor) / (last - height) if p else 0.0)
            if min(met, stop) >= p:  # else it was met on the way here
                lowest = min(lowest, height)
            last = height
        there = min(met, stop)
        if there == np.inf:
            break
        shares[k:] = (begin + there) / (poses - 1)
        if stop < met:
            return shares, touched, True, lowest
        a, b = first[which], first[which + 1]
        pose = chain[p % 2 if ceil(there) == p else (p + 1) % 2, which]
        touched[which] = _nearest_point(points, start[a:b], end[a:b], radius[a:b], pose)
        fixed[:] = chain[p % 2 if int(there) == p else (p + 1) % 2, which]
        begin, k = begin + int(there), which + 1
        shares[k:] = 1.0
    return shares, touched, False, lowest


@_compiled
def _pose(fixed: np.ndarray, steps: np.ndarray, first: int, step: int, out: np.ndarray) -> None:
    """(S, 4, 4) of a chain's segments from one on, at a step."""
    for s in range(first, steps.shape[0]):
        for i in range(3):
            for j in range(4):
                total = 0.0
                for m in range(4):
                    base = fixed[i, m] if s == first else out[s - 1, i, m]
                    total += base * steps[s, step, m, j]
                out[s, i, j] = total
        out[s, 3, :3], out[s, 3, 3] = 0.0, 1.0


@_compiled
def _lowest(capsules: tuple[np.ndarray, ...], T: np.ndarray, up: np.ndarray) -> float:
    """[m] of the lowest point of moved capsules."""
    start, end, radius = capsules
    lowest = np.inf
    for c in range(radius.shape[0]):
        ax, ay, az, ux, uy, uz, _ = _line(T, start[c], end[c])
        foot = ax * up[0] + ay * up[1] + az * up[2]
        rise = ux * up[0] + uy * up[1] + uz * up[2]
        lowest = min(lowest, foot + min(rise, 0.0) - radius[c])
    return lowest


@_compiled
def _crossed(
    cloud: tuple[np.ndarray, np.ndarray],
    capsules: tuple[np.ndarray, ...],
    pair: tuple[np.ndarray, np.ndarray],
    p: int,
    limit: float,
) -> float:
    """At which step, between the last and the p-th, capsules came nearer than a limit [m] to
    points in blocks; infinite if they did not.
    """
    points, spheres = cloud
    start, end, radius = capsules
    before, now = pair
    if not _within(points, spheres, start, end, radius, now, limit):
        return np.inf
    if p == 0:
        return 0.0
    was, this = np.inf, np.inf
    for c in range(radius.shape[0]):
        was = min(was, _gap(points, _line(before, start[c], end[c])) - radius[c])
        this = min(this, _gap(points, _line(now, start[c], end[c])) - radius[c])
    return p - 1 + (was - limit) / (was - this)


@_compiled
def _gap(points: np.ndarray, line: tuple[float, ...]) -> float:
    """Smallest distance [m] to a `_line`."""
    least = np.inf
    for i in range(points.shape[0]):
        least = min(least, _square(points[i, 0], points[i, 1], points[i, 2], line))
    return sqrt(least)


@_compiled
def _nearest_point(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray, T: np.ndarray
) -> int:
    """Which point is nearest to moved capsules; the first if several are."""
    best, which = np.inf, -1
    for c in range(radius.shape[0]):
        line = _line(T, start[c], end[c])
        for i in range(points.shape[0]):
            distance = sqrt(_square(points[i, 0], points[i, 1], points[i, 2], line)) - radius[c]
            if distance < best:
                best, which = distance, i
    return which


@_compiled
def _line(T: np.ndarray, a: np.ndarray, b: np.ndarray) -> tuple[float, ...]:
    """From ``a`` to ``b``, moved by T (4, 4): its beginning (3), its direction (3), and one over
    the square of its length.
    """
    x, y, z = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    return (
        T[0, 0] * a[0] + T[0, 1] * a[1] + T[0, 2] * a[2] + T[0, 3],
        T[1, 0] * a[0] + T[1, 1] * a[1] + T[1, 2] * a[2] + T[1, 3],
        T[2, 0] * a[0] + T[2, 1] * a[1] + T[2, 2] * a[2] + T[2, 3],
        T[0, 0] * x + T[0, 1] * y + T[0, 2] * z,
        T[1, 0] * x + T[1, 1] * y + T[1, 2] * z,
        T[2, 0] * x + T[2, 1] * y + T[2, 2] * z,
        1.0 / (x * x + y * y + z * z),
    )


@_compiled
def _square(x: float, y: float, z: float, line: tuple[float, ...]) -> float:
    """Squared distance [m²] of a point to a `_line`."""
    ax, ay, az, ux, uy, uz, inverse = line
    px, py, pz = x - ax, y - ay, z - az
    t = min(max((px * ux + py * uy + pz * uz) * inverse, 0.0), 1.0)
    dx, dy, dz = px - t * ux, py - t * uy, pz - t * uz
    return dx * dx + dy * dy + dz * dz
