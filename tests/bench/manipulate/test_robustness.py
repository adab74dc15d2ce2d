"""The experiment of 3.4.4, behind a seam without physics and, hardly learned, with it."""

import numpy as np
import pytest

from prehensile.bench.manipulate.robustness import OFF, fixed_policy, fixed_task, robustness
from prehensile.manipulate.evaluators.threads import Threads

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
TINY = {
    "first_states": 3, "sweeps": 1, "generations": 1, "population": 4, "longest": 0.1,
}  # fmt: skip


@pytest.fixture(scope="module")
def learned():
    task = fixed_task(**TINY)
    evaluator = Threads(task, worlds=8, threads=1)
    return task, evaluator, fixed_policy(task, evaluator, states=2)


def test_the_best_states_are_kept_and_none_joins(learned):
    task, evaluator, table = learned
    assert len(table.states) == 2
    np.testing.assert_allclose(table.states.thing - table.states.goal, OFF)
    every = fixed_policy(task, evaluator, states=99)
    assert len(every.states) == 3
    ends = task.reward(evaluator.cycles(every.states, every.actions).end)
    mine = task.reward(evaluator.cycles(table.states, table.actions).end)
    np.testing.assert_allclose(np.sort(mine), np.sort(ends)[-2:])


def test_hands_that_start_where_they_should_do_what_was_learned(learned):
    task, evaluator, table = learned
    found = robustness(task, table, evaluator, phi=(0.0, 0.3), neighbours=(1, 2), trials=4)
    assert found.reward.shape == (2, 2) and found.seconds.shape == (2, 2, 2)
    own = task.reward(evaluator.cycles(table.states, table.actions).end).mean()
    np.testing.assert_allclose(found.reward[:, 0], own, atol=1e-6)
    assert (found.reward <= 0).all() and (found.seconds[..., 0] > 0).all()
    assert abs(found.reward[0, 1] - own) > 1e-6
