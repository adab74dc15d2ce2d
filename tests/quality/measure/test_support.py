"""Support of a grip: closed forms of two and more fingers."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.quality.measure.support import grip_support

TWO = (np.array([[0.03, 0, 0], [-0.03, 0, 0]]), np.array([[-1.0, 0, 0], [1.0, 0, 0]]))


def test_two_opposed_fingers_bear_twice_friction_times_grip():
    support = grip_support(*TWO, np.array([5.0, 5.0]), 0.8, np.zeros(3))
    for name in ("up", "down", "left (+y)", "right (−y)"):
        assert support.available[name] == pytest.approx(2 * 0.8 * 5.0, rel=1e-6)


def test_along_their_line_they_bear_what_one_of_them_presses():
    support = grip_support(*TWO, np.array([5.0, 3.0]), 0.8, np.zeros(3))
    assert support.available["forward (+x)"] == pytest.approx(5.0)
    assert support.available["back (−x)"] == pytest.approx(3.0)
    assert support.weakest == "back (−x)"


def test_grips_above_the_centre_of_mass_cannot_stop_a_sideways_pull_from_swinging_it():
    com = np.array([0.0, 0.0, -0.05])
    support = grip_support(*TWO, np.array([5.0, 5.0]), 0.8, com)
    assert support.available["left (+y)"] == pytest.approx(0.0, abs=1e-6)
    assert support.available["down"] == pytest.approx(8.0)


def test_no_contact_bears_nothing():
    support = grip_support(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), 0.8, np.zeros(3))
    assert set(support.available.values()) == {0.0}


def test_forces_that_are_no_numbers_are_refused():
    with pytest.raises(InputError, match="not finite"):
        grip_support(*TWO, np.array([5.0, np.nan]), 0.8, np.zeros(3))


def test_more_friction_never_bears_less(rng):
    pos = rng.normal(size=(6, 3)) * 0.03
    normal = -pos / np.linalg.norm(pos, axis=1, keepdims=True)
    force = rng.uniform(1, 5, 6)
    weak, strong = (grip_support(pos, normal, force, mu, np.zeros(3)) for mu in (0.3, 0.8))
    for name, value in weak.available.items():
        assert strong.available[name] >= value - 1e-9
