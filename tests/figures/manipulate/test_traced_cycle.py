"""A trace adds up to what learning sums."""

import numpy as np
import pytest

from prehensile.figures.manipulate.traced_cycle import traced_cycle
from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.cycle.phases import PHASES
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named


@pytest.mark.parametrize("name", ["dial", "ball"])
def test_terms_and_ends_are_those_of_learning(name):
    task = task_named(name, configuration=NUMBERS[name].changed(longest=0.25))
    starts = task.starts(2, np.random.default_rng(505))
    actions = task.examples[[0, -1]]
    outcomes = Threads(task, worlds=2, threads=1).cycles(starts, actions)
    for k in range(2):
        trace = traced_cycle(task, starts[k : k + 1], actions[k])
        np.testing.assert_allclose(trace.terms.sum(axis=0), outcomes.terms[k], rtol=1e-9)
        np.testing.assert_array_equal(trace.end.q[0], outcomes.end.q[k])
        steps = [int((trace.phase == phase).sum()) for phase in range(len(PHASES))]
        np.testing.assert_allclose(
            np.array(steps) * task.configuration.timestep, outcomes.durations[k]
        )
        assert trace.terms[:, TERMS.index("tau")].min() > 0  # every step costs effort
