from dataclasses import replace

import numpy as np
import pytest
from tests.manipulate.learn.ratchet import LAYOUT, MOST, Ratchet, Turned

from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.neighbours import Neighbours
from prehensile.manipulate.learn.value_iteration import begin, novel, sweep

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
FEW = Configuration(
    generations=12, population=10, first_states=12, neighbours=3, novel=0.3, sweeps=12
)


def learned(configuration, sweeps, seed=0):
    task = Ratchet(configuration)
    evaluator, progress = Turned(task), begin(task, seed)
    for _ in range(sweeps):
        progress = sweep(task, evaluator, progress)
    return task, evaluator, progress


def test_the_wheel_is_turned_to_its_goal_from_anywhere():
    task, evaluator, progress = learned(FEW, 6)
    lookup = progress.table.lookup(task)
    states = task.starts(40, np.random.default_rng(7))
    for _ in range(12):
        states = evaluator.cycles(states, lookup.actions(task.features(states))).end
    assert (task.reward(states) > -0.1).mean() > 0.9
    assert progress.means[-1] > progress.means[0] > FEW.first_value
    assert progress.counts[-1] > 12


@pytest.mark.long
def test_values_approach_those_of_turning_as_far_as_one_can():
    task, _, progress = learned(FEW, 10)
    states, values = progress.table.states, progress.table.values
    wrong = []
    for left, value, q in zip(-task.reward(states), values, states.q[:, 0], strict=True):
        able, best, factor = MOST * np.exp(-(q**2)), 0.0, 1.0
        while left > 1e-9:  # Bellman: Σ γ^i R(s_i+1)
            left = max(0.0, left - able)
            best, factor, able = best - factor * left, factor * FEW.discount, MOST
        wrong.append(abs(value - best))
    assert np.median(wrong) < 0.1  # neighbours blend, so no state has quite its own
    assert max(wrong) < 1.0


def test_the_printed_order_learns_too():
    _, _, progress = learned(FEW.changed(order="printed"), 4)
    assert progress.means[-1] > -4


def test_the_same_seed_gives_the_same_and_another_does_not():
    one, two, other = (learned(FEW, 2, seed)[2] for seed in (0, 0, 1))
    np.testing.assert_array_equal(one.table.actions, two.table.actions)
    assert (
        one.table.actions.shape != other.table.actions.shape
        or (one.table.actions != other.table.actions).any()
    )


def test_what_is_known_or_done_never_joins():
    task = Ratchet(FEW)
    states = task.starts(5, np.random.default_rng(0))
    actions = np.zeros((5, 3, 2))
    actions[:, 2, 0] = (states.q[0, 0], states.q[1, 0], 2.0, 2.01, -2.5)
    met = Turned(task).cycles(states, actions).end
    there = replace(met, thing=met.goal + 0.5 * FEW.near)
    assert len(novel(task, states, there)) == 0
    new = novel(task, states, met)
    assert set(new.q[:, 0]) <= {2.0, 2.01, -2.5} and -2.5 in new.q
    near = Neighbours(LAYOUT, task.features(states)).nearest(task.features(new), 1).distance[:, 0]
    assert near[0] == near.max() > FEW.novel  # the strangest first
    assert len(novel(Ratchet(FEW.changed(joining=1)), states, met)) == 1
    assert len(novel(Ratchet(FEW.changed(most_states=5)), states, met)) == 0


def test_what_is_lost_never_joins():
    _, _, progress = learned(FEW, 4)
    assert np.abs(progress.table.states.q).max() <= 3
