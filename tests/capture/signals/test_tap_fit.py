import numpy as np
import pytest

from prehensile.bench.capture.taps import TapSession, sync_error, tap_recording
from prehensile.capture.recording.recording import Clock
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.tap_fit import noisy, shift_from_taps
from prehensile.errors import InputError

SHORT = TapSession(duration=20.0, n_taps=7)


def clock(shift):
    return Clock(shift.offset - shift.drift * shift.middle, 1 + shift.drift)


@pytest.fixture(scope="module")
def tapped():
    return tap_recording(0, SHORT)


@pytest.fixture(scope="module")
def other():
    return tap_recording(1, SHORT)


def test_clocks_are_found_below_a_sample(tapped):
    made = tapped.recording
    shift = shift_from_taps(made["force"], made["markers"])
    assert sync_error(clock(shift), tapped.clock, 20) < 0.0015
    assert 1e-4 < noisy(shift, 0, 20) < 0.003 and shift.taps >= 5


def test_either_stream_may_be_first(tapped):
    made = tapped.recording
    there = clock(shift_from_taps(made["force"], made["markers"]))
    back = clock(shift_from_taps(made["markers"], made["force"]))
    time = np.array([0.0, 20.0])
    np.testing.assert_allclose(back.to_master(there.to_master(time)), time, atol=1e-6)


def test_an_offset_of_seconds_is_found(tapped):
    made = tapped.recording
    force = made["force"]
    late = Stream("force", "forces", force.time + 3.3, force.values, force.channels)
    shift = shift_from_taps(late, made["markers"])
    expected = tapped.clock.to_master(10.0) - 13.3
    assert shift.offset + shift.drift * (13.3 - shift.middle) == pytest.approx(expected, abs=2e-3)


def test_two_forces_are_laid_over_each_other(tapped):
    force = tapped.recording["force"]
    time = np.arange(0.2, 19.5, 1 / 170)
    again = 0.3 * np.interp(time, force.time, force.values[:, 0])
    slow = Stream("again", "voltages", 1.0001 * (time + 0.4), again[:, None], ("v",))
    found = clock(shift_from_taps(force, slow))
    assert abs(found.to_master(10.0) - 1.0001 * 10.4) < 5e-4


def test_two_motions_are_laid_over_each_other(tapped):
    made = tapped.recording["markers"]
    column = made.values[:, 0]
    seen = np.isfinite(column).all(1)
    time = np.arange(0.2, 19.5, 1 / 130)
    place = np.stack([np.interp(time, made.time[seen], column[seen, k]) for k in range(3)], 1)
    slow = Stream("coil", "markers", time - 0.25, place[:, None], ("c",))
    found = clock(shift_from_taps(made, slow))
    assert abs(found.to_master(10.0) - 9.75) < 1e-3


def test_streams_of_different_taps_cannot_be_aligned(tapped, other):
    with pytest.raises(InputError, match="cannot be aligned"):
        shift_from_taps(tapped.recording["force"], other.recording["markers"])


def test_a_stream_without_taps_cannot_be_aligned(tapped):
    rng = np.random.default_rng(0)
    quiet = Stream("still", "forces", np.arange(0, 20, 1e-3), rng.normal(size=(20000, 1)), ("z",))
    with pytest.raises(InputError, match="0 sudden events"):
        shift_from_taps(quiet, tapped.recording["markers"])


def test_motion_that_is_nowhere_cannot_be_aligned(tapped):
    markers = tapped.recording["markers"]
    hidden = Stream(
        "m", "markers", markers.time, np.full_like(markers.values, np.nan), markers.channels
    )
    with pytest.raises(InputError, match="cannot be aligned"):
        shift_from_taps(tapped.recording["force"], hidden)
