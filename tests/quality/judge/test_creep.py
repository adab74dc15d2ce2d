"""Creep: closed forms."""

import numpy as np
import pytest

from prehensile.lie import se3
from prehensile.quality.judge.creep import creep_rate


def test_a_steady_motion_gives_its_speed(rng):
    T = se3.exp(rng.normal(size=6))
    com = rng.normal(size=3)
    later = T.copy()
    later[:3, 3] += [3e-6, 0, 4e-6]
    creep = creep_rate(T, later, com, 10.0)
    assert creep.linear == pytest.approx(5e-7, rel=1e-6)
    assert creep.angular == pytest.approx(0, abs=1e-12)


def test_turning_about_the_centre_of_mass_moves_nothing(rng):
    com = np.array([0.1, 0.0, 0.0])
    about = se3.exp([0, 0, 0, 0, 0, 0.02])
    shift = np.eye(4)
    shift[:3, 3] = com
    later = shift @ about @ se3.inverse(shift)
    creep = creep_rate(np.eye(4), later, com, 2.0)
    assert creep.linear == pytest.approx(0, abs=1e-12)
    assert creep.angular == pytest.approx(0.01)
