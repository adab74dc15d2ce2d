from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import numpy as np
import pytest
from tests.manipulate.learn.ratchet import MOST, Ratchet, Turned

from prehensile.errors import InputError
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.checkpoint import load_progress, save_progress
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.shared_cycles import random_cycles, shared_sweep
from prehensile.manipulate.learn.value_iteration import begin

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
FEW = Configuration(
    tries=60, searched=2, backups=10, rest=(0.0, 0.0), acting=1, release_spread=0.001, wobble=0.0,
    generations=3, population=6, repeats=2, first_states=30, most_states=40, neighbours=3,
    strolls=6, stroll_cycles=3, discount=0.9, sweeps=4, near=0.15,
)  # fmt: skip


@dataclass(frozen=True)
class Shared(Ratchet):
    """The wheel, whose goals can be given."""

    poses: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(
            wrist=False, drawn=lambda rng: rng.uniform(-1, 1, 2)
        )
    )

    def with_goals(self, states, seed):
        way = np.random.default_rng(seed).uniform(-2, 2, (len(states), 1))
        return replace(states, goal=states.thing + way)


def learned(sweeps, seed=0, through=None):
    task = Shared(FEW)
    evaluator, progress = Turned(task), begin(task, seed)
    for _ in range(sweeps):
        progress = shared_sweep(task, evaluator, progress)
        if through is not None:
            policy = Policy("ratchet", {}, FEW, progress.table, {"seed": seed})
            save_progress(through, policy, progress)
            progress = load_progress(through, policy)
    return task, evaluator, progress


def test_the_wheel_is_turned_to_its_goal_by_cycles_of_all():
    task, evaluator, progress = learned(3)
    lookup = progress.table.lookup(task)
    states = task.starts(40, np.random.default_rng(7))
    for _ in range(12):  # what is there is held
        states = states[~task.reached(states)]
        states = evaluator.cycles(states, lookup.actions(task.features(states))).end
    assert len(states) <= 2
    assert len(progress.means) == len(progress.counts) == progress.sweep == 3
    known = progress.library.actions
    assert all((action == known).all(axis=(1, 2)).any() for action in progress.table.actions[:30])


def test_values_are_those_of_turning_as_far_as_one_can():
    task, _, progress = learned(3)
    wrong = []
    for left, value in zip(-task.reward(progress.table.states), progress.table.values, strict=True):
        best, factor = 0.0, 1.0
        while left > 1e-9:  # Bellman: Σ γ^i R(s_i+1)
            left = max(0.0, left - MOST)
            best, factor = best - factor * left, factor * FEW.discount
        wrong.append(abs(value - best))
    assert np.median(wrong) < 0.3  # neighbours blend, and sixty random cycles are few


def test_states_are_at_rest_and_random_cycles_end_there():
    task, _, progress = learned(1)
    np.testing.assert_allclose(progress.table.states.q[:30], 0, atol=1e-12)
    cycles = random_cycles(task, 20, np.random.default_rng(0))
    np.testing.assert_array_equal(cycles[:, 2], 0)
    assert len(np.unique(cycles[:, :2])) == 80


def test_the_wrist_is_drawn_about_its_rest():
    rest = (0.1, 0.2, -3.0, 5.0)
    task = Shared(FEW.changed(rest=rest, tilt=0.5))
    task.poses.wrist, task.poses.drawn = True, lambda rng: rng.uniform(-1, 1, 4)
    cycles = random_cycles(task, 50, np.random.default_rng(0))
    off = np.abs(cycles[:, :2, 2:] - rest[2:])
    assert 0.4 < off.max() <= 0.5
    np.testing.assert_array_equal(cycles[:, 2], np.tile(rest, (50, 1)))


def test_a_run_that_was_stopped_ends_with_the_same(tmp_path):
    one, two = learned(2)[2], learned(2, through=tmp_path / "kept.npz")[2]
    np.testing.assert_array_equal(one.table.actions, two.table.actions)
    np.testing.assert_array_equal(one.table.values, two.table.values)
    np.testing.assert_array_equal(one.library.which, two.library.which)
    np.testing.assert_array_equal(one.library.ends.thing, two.library.ends.thing)
    other = learned(2, seed=1)[2]
    assert one.table.values.shape != other.table.values.shape or (
        (one.table.values != other.table.values).any()
    )


def test_a_rest_that_does_not_hold_the_thing_is_refused():
    task = Shared(FEW.changed(rest=(4.0, 0.0)))
    with pytest.raises(InputError, match="pose of rest"):
        shared_sweep(task, Turned(task), begin(task, 0))
