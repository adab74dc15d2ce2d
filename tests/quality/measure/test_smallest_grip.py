"""The least pressing that bears a load: closed forms, and what no pressing bears."""

import numpy as np
import pytest

from prehensile.bench.quality.closed_forms import opposed_pair, tripod_on_ball
from prehensile.errors import InputError
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.random_grasp import closed_wrenches
from prehensile.quality.measure.reach import reach
from prehensile.quality.measure.smallest_grip import smallest_grip

DOWN = np.array([0, 0, -9.81, 0, 0, 0])


@pytest.mark.parametrize("mu", [0.3, 0.8])
def test_two_and_three_fingers_need_the_weight_over_friction(mu):
    pair = smallest_grip(opposed_pair(mu, 1.0, 0.1), DOWN)
    assert pair.total == pytest.approx(9.81 / mu)
    np.testing.assert_allclose(pair.force, 9.81 / mu / 2)
    tripod = smallest_grip(tripod_on_ball(mu, 1.0), DOWN)
    assert tripod.total == pytest.approx(9.81 / mu)


def test_pushing_from_below_needs_the_weight_alone():
    below = np.array([[0.0, 0, -0.05]])
    found = smallest_grip(contact_wrenches(below, [[0.0, 0, 1]], 0.5, np.zeros(3), 1.0), DOWN)
    assert found.total == pytest.approx(9.81)


def test_what_no_force_bears_is_infinite():
    hard = opposed_pair(0.5, 1.0, 0.0)
    spin = [0, 0, 0, 1.0, 0, 0]
    assert smallest_grip(hard, spin).total == np.inf
    assert smallest_grip(opposed_pair(0.5, 1.0, 0.1), spin).total == pytest.approx(10)
    nothing = np.zeros((0, 3))
    empty = contact_wrenches(nothing, nothing, 0.5, np.zeros(3), 1.0)
    assert smallest_grip(empty, DOWN).total == np.inf


def test_fingers_that_are_not_strong_enough():
    pair = opposed_pair(0.5, 1.0, 0.1)
    assert smallest_grip(pair, DOWN, 9.82).total == pytest.approx(19.62)
    assert smallest_grip(pair, DOWN, 9.80).total == np.inf


def test_it_is_one_over_the_reach(rng):
    for found in closed_wrenches(rng, 5, 5):
        load = rng.normal(size=6)
        known = 1 / reach(found, -load, total=1.0)
        assert smallest_grip(found, load).total == pytest.approx(known)


def test_no_load_is_refused():
    with pytest.raises(InputError, match="load"):
        smallest_grip(opposed_pair(0.5, 1.0, 0.1), np.zeros(6))
