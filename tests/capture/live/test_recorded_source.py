import numpy as np
import pytest

from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.recording.recording import Clock, Recording
from prehensile.errors import InputError


def polled(source, clock, until, step):
    """All that came, by stream: times, values."""
    found = {}
    while clock.now < until:
        clock.now += step
        for one in source.poll():
            times, values = found.setdefault(one.stream.name, ([], []))
            times.append(one.time)
            values.append(one.values)
    return {name: tuple(map(np.concatenate, both)) for name, both in found.items()}


@pytest.mark.parametrize("step", [0.001, 0.0137, 0.9])
def test_one_round_gives_every_sample_once(recording, stopped_clock, step):
    source = RecordedSource(recording, loop=False, now=stopped_clock)
    found = polled(source, stopped_clock, 102.0, step)
    for stream in recording.streams:
        time, values = found[stream.name]
        np.testing.assert_allclose(time, 100 + stream.time, atol=1e-9)
        np.testing.assert_array_equal(values, stream.values)


def test_it_goes_round_and_round_without_a_step_in_time(recording, stopped_clock):
    source = RecordedSource(recording, now=stopped_clock)
    time, values = polled(source, stopped_clock, 101.6, 0.07)["force"]
    assert len(time) > 3 * 500 - 100
    steps = np.diff(time)
    assert (steps > 0).all() and steps.max() < 0.02
    np.testing.assert_array_equal(values[:500], values[500:1000])


def test_speed_and_clocks_count(recording, stopped_clock):
    shifted = Recording(recording.streams, {"hand": Clock(0.2)})
    source = RecordedSource(shifted, speed=2.0, loop=False, now=stopped_clock)
    found = polled(source, stopped_clock, 101.0, 0.01)
    np.testing.assert_allclose(found["hand"][0], 100 + (0.2 + recording["hand"].time) / 2)


def test_nothing_to_play_is_refused(recording):
    with pytest.raises(InputError, match="no samples"):
        RecordedSource(Recording(()))
    for speed in (0.0, -1.0, np.nan):
        with pytest.raises(InputError, match="speed"):
            RecordedSource(recording, speed=speed)
