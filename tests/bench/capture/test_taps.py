import numpy as np
import pytest

from prehensile.bench.capture.taps import TapSession, sync_error, tap_recording
from prehensile.capture.recording.recording import Clock

SHORT = TapSession(duration=6.0, n_taps=2)


def test_a_seed_is_a_recording():
    one, two = tap_recording(5, SHORT), tap_recording(5, SHORT)
    assert one.clock == two.clock
    for a, b in zip(one.recording.streams, two.recording.streams, strict=True):
        np.testing.assert_array_equal(a.values, b.values)
    assert tap_recording(6, SHORT).clock != one.clock


def test_force_stops_the_finger_at_the_same_true_instant():
    """The lowest point of the finger and the load, brought together by the true clock."""
    made = tap_recording(
        3, TapSession(6.0, 2, force_noise=1e-3, marker_noise=1e-6, gaps_a_minute=0)
    )
    markers, force = made.recording.streams
    height = markers.values[:, 0, 2]
    pressed = made.clock.to_master(force.time[force.values[:, 0] > force.values[:50].mean() + 0.3])
    low = height < np.median(height) - 0.01
    inside = (pressed[0] < markers.time) & (markers.time < pressed[-1])
    assert low[inside].any() and pressed[0] > markers.time[low][0] - 0.1


def test_the_error_is_rms_over_the_recording():
    assert sync_error(Clock(0.001), Clock(), 60) == pytest.approx(0.001)
    assert sync_error(Clock(0, 1 + 1e-4), Clock(), 60) == pytest.approx(6e-3 / np.sqrt(3), rel=0.01)
