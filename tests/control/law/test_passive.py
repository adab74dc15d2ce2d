"""Equation (3), number by number."""

import numpy as np

from prehensile.control.law.gains import Gains
from prehensile.control.law.passive import PassiveTerm

TERM = PassiveTerm(neutral=np.array([0.2, 0.2, 0.2]), lower=np.zeros(3), upper=np.ones(3))
Q, QD = np.array([0.5, -0.1, 1.3]), np.array([1.0, -2.0, 0.0])


def acceleration(pull):
    return pull.towards - pull.spring * Q - pull.damper * QD


def test_equation_3():
    limit = np.array([0.0, 0.1, -0.3])  # θ_LIMIT − θ where it is outside
    expected = 200 * (0.2 - Q) + 5000 * limit - 50 * QD
    np.testing.assert_allclose(acceleration(TERM.pull(Q, Gains())), expected)


def test_strength_leaves_the_limits_as_they_are():
    limit = np.array([0.0, 0.1, -0.3])
    expected = 10 * (200 * (0.2 - Q) - 50 * QD) + 5000 * limit
    np.testing.assert_allclose(acceleration(TERM.pull(Q, Gains(strength=10))), expected)


def test_without_limits():
    expected = 200 * (0.2 - Q) - 50 * QD
    np.testing.assert_allclose(acceleration(TERM.pull(Q, Gains(limit=0))), expected)
