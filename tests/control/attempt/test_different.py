"""Candidates that promise different ways, and how much they differ."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt.different import expected_way, novelty, spread
from prehensile.quality.judge.way_taken import Way

X, ALL = np.array([1.0, 0.0, 0.0]), frozenset(("thumb", "index"))


def candidate(x=0.0, need=2.0):
    """Laid at x [m], touched 10 mm to both sides of it, three times on one."""
    T = np.eye(4)
    T[0, 3] = 10 * x
    sides = np.array([[-0.01, 0, 0], [0.01, 0, 0], [0.01, 0, 0], [0.01, 0, 0]])
    return SimpleNamespace(
        T_object_palm=T,
        approach=np.array([0.13, 0, 0]),
        touched=sides + T[0, 3] / 10 * X,
        need=need,
    )


def way(x, degrees=0.0, digits=ALL):
    a = np.radians(degrees)
    return Way(np.array([x, 0, 0]), np.array([np.sin(a), 0.0, np.cos(a)]), digits)


def test_a_candidate_says_where_it_comes_from_in_the_world_and_what_lies_between_its_digits():
    turned = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    found = expected_way(candidate(0.02), ("thumb", "index"), turned)
    np.testing.assert_allclose(found.comes_from, [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(found.middle, [0.02, 0, 0], atol=1e-12)
    assert found.pressing == ALL


@pytest.mark.parametrize(
    ("other", "new"),
    [
        (way(0.0), 0.0),
        (way(0.03), 0.5),
        (way(0.2), 1.0),
        (way(0.0, 40.0), 0.5),
        (way(0.0, 170.0), 1.0),
        (way(0.0, 0.0, frozenset(("thumb",))), 0.75),
    ],
)
def test_a_way_is_as_new_as_the_most_alike_lets_it_be(other, new):
    assert novelty(way(0.0), [other]) == pytest.approx(new)
    assert novelty(way(0.0), [way(0.5), other, way(0.3)]) == pytest.approx(new)
    assert novelty(way(0.0), []) == 1.0


def test_few_of_each_place_are_chosen_and_first_what_could_hold():
    places = [(0.0, 2.0), (0.001, 2.0), (0.026, np.inf), (0.029, 2.0), (0.1, 3.0), (0.2, np.inf)]
    found = [(candidate(*place), way(place[0])) for place in places]
    by_number = {id(c): k for k, (c, _) in enumerate(found)}
    chosen = [by_number[id(c)] for c in spread(found, 9)]
    # 1 lies as 0 does, and 2 is a third one of their place.
    assert chosen == [0, 3, 4, 5]
    assert [by_number[id(c)] for c in spread(found, 2)] == [0, 3]
