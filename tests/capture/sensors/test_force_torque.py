"""Force–torque sensors: bits, noise and range of Zebra and Nano17."""

import numpy as np
import pytest

from prehensile.capture.recording.stream import CLIPPED
from prehensile.capture.sensors.body_contacts import body_wrench
from prehensile.capture.sensors.force_torque import ForceTorque, nano17
from prehensile.capture.sensors.trials import press_trial

TIME = np.arange(501) / 500
FORCE = np.zeros((501, 5, 3))
FORCE[:, 1, 2] = -4 * np.sin(np.pi * TIME) ** 2
CLIP = press_trial(TIME, FORCE)
TRUE = body_wrench(CLIP, "plate", np.broadcast_to(np.eye(4), (501, 4, 4)))


@pytest.mark.parametrize(("sensor", "off"), [(ForceTorque(), 0.06), (nano17(), 0.0031)])
def test_readings_are_true_within_the_table(sensor, off, rng) -> None:
    found = sensor.observe(CLIP, rng)
    assert found.kind == "wrenches" and found.rate_hz == 1000
    error = found.values[::2, 0, :3] - TRUE[:, :3]
    assert error.std() == pytest.approx(off, rel=0.1)
    assert error.std() < sensor.errors()["absolute_N"]


def test_a_bit_of_the_zebra_is_a_tenth_of_a_newton(rng) -> None:
    steps = ForceTorque().observe(CLIP, rng).values[:, 0, :3] / 0.1
    assert steps == pytest.approx(np.round(steps), abs=1e-6)


def test_beyond_the_range_readings_are_flagged(rng) -> None:
    small = ForceTorque(force_range=2.0)
    found = small.observe(CLIP, rng)
    pressed = np.abs(TRUE[:, :3]).max(1) > 2.5
    assert (found.flags[::2][pressed] == CLIPPED).all()
    assert np.abs(found.values[:, 0, :3]).max() <= 2.0


def test_drift_grows_with_time() -> None:
    still = press_trial(np.array([0.0, 60.0]), np.zeros((2, 5, 3)))
    sensor = nano17()
    ends = []
    for seed in range(30):
        drifting = ForceTorque(**{**sensor.__dict__, "drift": 0.2, "rate_hz": 50.0})
        ends.append(drifting.observe(still, np.random.default_rng(seed)).values[-1, 0, :3])
    assert np.std(ends) == pytest.approx(0.2, rel=0.2)
