"""Forearms carried about."""

import numpy as np

from prehensile.capture.lab.arm import Carry, carried, carried_end
from prehensile.lie import se3, so3

POSE = np.array([0.1, 0.2, 0.3, 0.5**0.5, 0.5**0.5, 0.0, 0.0])
CARRIES = (
    Carry(0.1, 0.5, (0.0, 0.0, 0.04)),
    Carry(0.7, 0.6, turn=0.4, pivot=(0.3, 0.2, 0.3)),
)


def test_twists_are_the_derivative_of_the_poses():
    h, time = 1e-5, np.linspace(0.05, 1.5, 60)
    poses, twists = carried(POSE, CARRIES, time)
    for k, t in enumerate(time):
        # The grid must hold every carry's start, where it is taken up.
        grid = np.unique([0.0, 0.1, 0.7, t - h, t, t + h])
        near = carried(POSE, CARRIES, grid)[0]
        before, after = (se3.from_pose7(near[np.searchsorted(grid, s)]) for s in (t - h, t + h))
        v = (after[:3, 3] - before[:3, 3]) / (2 * h)
        w = so3.log(after[:3, :3] @ before[:3, :3].T) / (2 * h)
        np.testing.assert_allclose(twists[k], [*v, *w], atol=1e-3)
    np.testing.assert_allclose(poses[0], POSE)


def test_a_turn_keeps_the_distance_to_its_axis_and_ends_where_it_should():
    end = carried_end(POSE, CARRIES)
    np.testing.assert_allclose(carried(POSE, CARRIES, np.linspace(0, 2, 2001))[0][-1], end)
    pivot = np.array([0.3, 0.2])
    assert np.isclose(np.linalg.norm(end[:2] - pivot), np.linalg.norm(POSE[:2] - pivot))
    turned = so3.from_quat(end[3:]) @ so3.from_quat(POSE[3:]).T
    np.testing.assert_allclose(so3.log(turned), [0, 0, 0.4], atol=1e-12)
