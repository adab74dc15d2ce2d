"""An arm through an animator's keys, against finite differences."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.control.arm.keyed import RUN_UP, KeyedArm
from prehensile.control.experiments.reach_path import reach_path
from prehensile.motion.mocap.wrist_path import WristPath


@pytest.fixture
def arm():
    time = np.array([0.2, 0.5, 0.9, 1.0, 1.6, 2.0])
    xyz = np.array([[0, 0, 0], [0.1, 0, 0], [0.2, 0.1, 0], [0.2, 0.1, 0.0], [0.3, 0.2, 0.1],
                    [0.5, 0.1, 0.1]])  # fmt: skip
    turn = Rotation.from_rotvec(np.outer([0, 0.3, 0.9, 0.9, 1.1, 1.5], [0.0, 0.6, 0.8]))
    return KeyedArm(WristPath(time, np.concatenate([xyz, turn.as_quat(scalar_first=True)], axis=1)))


def test_it_is_at_every_key_in_time(arm):
    for t, key in zip(arm.path.time, arm.path.pose, strict=True):
        np.testing.assert_allclose(arm.at(float(t)).pose, key, atol=1e-12)


def test_two_equal_keys_are_a_rest(arm):
    for t in np.linspace(0.9, 1.0, 7):
        np.testing.assert_allclose(arm.at(t).pose, arm.path.pose[2], atol=1e-12)


@pytest.mark.parametrize("t", [0.05, 0.3, 0.71, 1.3, 1.83, 2.1])
def test_the_twist_is_the_rate_of_the_pose(arm, t):
    h = 1e-5
    before, after = arm.at(t - h).pose, arm.at(t + h).pose
    velocity = (after[:3] - before[:3]) / (2 * h)
    turned = (
        Rotation.from_quat(after[3:], scalar_first=True)
        * Rotation.from_quat(before[3:], scalar_first=True).inv()
    )
    wanted = np.concatenate([velocity, turned.as_rotvec() / (2 * h)])
    np.testing.assert_allclose(arm.at(t).twist, wanted, atol=1e-6)


def test_a_path_that_begins_and_ends_in_motion_is_led_in_and_out(arm):
    assert np.linalg.norm(arm.at(arm.begin).twist) > 0.1
    for edge, side in ((arm.begin, -1), (arm.end, 1)):
        # continuous in place and speed at the key, at rest a run-up away
        near = arm.at(edge + side * 1e-7)
        np.testing.assert_allclose(near.pose, arm.at(edge).pose, atol=1e-6)
        np.testing.assert_allclose(near.twist, arm.at(edge).twist, atol=1e-5)
        np.testing.assert_allclose(arm.at(edge + side * RUN_UP).twist, 0, atol=1e-12)


def test_a_dense_path_is_followed_between_its_keys():
    dense, sparse = reach_path(480), KeyedArm(reach_path(60))
    off = np.linalg.norm(sparse.poses(dense.time)[:, :3] - dense.pose[:, :3], axis=1)
    assert off.max() < 1e-4
