"""Equation (5), number by number."""

import numpy as np

from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import Gains
from prehensile.control.law.setpoints import Setpoints


def test_equation_5(rng):
    angle, rate = rng.normal(size=(2, 6, 2))
    term = ActiveTerm(Setpoints(("a", "b"), angle, rate))
    blend = np.array([0, 0.4, 0.6, 0, 0, 0])
    q, qd = rng.normal(size=(2, 2))
    pull = term.pull(blend, Gains(strength=3))
    found = pull.towards - pull.spring * q - pull.damper * qd
    wanted = 0.4 * angle[1] + 0.6 * angle[2], 0.4 * rate[1] + 0.6 * rate[2]
    np.testing.assert_allclose(found, 3 * (200 * (wanted[0] - q) + 50 * (wanted[1] - qd)))
