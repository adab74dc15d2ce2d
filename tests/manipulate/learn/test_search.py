import numpy as np
import pytest
from tests.manipulate.learn.ratchet import Ratchet, Turned

from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.cycle.outcome import objective
from prehensile.manipulate.learn.search import release_reset, search, wobbled

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
C = Configuration(generations=8, population=8)


def found(offered, c=C, seeds=(1, 2, 3)):
    task = Ratchet(c)
    states = task.starts(3, np.random.default_rng(0))

    def score(outcomes):
        return objective(c, outcomes, np.zeros(len(outcomes.lost)))

    shapes = np.tile(np.eye(6), (3, 1, 1))
    return states, search(c, Turned(task), score, states, offered, shapes, seeds)


def test_the_search_begins_with_the_best_that_is_offered():
    offered = np.zeros((3, 2, 3, 2))
    states, _ = found(offered)
    offered[:, 1, 1, 0] = (states.goal - states.thing)[:, 0]
    _, told = found(offered, C.changed(generations=0, wobble=0.0))
    np.testing.assert_array_equal(told.actions, offered[:, 1])


def test_it_finds_what_turns_the_wheel_towards_its_goal():
    states, told = found(np.zeros((3, 1, 3, 2)), C.changed(wobble=0.0))
    left = (states.goal - states.thing)[:, 0]
    assert (np.sign(told.actions[:, 1, 0]) == np.sign(left)).all()


def test_a_state_s_search_depends_on_its_own_seed_alone():
    one = found(np.zeros((3, 1, 3, 2)))[1].actions
    two = found(np.zeros((3, 1, 3, 2)), seeds=(1, 9, 3))[1].actions
    np.testing.assert_array_equal(one[[0, 2]], two[[0, 2]])
    assert (one[1] != two[1]).any()


def test_joints_wobble_within_bounds_and_nothing_else_does():
    states = Ratchet(C).starts(6, np.random.default_rng(0))
    off = wobbled(states, 0.2, [np.random.default_rng(k) for k in range(3)])
    moved = np.abs(off.q - states.q)
    assert moved.min() > 0 and moved.max() <= 0.2
    np.testing.assert_array_equal(off.thing, states.thing)
    assert wobbled(states, 0.0, []) is states


def test_the_release_forgets_its_shape():
    shape = np.full((1, 6, 6), 0.3) + np.eye(6)
    kept = release_reset(shape, 0.5)
    np.testing.assert_array_equal(kept[0, :4, :4], shape[0, :4, :4])
    np.testing.assert_array_equal(kept[0, 4:, :4], 0)
    np.testing.assert_array_equal(kept[0, 4:, 4:], 0.25 * np.eye(2))
