"""Compiled finger solvers; ``_plain`` is the same in NumPy and says what they do."""

from math import atan2, floor, nan, pi, sqrt

import numpy as np
from numba import njit

from prehensile.kinematics.ik._plain import (
    NEARLY_STRAIGHT,
    ROUNDING,
    SETTLING,
    SLACK,
    STRAIGHT_LIMIT,
    STUCK,
)
from prehensile.kinematics.ik.digit_nearest import SHRINK, TURN_GOLDEN, TURN_GRID
from prehensile.kinematics.ik.digit_plane import HIT
from prehensile.kinematics.ik.free_bend import STRAIGHT_STEPS

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})


_TWO_OVER_PI = 0.6366197723675814
_HALF_PI_HIGH, _HALF_PI_LOW = 1.5707963267341256, 6.077100506506192e-11
"""π/2 in two parts, the first of 33 bits: their multiples up to a full turn are exact."""


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"}, inline="always")
def _cos_sin(x: float) -> tuple[float, float]:
    """Cosine and sine together to 1e-16, for angles up to a few turns.

    Polynomials (minimax, on ±π/4) without branches: three times as fast as two library calls.
    """
    n = floor(x * _TWO_OVER_PI + 0.5)
    r = (x - n * _HALF_PI_HIGH) - n * _HALF_PI_LOW
    z = r * r
    p = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10
    p = -1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * p)
    s = r + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * p))
    p = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11
    p = 2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * p)
    p = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * p)
    c = 1.0 - 0.5 * z + z * z * p
    half = floor(0.5 * n)  # quarters in floating point, so that loops over it become vector code
    odd = n - 2.0 * half
    back = half - 2.0 * floor(0.5 * half)
    sign = 1.0 - 2.0 * back
    cosine = sign * (c if odd == 0.0 else -s)
    sine = sign * (s if odd == 0.0 else c)
    return cosine, sine


@_compiled
def closed_form(
    table: np.ndarray, targets: np.ndarray, angles: np.ndarray, miss: np.ndarray
) -> None:
    """Equations (11)–(15), the tip's direction by algebra instead of further sines."""
    several = table.shape[0] > 1
    for i in range(targets.shape[0]):
        finger = table[i if several else 0]
        l1, l2, x3, y3 = finger.first, finger.second, finger.x, finger.y
        px, py = targets[i, 0], targets[i, 1]
        goal = sqrt(px * px + py * py)
        d = min(max(goal, finger.near), finger.far)
        pip = finger.straight + np.arccos(min(d / finger.longest, 1.0)) / finger.rate  # (11)
        c, s = _cos_sin(pip)
        x, y = l1 + l2 * c, l2 * s  # the DIP joint
        mm = x * x + y * y
        m = sqrt(mm)  # (12)
        ll = x3 * x3 + y3 * y3
        l3 = sqrt(ll)
        cos_gamma = (d * d - ll - mm) / (2.0 * l3 * m)  # γ = π − β of (14)
        miss[i] = goal - d
        if abs(cos_gamma) > 1.0 + ROUNDING:
            angles[i, 0] = angles[i, 1] = angles[i, 2] = nan
            continue
        cos_gamma = min(max(cos_gamma, -1.0), 1.0)
        sin_gamma = sqrt(1.0 - cos_gamma * cos_gamma)
        ax, ay = l2 + l1 * c, l1 * s  # along α of (13)
        along, across = m + l3 * cos_gamma, l3 * sin_gamma
        tx, ty = x * along - y * across, y * along + x * across  # the tip, times m
        angles[i, 0] = atan2(tx * py - ty * px, tx * px + ty * py)
        angles[i, 1] = pip
        dip = atan2(sin_gamma * ax - cos_gamma * ay, cos_gamma * ax + sin_gamma * ay)  # γ − α
        angles[i, 2] = dip - finger.phi  # (15)


BLOCK = 128
"""Poses that take their steps together: few enough for the first-level cache."""


@_compiled
def exact(
    table: np.ndarray,
    ratio: float,
    steps: int,
    targets: np.ndarray,
    angles: np.ndarray,
    miss: np.ndarray,
) -> None:
    """Halley steps in u = (θ − θ₀)² from (11), so that θ_DIP = λ θ_PIP and the tip is exact."""
    several = table.shape[0] > 1
    block = np.empty((9, BLOCK))
    for start in range(0, targets.shape[0], BLOCK):
        count = min(BLOCK, targets.shape[0] - start)
        for j in range(count):
            i = start + j
            finger = table[i if several else 0]
            px, py = targets[i, 0], targets[i, 1]
            goal = sqrt(px * px + py * py)
            d = min(max(goal, finger.near), finger.far)
            miss[i] = goal - d
            guess = np.arccos(min(d / finger.longest, 1.0)) / finger.rate
            block[0, j] = min(max(guess, finger.least), finger.most)
            block[1, j], block[2, j] = finger.least, finger.most
            block[3, j], block[4, j] = finger.first, finger.second
            block[5, j], block[6, j] = finger.x, finger.y
            block[7, j], block[8, j] = finger.straight, d
        for _ in range(steps):
            _step(block[0], block[1], block[2], block[3:], ratio, count)
        for j in range(count):
            i = start + j
            finger = table[i if several else 0]
            l1, l2, x, y = block[3, j], block[4, j], block[5, j], block[6, j]
            px, py = targets[i, 0], targets[i, 1]
            pip = block[7, j] + min(max(block[0, j], finger.least), finger.most)
            c1, s1 = _cos_sin(pip)
            c2, s2 = _cos_sin(ratio * pip)
            x2, y2 = l2 + x * c2 - y * s2, x * s2 + y * c2
            tx, ty = l1 + c1 * x2 - s1 * y2, s1 * x2 + c1 * y2
            angles[i, 0] = atan2(tx * py - ty * px, tx * px + ty * py)
            angles[i, 1] = pip
            angles[i, 2] = ratio * pip


@_compiled
def _step(
    bends: np.ndarray,
    lows: np.ndarray,
    highs: np.ndarray,
    finger: np.ndarray,
    ratio: float,
    count: int,
) -> None:
    """One guarded Halley step of a block of poses; straight-line code, compiled to vectors."""
    k1 = 1.0 + ratio
    for j in range(count):
        t, low, high = bends[j], lows[j], highs[j]
        l1, l2, x, y, d = finger[0, j], finger[1, j], finger[2, j], finger[3, j], finger[5, j]
        pip = finger[4, j] + t
        c1, s1 = _cos_sin(pip)
        c2, s2 = _cos_sin(ratio * pip)
        x2, y2 = x * c2 - y * s2, x * s2 + y * c2
        x3, y3 = l1 * (c1 * x2 - s1 * y2), l1 * (s1 * x2 + c1 * y2)
        x2, y2 = l2 * x2, l2 * y2
        l12 = l1 * l2
        square = l1 * l1 + l2 * l2 + x * x + y * y - d * d
        over = square + 2.0 * (l12 * c1 + x3 + x2)
        first = -2.0 * (l12 * s1 + k1 * y3 + ratio * y2)
        second = -2.0 * (l12 * c1 + k1 * k1 * x3 + ratio * ratio * x2)
        low = t if over > 0.0 else low
        high = high if over > 0.0 else t
        by_t = first / (t if t > STRAIGHT_LIMIT else 1.0)
        by_t = by_t if t > STRAIGHT_LIMIT else second
        u = t * t
        # Nearly straight, Newton's step: Halley's without the curvature.
        curvature = second - by_t if t >= NEARLY_STRAIGHT else 0.0
        below = 2.0 * u * by_t * by_t - over * curvature if t >= NEARLY_STRAIGHT else by_t
        above = 4.0 * u * over * by_t if t >= NEARLY_STRAIGHT else 2.0 * over
        u -= above / below
        new = sqrt(u if u > 0.0 else 0.0)
        stuck = (t >= NEARLY_STRAIGHT) & (below > STUCK * t * t * by_t * by_t)
        inside = (new >= low - SLACK) & (new <= high + SLACK) & (not stuck)
        bends[j] = new if inside else 0.5 * (low + high)
        lows[j], highs[j] = low, high


@_compiled
def digits(table: np.ndarray, goals: np.ndarray, angles: np.ndarray, miss: np.ndarray) -> None:
    """Whole digits to points in space: turn the plane, solve it, and again where that misses."""
    which = np.empty(BLOCK, np.int64)
    flat, bent = np.empty((BLOCK, 3)), np.empty((BLOCK, 3))
    turn, off = np.empty(BLOCK), np.empty(BLOCK)
    for j in range(table.shape[0]):
        row = table[j]
        plane, ratio, steps = table[j : j + 1]["plane"], row.ratio, row.steps
        for start in range(0, goals.shape[0], BLOCK):
            count = min(BLOCK, goals.shape[0] - start)
            for i in range(count):
                which[i] = start + i
            for side in range(2):
                for i in range(count):
                    x, y, z = _in_root(row, goals[which[i], j])
                    turn[i] = _abduction(row, x, y, z, side)
                    flat[i, 0], flat[i, 1], flat[i, 2] = _into_plane(row, x, y, z, turn[i])
                exact(plane, ratio, steps, flat[:count, :2], bent[:count], off[:count])
                left = 0
                for i in range(count):
                    n = which[i]
                    flex = _onto(bent[i, 0], row.lower[1], row.upper[1])
                    pip = _onto(bent[i, 1], row.lower[2], row.upper[2])
                    dip = _onto(bent[i, 2], row.lower[3], row.upper[3])
                    how_far = _how_far(row, flex, pip, dip, flat[i])
                    if side == 0 or how_far < miss[n, j]:
                        miss[n, j] = how_far
                        angles[n, j, 0], angles[n, j, 1] = turn[i], flex
                        angles[n, j, 2], angles[n, j, 3] = pip, dip
                    if miss[n, j] > HIT:
                        which[left] = n
                        left += 1
                count = left
                if count == 0:
                    break
            for i in range(count):
                n = which[i]
                miss[n, j] = _give_way(row, goals[n, j], angles[n, j], miss[n, j])


@_compiled
def _in_root(row: np.record, goal: np.ndarray) -> tuple[float, float, float]:
    """A goal from the palm's frame into that of a digit's root."""
    x, y, z = goal[0] - row.origin[0], goal[1] - row.origin[1], goal[2] - row.origin[2]
    return (
        row.into[0, 0] * x + row.into[0, 1] * y + row.into[0, 2] * z,
        row.into[1, 0] * x + row.into[1, 1] * y + row.into[1, 2] * z,
        row.into[2, 0] * x + row.into[2, 1] * y + row.into[2, 2] * z,
    )


@_compiled
def _abduction(row: np.record, x: float, y: float, z: float, side: int) -> float:
    """Turns the plane to a target: A cos α + B sin α + C = 0; side 0 is nearer mid-range."""
    ax, ay, az = row.axis[0], row.axis[1], row.axis[2]
    C = ay * (ax * x + ay * y + az * z)
    A, B = y - C, ax * z - az * x
    h = sqrt(A * A + B * B)
    half = np.arccos(min(max(-C / h, -1.0), 1.0)) if h > 0.0 else 0.5 * pi
    middle = 0.5 * (row.lower[0] + row.upper[0])
    towards = atan2(B, A) - middle
    one, other = _wrapped(towards + half), _wrapped(towards - half)
    if (abs(other) < abs(one)) != (side == 1):
        one = other
    return min(max(middle + one, row.lower[0]), row.upper[0])


@_compiled
def _into_plane(
    row: np.record, x: float, y: float, z: float, abduction: float
) -> tuple[float, float, float]:
    """A target in the plane that abduction turns: x, palmar y, and off the plane."""
    ax, ay, az = row.axis[0], row.axis[1], row.axis[2]
    c, s = _cos_sin(abduction)
    along = (1.0 - c) * (ax * x + ay * y + az * z)
    return (
        c * x - s * (ay * z - az * y) + along * ax,
        -(c * z - s * (ax * y - ay * x) + along * az),
        c * y - s * (az * x - ax * z) + along * ay,
    )


@_compiled
def _how_far(row: np.record, root: float, mid: float, last: float, flat: np.ndarray) -> float:
    """From the tip at these angles to a target in the plane and off it."""
    c1, s1 = _cos_sin(root)
    c2, s2 = _cos_sin(root + mid)
    c3, s3 = _cos_sin(root + mid + last)
    l1, l2, x, y = row.plane.first, row.plane.second, row.plane.x, row.plane.y
    dx = l1 * c1 + l2 * c2 + x * c3 - y * s3 - flat[0]
    dy = l1 * s1 + l2 * s2 + x * s3 + y * c3 - flat[1]
    return sqrt(dx * dx + dy * dy + flat[2] * flat[2])


@_compiled
def _wrapped(angle: float) -> float:
    return angle - 2.0 * pi * floor((angle + pi) / (2.0 * pi))


@_compiled
def _onto(angle: float, lower: float, upper: float) -> float:
    """The angle within the limits that is nearest on the circle."""
    middle = 0.5 * (lower + upper)
    return min(max(middle + _wrapped(angle - middle), lower), upper)


@_compiled
def _corner(square: float, a: float, b: float) -> float:
    """Angle by which bone b bends away from bone a so that they span a square distance."""
    return np.arccos(min(max((square - a * a - b * b) / (2.0 * a * b), -1.0), 1.0))


AT_A_LIMIT, IN_PLANE = 12, 25
"""Poses of `free_bend.at_a_limit`; those, `nearly_straight` and `out_of_reach` together."""


@_compiled
def _give_way(row: np.record, goal: np.ndarray, angles: np.ndarray, miss: float) -> float:
    """Of poses that need not be coupled the best; the coupled one where none is nearer."""
    x, y, z = _in_root(row, goal)
    miss = _settle(row, x, y, z, angles, miss)
    return _nearest_of(row, x, y, z, angles, miss, AT_A_LIMIT + 1)


@_compiled
def _settle(row: np.record, x: float, y: float, z: float, angles: np.ndarray, miss: float) -> float:
    """A coupled pose with the bend that brings the tip nearest while the root is held."""
    flat = np.empty(3)
    flat[0], flat[1], flat[2] = _into_plane(row, x, y, z, angles[0])
    c, s = _cos_sin(angles[1])
    gx, gy = c * flat[0] + s * flat[1], c * flat[1] - s * flat[0]
    least, most = row.plane.straight + row.plane.least, row.plane.straight + row.plane.most
    pip, k = angles[2], 1.0 + row.ratio
    for _ in range(SETTLING):
        c1, s1 = _cos_sin(pip)
        c2, s2 = _cos_sin(k * pip)
        x1, y1 = row.plane.second * c1, row.plane.second * s1
        x2, y2 = row.plane.x * c2 - row.plane.y * s2, row.plane.x * s2 + row.plane.y * c2
        dx, dy = row.plane.first + x1 + x2 - gx, y1 + y2 - gy
        fx, fy = -y1 - k * y2, x1 + k * x2
        curvature = fx * fx + fy * fy - dx * (x1 + k * k * x2) - dy * (y1 + k * k * y2)
        if curvature > 0.0:
            pip -= (dx * fx + dy * fy) / curvature
        pip = min(max(pip, least), most)
    dip = _onto(row.ratio * pip, row.lower[3], row.upper[3])
    pip = _onto(pip, row.lower[2], row.upper[2])
    off = _how_far(row, angles[1], pip, dip, flat)
    if off < miss:
        angles[2], angles[3] = pip, dip
        return off
    return miss


@_compiled
def _nearest_of(
    row: np.record, x: float, y: float, z: float, angles: np.ndarray, miss: float, count: int
) -> float:
    """The best of the given pose and the first poses in either plane, as `best_pose` says."""
    tried, off, flat = np.empty((2 * count + 1, 4)), np.empty(2 * count + 1), np.empty(3)
    tried[0], off[0], n = angles, miss, 1
    lowest = miss
    for side in range(2):
        abduction = _abduction(row, x, y, z, side)
        flat[0], flat[1], flat[2] = _into_plane(row, x, y, z, abduction)
        if abs(flat[2]) > miss + HIT:
            continue  # nothing in this plane is nearer
        for k in range(count):
            root, mid, last = _in_plane(row, k, flat[0], flat[1])
            tried[n, 0], tried[n, 1], tried[n, 2], tried[n, 3] = abduction, root, mid, last
            off[n] = _how_far(row, root, mid, last, flat)
            lowest = min(lowest, off[n])
            n += 1
    limit = HIT if lowest <= HIT else lowest + HIT
    best, least = 0, np.inf
    for k in range(n):
        astray = abs(tried[k, 3] - row.ratio * tried[k, 2])
        if off[k] <= limit and astray < least:
            best, least = k, astray
    angles[:] = tried[best]
    return off[best]


@_compiled
def _in_plane(row: np.record, k: int, px: float, py: float) -> tuple[float, float, float]:
    """The k-th pose that may be nearest in a plane, within the limits."""
    if k < AT_A_LIMIT:
        root, mid, last = _at_a_limit(row, k, px, py)
    elif k == AT_A_LIMIT:
        root, mid, last = _nearly_straight(row, px, py)
    else:
        root, mid, last = _out_of_reach(row, k - AT_A_LIMIT - 1, px, py)
    return (
        _onto(root, row.lower[1], row.upper[1]),
        _onto(mid, row.lower[2], row.upper[2]),
        _onto(last, row.lower[3], row.upper[3]),
    )


@_compiled
def _at_a_limit(row: np.record, k: int, px: float, py: float) -> tuple[float, float, float]:
    """The k-th pose of `free_bend.at_a_limit`."""
    l1, l2, x, y = row.plane.first, row.plane.second, row.plane.x, row.plane.y
    phi = row.plane.phi
    l3 = sqrt(x * x + y * y)
    side = 1.0 if k < 6 else -1.0
    joint = k % 3
    limit = row.lower[1 + joint] if (k // 3) % 2 == 0 else row.upper[1 + joint]
    c, s = _cos_sin(limit)
    if joint == 0:
        along, across = c * px + s * py - l1, c * py - s * px
        inner = side * _corner(along * along + across * across, l2, l3)
        ci, si = _cos_sin(inner)
        return limit, atan2(across, along) - atan2(l3 * si, l2 + l3 * ci), inner - phi
    square = px * px + py * py
    if joint == 1:
        ax, ay = l1 + l2 * c, l2 * s
        m = sqrt(ax * ax + ay * ay)
        inner = side * _corner(square, m, l3)
        ci, si = _cos_sin(inner)
        lean = atan2(ay, ax)
        root = atan2(py, px) - lean - atan2(l3 * si, m + l3 * ci)
        return root, limit, inner + lean - limit - phi
    bx, by = l2 + x * c - y * s, x * s + y * c
    m = sqrt(bx * bx + by * by)
    inner = side * _corner(square, l1, m)
    ci, si = _cos_sin(inner)
    return atan2(py, px) - atan2(m * si, l1 + m * ci), inner - atan2(by, bx), limit


@_compiled
def approach(table: np.ndarray, goals: np.ndarray, angles: np.ndarray, miss: np.ndarray) -> None:
    """What missed, as near as it gets."""
    for j in range(table.shape[0]):
        row = table[j]
        for n in range(goals.shape[0]):
            if miss[n, j] > HIT:
                x, y, z = _in_root(row, goals[n, j])
                if row.oblique:
                    miss[n, j] = _refined(row, x, y, z, angles[n, j], miss[n, j])
                else:
                    miss[n, j] = _nearest_of(row, x, y, z, angles[n, j], miss[n, j], IN_PLANE)


@_compiled
def _refined(
    row: np.record, x: float, y: float, z: float, angles: np.ndarray, miss: float
) -> float:
    """Grid and golden sections over the abduction; in its plane one of 25 poses is nearest."""
    step = (row.upper[0] - row.lower[0]) / (TURN_GRID - 1)
    found = np.empty(4)
    best, lowest = 0, np.inf
    for k in range(TURN_GRID):
        off = _nearest_at(row, x, y, z, row.lower[0] + k * step, found)
        if off < lowest:
            best, lowest = k, off
        if off < miss:
            miss = off
            angles[:] = found
    a = row.lower[0] + max(best - 1, 0) * step
    b = row.lower[0] + min(best + 1, TURN_GRID - 1) * step
    left, right = b - SHRINK * (b - a), a + SHRINK * (b - a)
    at_left = _nearest_at(row, x, y, z, left, found)
    at_right = _nearest_at(row, x, y, z, right, found)
    for _ in range(TURN_GOLDEN):
        if at_left < at_right:
            b, right, at_right = right, left, at_left
            left = b - SHRINK * (b - a)
            at_left = _nearest_at(row, x, y, z, left, found)
        else:
            a, left, at_left = left, right, at_right
            right = a + SHRINK * (b - a)
            at_right = _nearest_at(row, x, y, z, right, found)
    off = _nearest_at(row, x, y, z, 0.5 * (a + b), found)
    if off < miss:
        miss = off
        angles[:] = found
    return miss


@_compiled
def _nearest_at(
    row: np.record, x: float, y: float, z: float, abduction: float, angles: np.ndarray
) -> float:
    flat = np.empty(3)
    abduction = min(abduction, row.upper[0])  # not left by rounding either
    flat[0], flat[1], flat[2] = _into_plane(row, x, y, z, abduction)
    miss = np.inf
    for k in range(IN_PLANE):
        root, mid, last = _in_plane(row, k, flat[0], flat[1])
        off = _how_far(row, root, mid, last, flat)
        if off < miss:
            miss = off
            angles[0], angles[1], angles[2], angles[3] = abduction, root, mid, last
    return miss


@_compiled
def _nearly_straight(row: np.record, px: float, py: float) -> tuple[float, float, float]:
    """The pose of `free_bend.nearly_straight`; stretched where there is none."""
    l1, l2, x, y = row.plane.first, row.plane.second, row.plane.x, row.plane.y
    l3, phi, ratio = sqrt(x * x + y * y), row.plane.phi, row.ratio
    square, longest, whole = px * px + py * py, row.plane.longest, l1 + l2 + l3
    # It overextends, and is for what is beyond the coupling.
    if row.lower[2] >= 0.0 or square <= longest * longest or square >= whole * whole:
        return atan2(py, px), 0.0, -phi
    k = 1.0 + ratio
    turn = (k * l1 * l3 + ratio * l2 * l3) / (l1 * l2 + k * l1 * l3)
    form = l1 * l2 * turn * turn + l1 * l3 * (1.0 - turn) * (1.0 - turn) + l2 * l3
    mid = max(-turn * sqrt((whole * whole - square) / form), -0.5 * pi)
    root = last = 0.0
    for step in range(STRAIGHT_STEPS + 1):
        c, s = _cos_sin(mid)
        ax, ay = l1 + l2 * c, l2 * s
        m = sqrt(ax * ax + ay * ay)
        inner, lean = _corner(square, m, l3), atan2(ay, ax)
        eta = inner + lean - mid
        if step == STRAIGHT_STEPS:
            ci, si = _cos_sin(inner)
            root = atan2(py, px) - lean - atan2(l3 * si, m + l3 * ci)
            last = eta - phi
            break
        c2, s2 = _cos_sin(eta)
        c3, s3 = _cos_sin(mid + eta)
        off = l1 * l2 * s + k * l1 * l3 * s3 + ratio * l2 * l3 * s2
        by = l1 * l2 * c + k * k * l1 * l3 * c3 + ratio * ratio * l2 * l3 * c2
        if by > 0.0:
            mid = min(max(mid - off / by, -0.5 * pi), 0.0)
    return root, mid, last


@_compiled
def _out_of_reach(row: np.record, k: int, px: float, py: float) -> tuple[float, float, float]:
    """The k-th pose of `free_bend.out_of_reach`."""
    l1, l2, x, y = row.plane.first, row.plane.second, row.plane.x, row.plane.y
    phi = row.plane.phi
    one = row.lower if k // 6 == 0 else row.upper
    two = row.lower if (k // 3) % 2 == 0 else row.upper
    if k % 3 == 0:
        mid, last = one[2], two[3]
        c1, s1 = _cos_sin(mid)
        c2, s2 = _cos_sin(mid + last)
        tx, ty = l1 + l2 * c1 + x * c2 - y * s2, l2 * s1 + x * s2 + y * c2
        return atan2(py, px) - atan2(ty, tx), mid, last
    root = one[1]
    c, s = _cos_sin(root)
    kx, ky = l1 * c, l1 * s
    if k % 3 == 1:
        c, s = _cos_sin(two[3])
        lean = atan2(x * s + y * c, l2 + x * c - y * s)
        return root, atan2(py - ky, px - kx) - root - lean, two[3]
    mid = two[2]
    c, s = _cos_sin(root + mid)
    return root, mid, atan2(py - ky - l2 * s, px - kx - l2 * c) - root - mid - phi


@_compiled
def into_palm(
    wrist: np.ndarray, q: np.ndarray, root: np.ndarray, goals: np.ndarray, out: np.ndarray
) -> None:
    """Goals from the world into the palm: back through the forearm, then hinge by hinge."""
    for n in range(goals.shape[0]):
        T, angles = root[n if root.shape[0] > 1 else 0], q[n if q.shape[0] > 1 else 0]
        for j in range(goals.shape[1]):
            x, y, z = goals[n, j, 0] - T[0, 3], goals[n, j, 1] - T[1, 3], goals[n, j, 2] - T[2, 3]
            x, y, z = (
                T[0, 0] * x + T[1, 0] * y + T[2, 0] * z,
                T[0, 1] * x + T[1, 1] * y + T[2, 1] * z,
                T[0, 2] * x + T[1, 2] * y + T[2, 2] * z,
            )
            for k in range(wrist.shape[0]):
                rest, axis, column = wrist[k].rest, wrist[k].axis, wrist[k].column
                x, y, z = x - rest[0, 3], y - rest[1, 3], z - rest[2, 3]
                x, y, z = (
                    rest[0, 0] * x + rest[1, 0] * y + rest[2, 0] * z,
                    rest[0, 1] * x + rest[1, 1] * y + rest[2, 1] * z,
                    rest[0, 2] * x + rest[1, 2] * y + rest[2, 2] * z,
                )
                if column >= 0:
                    ax, ay, az = axis[0], axis[1], axis[2]
                    c, s = _cos_sin(angles[column])
                    along = (1.0 - c) * (ax * x + ay * y + az * z)
                    x, y, z = (
                        c * x - s * (ay * z - az * y) + along * ax,
                        c * y - s * (az * x - ax * z) + along * ay,
                        c * z - s * (ax * y - ay * x) + along * az,
                    )
            out[n, j, 0], out[n, j, 1], out[n, j, 2] = x, y, z
