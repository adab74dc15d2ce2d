"""Arms: poses, twists and accelerations that belong together."""

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake, Straight, Turn
from prehensile.control.arm.path import CarriedArm, StillArm
from prehensile.control.example.smooth_motion import smooth_motion
from prehensile.control.experiments.tracking import RecordedArm
from prehensile.lie import se3, so3

START = np.array([0.3, -0.2, 0.5, 0.5, 0.5, -0.5, 0.5])
Z = np.array([0.0, 0.0, 1.0])
ARMS = {
    "still": StillArm(START),
    "carried": CarriedArm(
        START, (0.1, Turn(np.array([0.1, 0, 0]), Z, 0.8, 1.0)), (1.3, Shake(Z)),
        (3.8, Straight(Z, 0.1, 0.5, "up")),
    ),
}  # fmt: skip


def rate(arm, t, h=1e-5):
    """(6,) twist by differences of poses, world axes at the wrist centre."""
    a, b = (se3.from_pose7(arm.at(t + s * h).pose) for s in (-1, 1))
    spin = so3.log(b[:3, :3] @ a[:3, :3].T)
    return np.concatenate([b[:3, 3] - a[:3, 3], spin]) / (2 * h)


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("t", [0.0, 0.4, 0.93, 1.2, 1.7, 2.9, 4.05, 6.0])
def test_derivatives(name, t):
    arm = ARMS[name]
    np.testing.assert_allclose(arm.at(t).twist, rate(arm, t), atol=1e-5)
    second = (arm.at(t + 1e-4).twist - arm.at(t - 1e-4).twist) / 2e-4
    np.testing.assert_allclose(arm.at(t).acceleration, second, atol=2e-2)


def test_carries_follow_one_another():
    arm = ARMS["carried"]
    np.testing.assert_allclose(arm.at(0.0).pose, START)
    np.testing.assert_allclose(arm.at(1.25).pose, arm.at(1.3).pose)
    assert arm.at(9.0).pose[2] == pytest.approx(START[2] + 0.1)


def test_a_recorded_arm_follows_its_example(played):
    motion = smooth_motion(played.clip, played.hand)
    arm = RecordedArm(motion, begin=1.0)
    for k in (40, 100, 333):
        found = arm.at(1.0 + motion.time[k])
        np.testing.assert_allclose(found.pose, motion.forearm[k], atol=1e-9)
        np.testing.assert_allclose(found.twist, motion.twist[k], atol=1e-9)
    before, after = arm.at(0.0), arm.at(99.0)
    np.testing.assert_array_equal(before.pose, motion.forearm[0])
    np.testing.assert_array_equal(after.pose, motion.forearm[-1])
    assert not after.twist.any() and not before.acceleration.any()


def test_an_arm_that_has_done_all_rests_until_it_is_told_more():
    arm = CarriedArm(START, (0.0, Straight(Z, 0.1, 0.5, "up")))
    rest = arm.at(1.0)
    assert arm.at(2.0) is rest
    assert not rest.twist.any() and not rest.acceleration.any()
    with pytest.raises(ValueError, match="read-only"):
        rest.pose[0] = 1.0
    arm.go(2.0, Straight(Z, 0.1, 0.5, "further"))
    assert arm.at(3.0).pose[2] == pytest.approx(START[2] + 0.2)
    assert CarriedArm(START).at(5.0).pose.tolist() == START.tolist()
