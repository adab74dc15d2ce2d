"""Candidates that promise different ways."""

from types import SimpleNamespace

import numpy as np

from prehensile.control.attempt.different import all_different, expected_way
from prehensile.quality.judge.way_taken import Way

ABOVE = np.array([0.0, 0.0, 1.0])
ALL = frozenset(("thumb", "index"))


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
