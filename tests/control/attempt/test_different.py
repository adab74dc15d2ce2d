"""Ways that differ, and ways that only seem to."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt.different import Way, all_different, expected_way

ABOVE = np.array([0.0, 0.0, 1.0])
ALL = frozenset(("thumb", "index"))


def tilted(degrees):
    a = np.radians(degrees)
    return np.array([np.sin(a), 0.0, np.cos(a)])


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (Way(np.array([0.02, 0, 0]), tilted(30), ALL), False),
        (Way(np.array([0.031, 0, 0]), ABOVE, ALL), True),
        (Way(np.zeros(3), tilted(41), ALL), True),
        (Way(np.zeros(3), ABOVE, frozenset(("thumb", "middle"))), True),
    ],
)
def test_place_side_or_digits_make_another_way(other, differs):
    one = Way(np.zeros(3), ABOVE, ALL)
    assert one.differs(other) is differs and other.differs(one) is differs


def test_each_chosen_one_differs_from_all_before_it():
    places = [0.0, 0.01, 0.035, 0.04, 0.08]
    found = [(k, Way(np.array([x, 0, 0]), ABOVE, ALL)) for k, x in enumerate(places)]
    assert all_different(found, 9) == [0, 2, 4]
    assert all_different(found, 2) == [0, 2]


def test_a_candidate_says_where_it_comes_from_in_the_world():
    turned = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    candidate = SimpleNamespace(
        T_object_palm=np.eye(4),
        approach=np.array([0.13, 0, 0]),
        touched=np.array([[0.0, 0, 0], [0.02, 0, 0]]),
    )
    way = expected_way(candidate, ("thumb", "index"), turned)
    np.testing.assert_allclose(way.comes_from, [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(way.middle, [0.01, 0, 0])
