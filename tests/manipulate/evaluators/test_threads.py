import numpy as np
import pytest

from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.tasks.dial import DialTask


@pytest.fixture(scope="module")
def played():
    task = DialTask()
    rng = np.random.default_rng(3)
    starts = task.starts(64, rng)
    actions = 0.3 * rng.normal(size=(64, 3, task.poses.parameters))
    return task, starts, actions, Threads(task, worlds=16).cycles(starts, actions)


def same(one, other):
    for a, b in zip(one, other, strict=True):
        arrays = (a.arrays(), b.arrays()) if hasattr(a, "arrays") else ({"": a}, {"": b})
        for name in arrays[0]:
            np.testing.assert_array_equal(arrays[0][name], arrays[1][name])


@pytest.mark.parametrize("rows", [1, 7])
def test_a_row_depends_on_its_own_start_and_action_alone(played, rows):
    task, starts, actions, whole = played
    pick = np.random.default_rng(rows).permutation(64)[:rows]
    part = Threads(task, worlds=5).cycles(starts[pick], actions[pick])
    same(part, [field[pick] for field in whole])


def test_outcomes_make_sense(played):
    task, starts, _, whole = played
    c = task.configuration
    assert (whole.durations <= c.longest + 1e-6).all()
    assert (whole.durations.sum(axis=1) > 0).all()
    told = task.reward(starts) + whole.progress.sum(axis=1)
    np.testing.assert_allclose(told, task.reward(whole.end), atol=1e-9)
    assert not whole.dead.any()
    assert (whole.terms >= 0).all()
    assert np.isfinite(whole.terms).all()
    assert (whole.terms[:, TERMS.index("V")] == 0).all()
    assert (np.abs(whole.end.thing - starts.thing) > 0.1).any()
