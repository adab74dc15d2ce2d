"""Sensors that watch: each draws for itself, and clocks are known but for their latency."""

import numpy as np
import pytest

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.watch import known_clock
from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.imperfections import Imperfections


@pytest.mark.parametrize("offset", [0.0, 0.3])
@pytest.mark.parametrize("drift", [0.0, 40.0])
def test_a_known_clock_undoes_offset_and_drift(offset, drift):
    wrong = Imperfections(offset=offset, drift_ppm=drift, latency=0.002)
    true = np.arange(1000) / 10
    stream = Stream("s", "forces", true, np.zeros((1000, 1)), ("z",))
    stamped = wrong.laid_on(stream, np.random.default_rng(0)).time
    clock = known_clock(wrong)
    np.testing.assert_allclose(clock.to_master(stamped), true + wrong.latency, atol=1e-9)
    assert (clock.how, clock.deviation) == ("trigger", wrong.latency)


def test_a_sensor_draws_the_same_whoever_else_watches(explored):
    alone = lab_session("explore", 7, contacts=4, sensors=["fsr"]).recording
    one, other = alone["fsr"], explored.recording["fsr"]
    np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(one.time, other.time)


def test_streams_say_where_their_sensors_are(explored):
    arm = explored.recording["torque_arm"].sensor
    assert arm["reach"] == 0.24 and len(arm["T_body_sensor"]) == 7
    assert explored.recording.hand == explored.truth.clip.hands[0].model
