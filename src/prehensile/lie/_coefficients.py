"""Functions of a rotation angle that are 0/0 at zero, exact to rounding everywhere.

Each takes θ² (shape ``(...)``, [rad²]) and returns the same shape. All are entire functions
of θ², so below :data:`SMALL_ANGLE` a short power series serves, above it the closed form.
"""

from collections.abc import Callable
from math import factorial

import numpy as np

SMALL_ANGLE = 1.0
"""[rad] Below it the series is used. The closed forms subtract nearly equal numbers and lose
up to about 1/θ⁵ in precision: at 1 rad that is still only two digits for the worst of them,
at 0.01 rad it is everything. The series is as exact at 1 rad as at 0, see ``SERIES_TERMS``."""

SERIES_TERMS = 10
"""At θ = 1 the first term left out is below 1/20!, which is 4e-19."""


def sine(theta2: np.ndarray) -> np.ndarray:
    """The ratio sin θ / θ."""
    return _blend(theta2, _SINE, lambda x: np.sin(x) / x)


def versine(theta2: np.ndarray) -> np.ndarray:
    """(1 − cos θ) / θ²."""
    return _blend(theta2, _VERSINE, lambda x: (1 - np.cos(x)) / x**2)


def sine_lag(theta2: np.ndarray) -> np.ndarray:
    """(θ − sin θ) / θ³."""
    return _blend(theta2, _SINE_LAG, lambda x: (x - np.sin(x)) / x**3)


def versine_lag(theta2: np.ndarray) -> np.ndarray:
    """(θ² / 2 + cos θ − 1) / θ⁴."""
    return _blend(theta2, _VERSINE_LAG, lambda x: (x**2 / 2 + np.cos(x) - 1) / x**4)


def fifth(theta2: np.ndarray) -> np.ndarray:
    """(2θ − 3 sin θ + θ cos θ) / (2 θ⁵)."""
    return _blend(theta2, _FIFTH, lambda x: (2 * x - 3 * np.sin(x) + x * np.cos(x)) / (2 * x**5))


def inverse_quadratic(theta2: np.ndarray) -> np.ndarray:
    """(1 − (θ/2) cot(θ/2)) / θ², infinite at θ = 2π.

    With h = θ/2 it equals g(h) / (4 sin h / h), g = (sin h − h cos h) / h³: both entire.
    """
    half2 = theta2 / 4
    g = _blend(half2, _SLOPE, lambda h: (np.sin(h) - h * np.cos(h)) / h**3)
    return g / (4 * sine(half2))


def sine_versine(theta2: float) -> tuple[float, float]:
    """`sine` and `versine` of one number, in plain numbers: the same bits."""
    if theta2 < SMALL_ANGLE**2:
        first, second = _SINE[-1], _VERSINE[-1]
        for a, b in _BOTH:
            first, second = first * theta2 + a, second * theta2 + b
        return first, second
    x = np.sqrt(theta2)
    return float(np.sin(x) / x), float((1 - np.cos(x)) / x**2)


def _blend(
    theta2: np.ndarray, series: list[float], closed: Callable[[np.ndarray], np.ndarray]
) -> np.ndarray:
    """The power series in θ² where θ is small, the closed form elsewhere; no NaN in either."""
    small = theta2 < SMALL_ANGLE**2
    # Each branch gets an operand it can bear where the other one is taken.
    near = np.where(small, theta2, 0)
    total = np.full_like(near, series[-1])
    for coefficient in series[-2::-1]:
        total = total * near + coefficient
    if np.all(small):
        return total
    return np.where(small, total, closed(np.sqrt(np.where(small, 1, theta2))))


def _series(term: Callable[[int], float]) -> list[float]:
    return [(-1) ** k * term(k) for k in range(SERIES_TERMS)]


_SINE = _series(lambda k: 1 / factorial(2 * k + 1))
_VERSINE = _series(lambda k: 1 / factorial(2 * k + 2))
_BOTH = list(zip(_SINE[-2::-1], _VERSINE[-2::-1], strict=True))
_SINE_LAG = _series(lambda k: 1 / factorial(2 * k + 3))
_VERSINE_LAG = _series(lambda k: 1 / factorial(2 * k + 4))
_FIFTH = _series(lambda k: (k + 1) / factorial(2 * k + 5))
_SLOPE = _series(lambda k: (2 * k + 2) / factorial(2 * k + 3))
