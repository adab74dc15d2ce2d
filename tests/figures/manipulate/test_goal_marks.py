"""Marks of goal and now."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.figures.manipulate.goal_marks import (
    GOAL,
    MARKS,
    NOW,
    add_marks,
    angle_left,
    goal_pose,
)
from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip, ContactTrack


class Noted:
    """In a scene's place."""

    def __init__(self):
        self.bodies = []

    def add_body(self, vertices, faces, color):
        self.bodies.append((vertices, color))


def turned_clip(angles):
    """A dial at some angles, to be turned by a quarter from the first."""
    turn = so3.to_quat(so3.exp(np.array(angles)[:, None] * [0.0, 0.0, 1.0]))
    place = np.tile([0.1, 0.2, 0.3], (len(angles), 1))
    body = BodyTrack(
        name="dial", pose=np.concatenate([place, turn], axis=1), vertices=np.eye(3),
        faces=np.array([[0, 1, 2]]), color=np.ones(3),
    )  # fmt: skip
    n = len(angles)
    meta = {"task": "dial", "goals": [[0.0, 0.0, np.pi / 2]]}
    return Clip(
        np.arange(n) / 60, (), (body,), ContactTrack.empty(n), np.zeros((n, 0, 5)),
        np.zeros((n, 0)), meta,
    )  # fmt: skip


def test_the_angle_left_is_that_to_the_goal():
    clip = turned_clip([0.4, 1.0, 0.4 + np.pi / 2])
    np.testing.assert_allclose(
        [angle_left(clip, k) for k in range(3)], [np.pi / 2, np.pi / 2 - 0.6, 0.0], atol=1e-7
    )
    np.testing.assert_allclose(goal_pose(clip)[1], [0.1, 0.2, 0.3])


@pytest.mark.parametrize(("frame", "apart"), [(0, np.pi / 2), (1, 0.0)])
def test_marks_point_along_both_ways(frame, apart):
    clip, scene = turned_clip([0.4, 0.4 + np.pi / 2]), Noted()
    add_marks(scene, clip, frame)
    (now, red), (goal, yellow) = scene.bodies
    assert (red == NOW).all() and (yellow == GOAL).all()
    ways = [(v.mean(axis=0) - [0.1, 0.2, 0.3])[:2] for v in (now, goal)]
    angle = np.arctan2(*ways[1][::-1]) - np.arctan2(*ways[0][::-1])
    np.testing.assert_allclose(angle, apart, atol=1e-6)
    np.testing.assert_allclose(now[:, 2].mean(), 0.3 + MARKS["dial"].height, atol=1e-6)
    assert np.linalg.norm(ways[0]) < np.linalg.norm(ways[1])


def test_a_ball_has_them_on_both_ends_of_each_axis():
    clip, scene = turned_clip([0.0]), Noted()
    ball = replace(clip.bodies[0], name="ball", pose=np.array([[0.1, 0.2, 0.3, 1.0, 0, 0, 0]]))
    add_marks(scene, replace(clip, bodies=(ball,), meta={**clip.meta, "task": "ball"}), 0)
    red = [v.mean(axis=0) - [0.1, 0.2, 0.3] for v, color in scene.bodies if (color == NOW).all()]
    middle = np.mean(MARKS["ball"].now)
    expected = middle * np.concatenate([np.eye(3), -np.eye(3)])
    apart = np.linalg.norm(np.array(red)[:, None] - expected, axis=2)
    np.testing.assert_allclose(apart.min(axis=0), 0, atol=1e-9)
    assert len(red) == 6
