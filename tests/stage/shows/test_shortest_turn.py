import numpy as np

from prehensile.lie import so3
from prehensile.stage.shows.shortest_turn import shortest_turn


def test_it_brings_one_direction_to_another_by_the_least_angle(rng):
    for old, new in rng.standard_normal((20, 2, 3)):
        turn = shortest_turn(old, new)
        reached = so3.exp(turn) @ old / np.linalg.norm(old)
        np.testing.assert_allclose(reached, new / np.linalg.norm(new), atol=1e-12)
        cosine = old @ new / np.linalg.norm(old) / np.linalg.norm(new)
        assert np.isclose(np.cos(np.linalg.norm(turn)), cosine)


def test_same_opposite_and_no_directions():
    for old in np.eye(3):
        np.testing.assert_array_equal(shortest_turn(old, 2 * old), 0)
        np.testing.assert_array_equal(shortest_turn(old, np.zeros(3)), 0)
        np.testing.assert_allclose(so3.exp(shortest_turn(old, -old)) @ old, -old, atol=1e-12)
