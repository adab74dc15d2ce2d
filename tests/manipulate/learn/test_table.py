import numpy as np
from tests.manipulate.learn.ratchet import Ratchet

from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.table import Table


def test_fewer_actions_than_values_may_be_blended():
    task = Ratchet(Configuration(neighbours=3))
    states = task.starts(6, np.random.default_rng(0))
    rng = np.random.default_rng(1)
    table = Table(states, rng.normal(size=(6, 3, 2)), -rng.uniform(1, 2, 6))
    asked = task.starts(5, np.random.default_rng(2))
    blending = table.lookup(task)
    sharp = table.lookup(Ratchet(Configuration(neighbours=3, acting=1)))
    nearest = blending.near(asked).rows[:, 0]
    np.testing.assert_array_equal(sharp.actions(task.features(asked)), table.actions[nearest])
    np.testing.assert_array_equal(sharp.values(asked), blending.values(asked))
    assert (blending.actions(task.features(asked)) != table.actions[nearest]).any()
