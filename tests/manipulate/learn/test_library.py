from dataclasses import replace

import numpy as np
from tests.manipulate.learn.ratchet import Ratchet, Turned

from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.library import Library, model, told
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.states import States

FEW = Configuration(first_states=9, neighbours=3, novel=0.3, discount=0.9)
TASK = Ratchet(FEW)
ACTIONS = np.random.default_rng(4).uniform(-0.6, 0.6, (5, 3, 2))


def at_rest(count, seed):
    """Hands in one pose, things and goals anywhere."""
    rng = np.random.default_rng(seed)
    states = TASK.starts(count, rng)
    return replace(states, q=np.zeros_like(states.q), goal=rng.uniform(-1, 1, (count, 1)))


def tried(actions=ACTIONS, seed=1):
    """Each action once."""
    starts = at_rest(len(actions), seed)
    outcomes = Turned(TASK).cycles(starts, actions)
    return Library(actions, np.arange(len(actions)), starts, outcomes.end, outcomes.lost)


def table():
    states = at_rest(9, 2)
    return Table(states, np.zeros((9, 3, 2)), -np.random.default_rng(3).uniform(0, 5, 9))


def test_a_cycle_is_worth_to_a_state_what_playing_it_there_is_worth():
    lookup = table().lookup(TASK)
    states, library = at_rest(4, 5), tried()
    worth = told(TASK, library, model(lookup, library, states), lookup.table.values)
    for s in range(4):
        for k, action in enumerate(ACTIONS):
            end = Turned(TASK).cycles(states[s : s + 1], action[None]).end
            played = TASK.reward(end) + FEW.discount * lookup.values(end)
            np.testing.assert_allclose(worth[s, k], played[0], atol=1e-12)


def test_trials_are_averaged_and_what_loses_the_thing_is_worth_the_least():
    lookup, once = table().lookup(TASK), tried()
    twice = once.tried(ACTIONS[:2], once.starts[:2], once.ends[2:4], np.array([False, True]))
    states = at_rest(3, 6)
    one, two = (
        told(TASK, each, model(lookup, each, states), lookup.table.values) for each in (once, twice)
    )
    np.testing.assert_allclose(two[:, 2:], one[:, 2:])
    np.testing.assert_allclose(two[:, 1], (one[:, 1] + FEW.first_value) / 2)
    never = Library(ACTIONS, [0], once.starts[:1], once.ends[:1], np.zeros(1, bool))
    unknown = told(TASK, never, model(lookup, never, states), lookup.table.values)
    np.testing.assert_array_equal(unknown[:, 1:], FEW.first_value)


def test_cycles_of_others_come_behind_and_unknown_ones_are_not_counted():
    one, other = tried(ACTIONS[:2]), tried(ACTIONS[2:], seed=7)
    both = one.joined(other)
    np.testing.assert_array_equal(both.actions, ACTIONS)
    np.testing.assert_array_equal(both.which, np.arange(5))
    strange = ACTIONS[[3, 0]] + np.array([[[0.0]], [[1e-9]]])
    more = both.tried(strange, one.starts, one.ends, np.zeros(2, bool))
    np.testing.assert_array_equal(more.which, [0, 1, 2, 3, 4, 3])
    assert len(more.starts) == len(more.ends) == len(more.lost) == 6
    np.testing.assert_array_equal(States.joined([more.starts])[5:].thing, one.starts[:1].thing)
