"""Compiled finger solvers; ``_plain`` is the same in NumPy and says what they do."""

from math import atan2, floor, nan, sqrt

import numpy as np
from numba import njit

from prehensile.kinematics._plain import NEARLY_STRAIGHT, ROUNDING, SLACK, STRAIGHT_LIMIT, STUCK

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
        k = i if several else 0
        l1, l2, x3, y3, phi = table[k, 0], table[k, 1], table[k, 2], table[k, 3], table[k, 4]
        px, py = targets[i, 0], targets[i, 1]
        goal = sqrt(px * px + py * py)
        d = min(max(goal, table[k, 10]), table[k, 11])
        pip = table[k, 5] + np.arccos(min(d / table[k, 6], 1.0)) / table[k, 7]  # (11)
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
        angles[i, 2] = dip - phi  # (15)


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
            k = i if several else 0
            px, py = targets[i, 0], targets[i, 1]
            goal = sqrt(px * px + py * py)
            d = min(max(goal, table[k, 10]), table[k, 11])
            miss[i] = goal - d
            guess = np.arccos(min(d / table[k, 6], 1.0)) / table[k, 7]
            block[0, j] = min(max(guess, table[k, 8]), table[k, 9])
            block[1, j], block[2, j] = table[k, 8], table[k, 9]
            block[3, j], block[4, j] = table[k, 0], table[k, 1]
            block[5, j], block[6, j] = table[k, 2], table[k, 3]
            block[7, j], block[8, j] = table[k, 5], d
        for _ in range(steps):
            _step(block[0], block[1], block[2], block[3:], ratio, count)
        for j in range(count):
            i = start + j
            k = i if several else 0
            l1, l2, x, y = block[3, j], block[4, j], block[5, j], block[6, j]
            px, py = targets[i, 0], targets[i, 1]
            pip = block[7, j] + min(max(block[0, j], table[k, 8]), table[k, 9])
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
