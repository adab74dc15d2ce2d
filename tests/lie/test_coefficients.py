from fractions import Fraction
from math import factorial

import numpy as np
import pytest

from prehensile.lie import _coefficients as coefficient
from prehensile.lie._coefficients import SMALL_ANGLE

# Exact rational power series, forty terms: right to far below rounding up to 4 rad.
TERMS = {
    "sine": lambda k: Fraction(1, factorial(2 * k + 1)),
    "versine": lambda k: Fraction(1, factorial(2 * k + 2)),
    "sine_lag": lambda k: Fraction(1, factorial(2 * k + 3)),
    "versine_lag": lambda k: Fraction(1, factorial(2 * k + 4)),
    "fifth": lambda k: Fraction(k + 1, factorial(2 * k + 5)),
}
EDGE = SMALL_ANGLE
ANGLES = [0.0, 1e-160, 1e-8, 1e-3, 0.1, EDGE - 1e-9, EDGE, EDGE + 1e-9, 1.5, 3.0]


def exact(name, theta):
    square = Fraction(theta) ** 2
    return float(sum((-1) ** k * TERMS[name](k) * square**k for k in range(40)))


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_equals_the_exact_series_on_both_sides_of_the_threshold(name, dtype):
    got = getattr(coefficient, name)(np.array(ANGLES, dtype) ** 2)
    want = np.array([exact(name, theta) for theta in ANGLES])
    assert got.dtype == dtype
    # The worst closed form loses about 200 roundings at the threshold.
    np.testing.assert_allclose(got, want, rtol=400 * np.finfo(dtype).eps)


@pytest.mark.parametrize("name", TERMS)
def test_two_branches_meet_at_the_threshold(name):
    below, above = getattr(coefficient, name)(np.array([EDGE - 1e-12, EDGE + 1e-12]) ** 2)
    assert below == pytest.approx(above, rel=1e-11)


def test_inverse_quadratic_equals_its_closed_form_and_its_limit():
    theta = np.array([0.5, EDGE - 1e-9, EDGE + 1e-9, 2 * EDGE - 1e-9, 2 * EDGE + 1e-9, 3.0, 6.0])
    want = (1 - theta / 2 / np.tan(theta / 2)) / theta**2
    np.testing.assert_allclose(coefficient.inverse_quadratic(theta**2), want, rtol=1e-13)
    assert coefficient.inverse_quadratic(np.array(0.0)) == pytest.approx(1 / 12, rel=1e-15)
