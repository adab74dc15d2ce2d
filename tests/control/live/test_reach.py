"""A way to a pose: it begins and ends at rest, and its twist is the derivative of its pose."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.control.live.reach import Reach

START = np.array([0.1, -0.34, 0.24, 1.0, 0.0, 0.0, 0.0])
GOAL = np.array(
    [-0.2, 0.1, 0.3, *np.array([0.3, 0.5, -0.4, 0.7]) / np.linalg.norm([3, 5, 4, 7]) * 10]
)
WAY = Reach(GOAL, 1.2)


def rotation(pose):
    return Rotation.from_quat(pose[3:], scalar_first=True)


@pytest.mark.parametrize("t", [-1.0, 0.0, 1.2, 5.0])
def test_it_rests_at_both_ends(t):
    pose, twist = WAY.forearm(START, t)
    expected = START if t <= 0 else GOAL
    np.testing.assert_allclose(pose[:3], expected[:3], atol=1e-12)
    assert (rotation(pose) * rotation(expected).inv()).magnitude() < 1e-7
    np.testing.assert_array_equal(twist, 0)


@pytest.mark.parametrize("t", [0.05, 0.3, 0.6, 1.1])
def test_the_twist_is_the_derivative_of_the_pose(t):
    h = 1e-5
    before, after = (WAY.forearm(START, t + s)[0] for s in (-h, h))
    _, twist = WAY.forearm(START, t)
    np.testing.assert_allclose(twist[:3], (after - before)[:3] / (2 * h), atol=1e-4)
    turn = (rotation(after) * rotation(before).inv()).as_rotvec()
    np.testing.assert_allclose(twist[3:], turn / (2 * h), atol=1e-3)
