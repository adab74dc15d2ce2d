"""The glove: sixteen rotations that give the angles back, pressure to 50 psi, one timer."""

import numpy as np
import pytest

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.sensors.glove import TURNED, GripPressure, ShapeHand, buffered
from prehensile.capture.sensors.readout.glove_quality import glove_angles
from prehensile.capture.sensors.trials import press_trial, range_trial
from prehensile.errors import InputError
from prehensile.hand.taxels import glove_taxels
from prehensile.motion.pressure_images import pressure_images
from prehensile.motion.tracked_hand import angles_of, hand_of


def test_sixteen_rotations_hold_all_angles(rng) -> None:
    clip = range_trial(rng, 1.0, 100)
    found = ShapeHand(noise_deg=0, wearing_deg=0).observe(clip, rng)
    assert len(TURNED) == 16 and found.values.shape == (101, 16, 4)
    back = glove_angles(found, hand_of(clip.hands[0]))
    assert back == pytest.approx(angles_of(clip.hands[0]), abs=1e-6)


def pressing(newtons: float):
    force = np.zeros((51, 5, 3))
    force[:, 1, 2] = -newtons
    return press_trial(np.arange(51) / 500, force)


def test_pressure_is_that_of_the_images(rng) -> None:
    clip = pressing(4.0)
    found = GripPressure(noise=0, gain=0, rate_hz=500).observe(clip, rng)
    true = pressure_images(clip).pressure[0][glove_taxels().mask]
    assert found.values[0] == pytest.approx(true, abs=found.sensor["relative_Pa"])
    assert len(found.channels) == 361


def test_more_than_50_psi_is_clipped(rng) -> None:
    found = GripPressure(noise=0, gain=0).observe(pressing(400.0), rng)
    assert (found.flags == CLIPPED).any()
    assert found.values.max() == pytest.approx(50 * 6894.757)


def test_a_rate_beyond_the_sensors_is_refused() -> None:
    with pytest.raises(InputError, match="750"):
        GripPressure(rate_hz=1000)


def test_the_timer_takes_the_latest_of_each() -> None:
    stream = Stream("s", "forces", np.array([0.1, 0.2, 0.35]), np.array([[1.0], [2], [3]]), ("a",))
    found = buffered(stream, np.arange(0, 0.5, 0.1) + 1e-9)
    assert found.values[:, 0].tolist() == [1, 2, 2, 3]
    assert found.time[0] == pytest.approx(0.1) and found.history[-1].what == "resampled"
