"""From rest to rest: the polynomial, its derivative, and rest outside."""

import numpy as np
import pytest

from prehensile.motion.minimum_jerk import minimum_jerk

POLYNOMIAL = np.polynomial.Polynomial([0, 0, 0, 10, -15, 6])


def test_it_starts_and_ends_at_rest():
    assert minimum_jerk(0.0) == (0.0, 0.0)
    assert minimum_jerk(1.0) == (1.0, 0.0)
    assert minimum_jerk(2.0) == (1.0, 0.0)
    assert minimum_jerk(-1.0) == (0.0, 0.0)
    for order in (1, 2):
        np.testing.assert_allclose(POLYNOMIAL.deriv(order)([0, 1]), 0, atol=1e-12)


@pytest.mark.parametrize("u", [0.1, 0.4, 0.9])
def test_position_and_velocity_are_the_polynomial_and_its_derivative(u):
    s, rate = minimum_jerk(u)
    assert s == pytest.approx(POLYNOMIAL(u))
    assert rate == pytest.approx(POLYNOMIAL.deriv()(u))


def test_an_array_is_taken_number_by_number():
    u = np.linspace(-0.5, 1.5, 21).reshape(3, 7)
    s, rate = minimum_jerk(u)
    alone = np.array([[minimum_jerk(float(v)) for v in row] for row in u])
    np.testing.assert_allclose(s, alone[..., 0], atol=1e-15)
    np.testing.assert_allclose(rate, alone[..., 1], atol=1e-15)
