"""The plain twin of ``_kernels``: the same functions on whole arrays, for reading and as oracle.

Capsules are lines from start (C, 3) to end (C, 3) [m] with a radius (C,) [m]; points are (N, 3)
[m].
"""

from itertools import pairwise

import numpy as np

from prehensile.kinematics.capsules import Capsules

BLOCK = 32
"""Points that are looked at together, or not at all"""


def blocks(points: np.ndarray) -> np.ndarray:
    """(B, 4) [m] Middle and radius of a sphere that holds each `BLOCK` points after the other."""
    spheres = []
    for k in range(0, len(points), BLOCK):
        low, high = points[k : k + BLOCK].min(axis=0), points[k : k + BLOCK].max(axis=0)
        spheres.append([*(low + high) / 2, np.linalg.norm(high - low) / 2])
    return np.array(spheres).reshape(-1, 4)


def nearest_in_blocks(
    points: np.ndarray,
    spheres: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    T: np.ndarray,
) -> tuple[float, int, int]:
    """Smallest distance [m] of a point to a capsule that T (4, 4) has moved, which point, and which
    capsule; infinite, −1 and −1 without capsules or points. The `blocks` only save time.
    """
    if not len(points) or not len(radius):
        return np.inf, -1, -1
    distance = Capsules(start, end, radius).moved(T).distance(points)
    n, c = np.unravel_index(int(distance.argmin()), distance.shape)
    return float(distance[n, c]), int(n), int(c)


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
    """Move T (4, 4), which carries capsules, until they are clear of a floor and of all points.

    Args:
        points: (N, 3) [m]
        spheres: their `blocks`, which only save time.
        start: (C, 3) [m]
        end: (C, 3) [m]
        radius: (C,) [m]
        T: (4, 4), changed in place: shifted only.
        up: (3,) unit.
        floor: [m] along it; minus infinity without one.
        clear: [m] that they keep from everything.
        extra: [m] by which they are moved farther than that.
        moves: so many at most.

    Returns:
        Whether they are clear.
    """
    capsules = Capsules(start, end, radius)
    for _ in range(moves):
        moved = capsules.moved(T)
        low = _low(moved, up) - floor
        if low < clear:
            T[:3, 3] += (clear + extra - low) * up
            continue
        gap, n, c = nearest_in_blocks(points, spheres, start, end, radius, T)
        if gap >= clear:
            return True
        along, away = moved.end[c] - moved.start[c], points[n] - moved.start[c]
        out = away - np.clip(away @ along / (along @ along), 0, 1) * along
        T[:3, 3] -= (clear + extra - gap) / max(float(np.linalg.norm(out)), 1e-12) * out
    return False


def first_within(
    points: np.ndarray,
    spheres: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    radius: np.ndarray,
    poses: np.ndarray,
    limit: float,
) -> int:
    """The first of poses (P, 4, 4) at which a capsule is nearer than a limit [m] to a point; −1 if
    none is. The `blocks` only save time.
    """
    for p, T in enumerate(poses):
        if nearest_in_blocks(points, spheres, start, end, radius, T)[0] < limit:
            return p
    return -1


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
    """A chain of S segments closes in P steps: what touches a point stops, what comes after it
    closes on.

    Args:
        steps: (S, P, 4, 4) of every segment in the one before it.
        first: (S + 1,) which capsule is a segment's first.
        start: (C, 3) [m] of the capsules, segment frame.
        end: (C, 3) [m]
        radius: (C,) [m]
        points: on which it closes.
        beside: (M, 3) [m] points that stop it altogether.
        up: (3,) unit.
        level: [m] of the origin above the floor; infinite without one.
        touching: [m] from where something is touched.
        floor: [m] under which a segment's height stops it altogether.

    Returns:
        (S,) share of the steps at which every segment stopped, (S,) the point it touches or −1,
        whether something else than the points stopped it, and how low it came [m].
    """
    count, poses = steps.shape[:2]
    capsules = [Capsules(start[a:b], end[a:b], radius[a:b]) for a, b in pairwise(first)]
    shares, touched, lowest = np.ones(count), np.full(count, -1), np.inf
    begin, k, fixed = 0, 0, np.eye(4)
    while k < count:
        ways, T = [], fixed
        for s in range(k, count):
            T = T @ steps[s, begin:]
            ways.append(T)
        placed = [[c.moved(T) for T in way] for c, way in zip(capsules[k:], ways, strict=True)]
        met = [_crossing(_gaps(way, points), touching) for way in placed]
        s = met.index(min(met))
        height = np.min([[_low(c, up) for c in way] for way in placed], axis=0) + level
        stop = min(_crossing(_gaps(way, beside), touching) for way in placed)
        stop = min(stop, _crossing(height, floor))
        there = min(met[s], stop)
        lowest = min(lowest, float(height[: int(min(there, len(height) - 1)) + 1].min()))
        if there == np.inf:
            break
        shares[k:] = (begin + there) / (poses - 1)
        if stop < met[s]:
            return shares, touched, True, lowest
        nearest_there = placed[s][int(np.ceil(there))].distance(points).min(axis=1)
        touched[k + s] = int(nearest_there.argmin())
        fixed = ways[s][int(there)]
        begin, k = begin + int(there), k + s + 1
        shares[k:] = 1.0
    return shares, touched, False, lowest


def _gaps(way: list[Capsules], points: np.ndarray) -> np.ndarray:
    """(P,) [m] from the nearest point to the capsules at each pose."""
    return np.array([capsules.distance(points).min(initial=np.inf) for capsules in way])


def _low(capsules: Capsules, up: np.ndarray) -> float:
    """[m] of the lowest point."""
    return float(capsules.heights(up).min(initial=np.inf))


def _crossing(distance: np.ndarray, limit: float) -> float:
    """At which step, between samples, a distance (P,) first falls below a limit; infinite if it
    never does.
    """
    below = distance < limit
    k = int(below.argmax())
    if not below[k]:
        return np.inf
    if k == 0:
        return 0.0
    before, after = distance[k - 1], distance[k]
    return float(k - 1 + (before - limit) / (before - after))
