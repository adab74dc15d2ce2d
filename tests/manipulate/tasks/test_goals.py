"""Goals relative to where the thing is, the same for every task."""

from dataclasses import replace

import numpy as np
from tests.manipulate.test_evaluate import TASK

from prehensile.lie import so3
from prehensile.manipulate.judging import goal_angle
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.ball import BallTask


def test_a_dial_is_turned_from_where_it_stands():
    starts = TASK.starts(2, np.random.default_rng(0))
    goal = TASK.turned(starts, np.array([[0.0, 0.0, 7.0], [0.0, 0.0, -1.0]])).goal
    np.testing.assert_allclose(goal - starts.thing, [[7.0], [-1.0]])
    judged = TASK.with_goals(starts, 3)
    np.testing.assert_array_equal(judged.goal[1], starts.thing[1] + goal_angle(3, 1))


def test_what_turns_a_dial_turns_it_as_far_from_anywhere():
    starts = TASK.starts(2, np.random.default_rng(0))
    ends = replace(starts, thing=starts.thing + np.array([[0.3], [-0.2]]), q=starts.q + 0.1)
    states = TASK.with_goals(TASK.starts(2, np.random.default_rng(1)), 3)
    carried = TASK.carried(starts, ends, states)
    np.testing.assert_allclose(carried.thing - states.thing, [[0.3], [-0.2]])
    np.testing.assert_array_equal(carried.goal, states.goal)
    np.testing.assert_array_equal(carried.q, ends.q)


def test_a_ball_is_turned_about_the_axes_of_the_world_in_its_place(rng):
    task = BallTask()
    thing = np.concatenate(
        [rng.normal(size=(4, 3)), so3.to_quat(so3.exp(rng.normal(size=(4, 3))))], 1
    )
    zeros = np.zeros((4, 23))
    states = States(zeros, zeros, thing, np.zeros((4, 6)), thing)
    by = 0.5 * rng.normal(size=(4, 3))
    turned = task.turned(states, by)
    np.testing.assert_array_equal(turned.goal[:, :3], thing[:, :3])
    R = so3.from_quat(task.forearm[3:])
    before, after = (R @ so3.from_quat(pose[:, 3:]) for pose in (thing, turned.goal))
    np.testing.assert_allclose(after @ np.swapaxes(before, 1, 2), so3.exp(by), atol=1e-12)
    np.testing.assert_allclose(task.errors(turned)[1], np.linalg.norm(by, axis=1), atol=1e-9)
