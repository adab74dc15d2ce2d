import numpy as np
import pytest

from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.evaluators.threads import Threads, _Sheet
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named
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


@pytest.mark.parametrize("name", ["dial", "ball"])
def test_compiled_is_as_plain(monkeypatch, name):
    task = task_named(name, configuration=NUMBERS[name].changed(longest=0.3))
    rng = np.random.default_rng(505)
    starts = task.starts(3, rng)
    actions = task.examples[:3] + 0.05 * rng.normal(size=(3, 3, task.poses.parameters))
    compiled = Threads(task, worlds=3, threads=1).cycles(starts, actions)
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    plain = Threads(task, worlds=3, threads=1).cycles(starts, actions)
    for one, other in zip(compiled, plain, strict=True):
        both = [x.arrays() if hasattr(x, "arrays") else {"": x} for x in (one, other)]
        for key in both[0]:
            np.testing.assert_allclose(both[0][key], both[1][key], rtol=1e-12, atol=1e-12)
    assert compiled.quality.any() and compiled.terms[:, TERMS.index("P")].any()


@pytest.mark.parametrize("rows", [3, 10, 29])
def test_lanes_begin_with_alike_many_rows_and_all_are_done(rows):
    task = task_named("dial", configuration=NUMBERS["dial"].changed(longest=0.1))
    starts = task.starts(rows, np.random.default_rng(1))
    sheet = _Sheet(task, starts, np.resize(task.examples, (rows, *task.examples.shape[1:])), 2, 8)
    first = [sheet.dealt(lane) for lane in range(2)]
    later = sheet.draw(100)
    assert abs(len(first[0]) - len(first[1])) <= 1 and max(map(len, first)) <= 8
    np.testing.assert_array_equal(np.sort(np.concatenate([*first, later])), np.arange(rows))
