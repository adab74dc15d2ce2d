"""Compiled finger solvers; ``_plain`` is the same in NumPy and says what they do."""

from math import atan2, floor, nan, sqrt

import numpy as np
from numba import njit

from prehensile.kinematics._plain import NEARLY_STRAIGHT, ROUNDING, SLACK, STRAIGHT_LIMIT

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
    quarter = int(n) & 3
    cosine = s if quarter & 1 else c
    sine = c if quarter & 1 else s
    cosine = -cosine if quarter == 1 or quarter == 2 else cosine
    sine = -sine if quarter >= 2 else sine
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
    k1 = 1.0 + ratio
    for i in range(targets.shape[0]):
        k = i if several else 0
        l1, l2, x, y, straight = table[k, 0], table[k, 1], table[k, 2], table[k, 3], table[k, 5]
        low, high = table[k, 8], table[k, 9]
        px, py = targets[i, 0], targets[i, 1]
        goal = sqrt(px * px + py * py)
        d = min(max(goal, table[k, 10]), table[k, 11])
        t = np.arccos(min(d / table[k, 6], 1.0)) / table[k, 7]
        t = min(max(t, low), high)
        l12 = l1 * l2
        square = l1 * l1 + l2 * l2 + x * x + y * y - d * d
        for _ in range(steps):
            pip = straight + t
            c1, s1 = _cos_sin(pip)
            c2, s2 = _cos_sin(ratio * pip)
            x2, y2 = x * c2 - y * s2, x * s2 + y * c2
            x3, y3 = l1 * (c1 * x2 - s1 * y2), l1 * (s1 * x2 + c1 * y2)
            x2, y2 = l2 * x2, l2 * y2
            over = square + 2.0 * (l12 * c1 + x3 + x2)
            first = -2.0 * (l12 * s1 + k1 * y3 + ratio * y2)
            second = -2.0 * (l12 * c1 + k1 * k1 * x3 + ratio * ratio * x2)
            if over > 0.0:
                low = t
            else:
                high = t
            by_t = first / t if t > STRAIGHT_LIMIT else second
            u = t * t
            if t < NEARLY_STRAIGHT:
                u -= 2.0 * over / by_t
            else:
                u -= 4.0 * u * over * by_t / (2.0 * u * by_t * by_t - over * (second - by_t))
            t = sqrt(max(u, 0.0))
            if not (low - SLACK <= t <= high + SLACK):
                t = 0.5 * (low + high)
        pip = straight + min(max(t, table[k, 8]), table[k, 9])
        c1, s1 = _cos_sin(pip)
        c2, s2 = _cos_sin(ratio * pip)
        x2, y2 = l2 + x * c2 - y * s2, x * s2 + y * c2
        tx, ty = l1 + c1 * x2 - s1 * y2, s1 * x2 + c1 * y2
        angles[i, 0] = atan2(tx * py - ty * px, tx * px + ty * py)
        angles[i, 1] = pip
        angles[i, 2] = ratio * pip
        miss[i] = goal - d
