"""The ball's task: what is felt of it, and that it begins and rests in the palm."""

import numpy as np
import pytest

from prehensile.lie import so3
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.judging import BALL_FARTHEST, goal_turn
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.ball import BALL, IN_PALM, PLACE, REACH, BallTask
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.world import World


@pytest.fixture(scope="module")
def task():
    return BallTask()


@pytest.fixture(scope="module")
def starts(task):
    return task.starts(3, np.random.default_rng(5))


def test_it_starts_at_rest_in_the_palm_and_stays(task, starts):
    assert (np.linalg.norm(starts.thing[:, :3] - PLACE, axis=1) <= IN_PALM).all()
    world = World(*task.scene(), preset="fast")
    task.put(world, starts[:1])
    before = task.read(many(world), starts.goal[:1])
    np.testing.assert_allclose(before.thing, starts.thing[:1], atol=1e-12)
    np.testing.assert_allclose(before.q, starts.q[:1], atol=1e-12)


def test_goals_are_up_to_a_quarter_turn_away_in_the_same_place(task, starts):
    away, angle = task.errors(starts)
    np.testing.assert_allclose(away, 0, atol=1e-12)
    assert (angle <= BALL_FARTHEST).all()
    judged = task.with_goals(starts, 7)
    turned = [np.linalg.norm(so3.log(so3.from_quat(goal_turn(7, k)))) for k in range(3)]
    np.testing.assert_allclose(task.errors(judged)[1], turned, atol=1e-7)


def test_the_angle_is_that_of_the_rotation_between(task, starts):
    left = so3.from_quat(starts.thing[:, 3:]) @ so3.from_quat(starts.goal[:, 3:]).swapaxes(1, 2)
    angle = np.linalg.norm(so3.log(left), axis=1)
    np.testing.assert_allclose(task.errors(starts)[1], angle, atol=1e-7)
    np.testing.assert_allclose(so3.from_quat(task.features(starts)[:, -4:]), left, atol=1e-12)
    np.testing.assert_allclose(task.reward(starts), -angle, atol=1e-6)


def test_lost_and_reached(task, starts):
    off = starts.thing.copy()
    off[0, 0] += REACH + IN_PALM
    moved = States(starts.q, starts.qd, off, starts.rate, starts.thing)
    np.testing.assert_array_equal(task.lost(moved), [True, False, False])
    np.testing.assert_array_equal(task.reached(moved), [False, True, True])


def test_a_batch_begins_where_the_states_say(task, starts):
    rate = np.arange(18.0).reshape(3, 6)
    states = States(starts.q, starts.qd, starts.thing, rate, starts.goal)
    batch = WorldBatch(*task.scene(), 3, preset="fast")
    task.begin(batch, states, np.ones(3, bool))
    seen = task.read(batch.observe(), states.goal)
    np.testing.assert_allclose(seen.thing, states.thing, atol=1e-12)
    np.testing.assert_allclose(seen.rate, rate, atol=1e-9)


def test_a_cycle_turns_the_ball_alike_however_it_lies(task, starts):
    start = starts[np.zeros(2, int)]
    thing = start.thing.copy()
    thing[1, 3:] = so3.to_quat(so3.exp([0.7, -1.1, 0.4]) @ so3.from_quat(thing[1, 3:]))
    start = States(start.q, start.qd, thing, start.rate, start.goal)
    brief = BallTask(configuration=BALL.changed(longest=0.15))
    end = Threads(brief, worlds=2, threads=1).cycles(start, task.examples[[0, 0]]).end
    assert np.linalg.norm(end.thing[0, :3] - thing[0, :3]) > 1e-3  # it was moved
    carried = task.carried(start[:1], end[:1], start[1:])
    np.testing.assert_allclose(carried.thing[0, :3], end.thing[1, :3], atol=1e-5)
    assert task.errors(States(*carried.arrays().values()))[1] == pytest.approx(
        task.errors(end[1:])[1], abs=1e-3
    )
    np.testing.assert_array_equal(carried.goal, start.goal[1:])


def many(world):
    from prehensile.manipulate.learn.controller import _many

    return _many(world.observe())
