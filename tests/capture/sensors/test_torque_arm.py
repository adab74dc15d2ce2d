"""The torque arm: finer than its gauges, and ringing as a spring with damping does."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.sensors.force_torque import ForceTorque
from prehensile.capture.sensors.torque_arm import TorqueArm, arm_forces
from prehensile.capture.sensors.trials import press_trial
from prehensile.motion.pad_load import tip_transforms
from prehensile.motion.tracked_hand import angles_of, hand_of

TIME = np.arange(501) / 500


def pressed_at_reach(newtons: np.ndarray):
    """A press whose contact lies exactly at the arm's reach, down the world's z."""
    force = np.zeros((len(newtons), 5, 3))
    clip = press_trial(TIME[: len(newtons)], force)
    track = clip.hands[0]
    R = tip_transforms(hand_of(track), angles_of(track), track.T_world_forearm)[:, 1, :3, :3]
    down = np.einsum("nji,j->ni", R, [0.0, 0, -1.0])
    force[:, 1] = newtons[:, None] * down
    clip = press_trial(TIME[: len(newtons)], force)
    c = clip.contacts
    return replace(clip, contacts=replace(c, pos=np.zeros_like(c.pos)))


def test_forces_are_torques_over_the_reach() -> None:
    r, f = np.array([0, 0.3, 0]), np.array([[0.4, 0.0, -1.5]])
    wrench = np.concatenate([f, np.cross(r, f)], axis=1)
    assert arm_forces(wrench, 0.3) == pytest.approx(np.array([[0.4, -1.5]]))


def test_a_steady_force_is_read_ten_times_finer_than_by_the_gauges(rng) -> None:
    clip = pressed_at_reach(np.full(501, 1.0))
    arm = TorqueArm()
    found = arm.observe(clip, rng)
    assert found.channels == ("x", "z")
    assert found.channel("z").mean() == pytest.approx(-1.0, abs=0.01)
    alone = ForceTorque().observe(clip, rng).values[:, 0, 2]
    assert found.channel("z").std() < 0.2 * alone.std()
    assert arm.errors()["bit_N"] == pytest.approx(0.01)


def test_a_step_rings_as_the_closed_form_says() -> None:
    arm = TorqueArm(rate_hz=20000.0)
    time = np.arange(1000) / 20000
    step = np.zeros((1000, 6))
    step[1:] = 1.0
    found = arm.passed_on(step)[1:, 0]
    t = time[1:] - 0.5 / 20000
    w, z = 2 * np.pi * 90, 0.15
    wd = w * np.sqrt(1 - z**2)
    expected = 1 - np.exp(-z * w * t) * (np.cos(wd * t) + z * w / wd * np.sin(wd * t))
    assert found == pytest.approx(expected, abs=0.01)


def test_what_is_steady_passes_unchanged() -> None:
    assert TorqueArm().passed_on(np.full((50, 6), 2.0)) == pytest.approx(2.0)
