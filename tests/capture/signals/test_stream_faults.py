"""What is wrong is told, and what is well is not."""

import numpy as np
import pytest

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.signals.stream_faults import stream_faults

RATE, COUNT = 100.0, 500


def wave(name="force", rng=None, **changes):
    time = np.arange(COUNT) / RATE
    rng = rng or np.random.default_rng(0)
    values = np.sin(3 * time)[:, None] * [1.0, 2.0] + 0.01 * rng.normal(size=(COUNT, 2))
    given = {"time": time, "values": values, "channels": ("a", "b"), "rate_hz": RATE, "clock": "m"}
    return Stream(name, "forces", **{**given, **changes})


def walk(swapped=False):
    rng = np.random.default_rng(1)
    points = np.cumsum(rng.normal(0, 2e-4, (COUNT, 3, 3)), axis=0) + 0.05 * np.eye(3)
    if swapped:
        points[200:, [0, 1]] = points[200:, [1, 0]]
    return Stream("m", "markers", np.arange(COUNT) / RATE, points, tuple("xyz"), clock="m")


def lines(stream):
    return [fault.line for fault in stream_faults(stream)]


def test_sound_streams_have_no_faults():
    taps = Stream("taps", "events", np.array([0.5]), np.zeros(1), ("tap",), clock="m")
    assert [lines(stream) for stream in (wave(), walk(), taps)] == [[], [], []]


def test_a_stream_without_a_sample():
    (fault,) = stream_faults(wave(time=np.empty(0), values=np.empty((0, 2))))
    assert fault.what == "empty" and np.isnan(fault.time)


def test_samples_that_are_missing():
    one = wave()
    kept = np.r_[0:100, 130:COUNT]
    told = lines(wave(time=one.time[kept], values=one.values[kept]))
    assert told == ["force: about 30 samples are missing from 0.99 s on (0.31 s)"]


def test_a_burst_of_nan():
    values = wave().values.copy()
    values[100:150, 1] = np.nan
    values[300:303, 0] = np.nan  # short: as cameras do all day
    told = lines(wave(values=values))
    assert told == ["force: b is missing for 0.5 s from 1 s on"]


def test_labels_that_trade_places():
    (fault,) = stream_faults(walk(swapped=True))
    assert fault.what == "swapped" and fault.time == 2
    (told,) = lines(walk(swapped=True))
    assert "the labels of x and y trade places at 2 s" in told


def test_a_sensor_at_its_end():
    values = np.minimum(wave().values, [9.0, 1.9])
    (told,) = lines(wave(values=values))
    assert "b sits at a stop in" in told
    flags = np.zeros((COUNT, 2), np.uint8)
    flags[:5, 0] = CLIPPED
    assert lines(wave(flags=flags)) == ["force: a is clipped in 1 % of its samples"]


def test_a_sensor_that_nothing_touches_is_not_clipped():
    values = np.zeros((COUNT, 2))
    values[300:320, 0] = np.hanning(20)
    assert lines(wave(values=values)) == []


@pytest.mark.parametrize("rate", [1.0, 0.3])
def test_a_slow_peak_that_a_converter_rounds_is_not_clipped(rate):
    values = np.round(20 * np.sin(rate * wave().time)[:, None] * [1.0, 2.0])
    assert lines(wave(values=values)) == []


def test_a_rate_that_is_not_the_one_set():
    assert "its samples come at 100 Hz" in lines(wave(rate_hz=125.0))[0]
