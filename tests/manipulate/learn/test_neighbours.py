import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.manipulate.features import TURN, Block, Layout
from prehensile.manipulate.learn import _kernels, _plain
from prehensile.manipulate.learn.neighbours import Nearest, Neighbours

LAYOUT = Layout([Block("q", 5), Block("place", 3, weight=100.0), Block("turn", 4, TURN)])


def drawn(rng, n):
    turn = so3.to_quat(so3.random(rng, (n,)))
    return np.concatenate([rng.normal(size=(n, 5)), 0.01 * rng.normal(size=(n, 3)), turn], axis=1)


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10_000), k=st.integers(1, 8))
def test_distance_is_that_of_the_thesis(seed, k):
    rng = np.random.default_rng(seed)
    rows, query = drawn(rng, 12), drawn(rng, 3)
    found = Neighbours(LAYOUT, rows).nearest(query, k)
    for one, index, distance in zip(query, found.rows, found.distance, strict=True):
        R = np.swapaxes(so3.from_quat(rows[:, 8:]), 1, 2) @ so3.from_quat(one[8:])
        d = (
            np.linalg.norm(rows[:, :5] - one[:5], axis=1)
            + 100 * np.linalg.norm(rows[:, 5:8] - one[5:8], axis=1)
            + np.linalg.norm(so3.log(R), axis=1)
        )
        np.testing.assert_array_equal(index, np.argsort(d)[:k])
        np.testing.assert_allclose(distance, np.sort(d)[:k], atol=1e-7)


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_twins_agree(seed):
    rng = np.random.default_rng(seed)
    rows, query = drawn(rng, 20), drawn(rng, 4)
    rows[7] = rows[3]
    found = []
    for module in (_kernels, _plain):
        index, distance = np.empty((4, 6), np.int64), np.empty((4, 6))
        module.nearest(rows, query, LAYOUT.table, LAYOUT.weight, index, distance)
        found.append((index, distance))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_allclose(found[0][1], found[1][1], atol=1e-7)


def test_weights_are_convex_and_a_state_is_its_own_neighbour():
    rows = drawn(np.random.default_rng(0), 9)
    found = Neighbours(LAYOUT, rows).nearest(rows, 6)
    np.testing.assert_array_equal(found.rows[:, 0], np.arange(9))
    np.testing.assert_allclose(found.weights().sum(axis=1), 1)
    far = Nearest(np.zeros((1, 2), np.int64), np.array([[0.5, 1.0]]))
    np.testing.assert_allclose(far.weights(), [[0.8, 0.2]])


def test_fewer_states_than_neighbours():
    rows = drawn(np.random.default_rng(0), 2)
    assert Neighbours(LAYOUT, rows).nearest(rows[:1], 6).rows.shape == (1, 2)


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="no states"):
        Neighbours(LAYOUT, np.zeros((0, 12)))
    with pytest.raises(InputError, match="expected"):
        Neighbours(LAYOUT, np.ones((1, 12))).nearest(np.ones((1, 3)), 1)
    with pytest.raises(InputError, match="four columns"):
        Layout([Block("turn", 3, TURN)])
