"""Hands eased off what they touch, against distances measured by brute force."""

import numpy as np
import pytest

from prehensile.control.place.easing import FARTHEST, STILL_CLEAR, eased
from prehensile.control.place.surroundings import Surroundings
from prehensile.kinematics.capsules import Capsules
from prehensile.lie import se3

BAR = Capsules(np.array([[-0.05, 0.0, 0.0]]), np.array([[0.05, 0.0, 0.0]]), np.array([0.01]))
UP = np.array([0.0, 1.0, 0.0])


def scene(points, table=-np.inf):
    points = np.asarray(points, float).reshape(-1, 3)
    nowhere = np.zeros((0, 3))
    return Surroundings(points, points, nowhere, UP, np.zeros(3), 1.0, 0.0, table)


def gap(T, points):
    """[m] from the bar's axis, a segment of 10 cm, to the nearest point."""
    local = se3.apply(se3.inverse(T), np.asarray(points, float).reshape(-1, 3))
    aside = local - np.clip(local @ [1, 0, 0], -0.05, 0.05)[:, None] * [1, 0, 0]
    return float(np.linalg.norm(aside, axis=1).min()) - 0.01


def test_where_nothing_is_near_it_backs_off_and_no_more(rng):
    start = se3.exp(rng.normal(size=6))
    T = eased(BAR, scene([100.0, 0, 0]), start, 0.007)
    assert T is not None
    np.testing.assert_allclose(T[:3, 3] - start[:3, 3], 0.007 * start[:3, 2], atol=1e-12)
    np.testing.assert_array_equal(T[:3, :3], start[:3, :3])


@pytest.mark.parametrize("point", [(0.01, 0.0, -0.005), (0.0, 0.006, 0.0), (0.055, 0.0, -0.002)])
def test_it_leaves_what_it_touches_by_the_shortest_way(point):
    T = eased(BAR, scene(point), np.eye(4), 0.0)
    assert T is not None
    wanted = STILL_CLEAR - gap(np.eye(4), point)
    assert gap(T, point) >= STILL_CLEAR
    assert np.linalg.norm(T[:3, 3]) == pytest.approx(wanted, abs=4e-4)


def test_it_rises_over_the_table():
    T = eased(BAR, scene([100.0, 0, 0], table=0.0), np.eye(4), 0.0)
    assert T is not None
    assert T[1, 3] - 0.01 >= STILL_CLEAR and T[1, 3] < 0.01 + STILL_CLEAR + 1e-3
    assert T[0, 3] == T[2, 3] == 0


def test_too_deep_and_hemmed_in_are_refused():
    assert eased(BAR, scene([100.0, 0, 0]), np.eye(4), FARTHEST + 1e-4) is None
    jaws = [(0.0, 0.0, 0.011), (0.0, 0.0, -0.011), (0.0, 0.011, 0.0), (0.0, -0.011, 0.0)]
    assert eased(BAR, scene(jaws), np.eye(4), 0.0) is None
