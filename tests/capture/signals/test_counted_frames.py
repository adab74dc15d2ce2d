import numpy as np
import pytest

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.counted_frames import clock_from_frames
from prehensile.errors import PrehensileError

CAMERA = np.arange(0, 20, 0.01) + 3.0


def camera(time=CAMERA):
    return Stream("c", "markers", time, np.zeros((len(time), 1, 3)), ("m",), rate_hz=100)


def counting(bits=32, start=0):
    """A DAQ of 315 Hz whose clock is 7 s behind and 80 ppm fast."""
    true = np.arange(2.5, 22, 0.00317)
    counts = start + np.searchsorted(CAMERA, true, side="right")
    own = (true - 7) * (1 + 8e-5)
    return Stream("d", "voltages", own, (counts % 2**bits)[:, None], ("frames",), "1")


@pytest.mark.parametrize("bits", [32, 8])
def test_the_clock_is_found_far_below_a_sample(bits):
    clock = clock_from_frames(counting(bits), "frames", camera())
    own = np.array([0.0, 10.0])
    assert np.abs(clock.to_master(own) - (own / (1 + 8e-5) + 7)).max() < 2e-4
    assert clock.how == "frames" and clock.deviation < 0.0015


def test_frames_that_the_camera_lost_do_no_harm():
    kept = np.random.default_rng(0).random(len(CAMERA)) > 0.2
    kept[0] = True
    clock = clock_from_frames(counting(), "frames", camera(CAMERA[kept]))
    assert abs(clock.to_master(5.0) - (5 / (1 + 8e-5) + 7)) < 2e-4


def test_a_counter_that_did_not_start_at_nought():
    clock = clock_from_frames(counting(start=41), "frames", camera(), first=41)
    assert abs(clock.to_master(5.0) - (5 / (1 + 8e-5) + 7)) < 2e-4


def test_what_counts_no_frames_is_said():
    still = Stream("d", "voltages", np.arange(5.0), np.ones((5, 1)), ("frames",))
    with pytest.raises(PrehensileError, match="counted 0 frames"):
        clock_from_frames(still, "frames", camera())
    half = Stream("d", "voltages", np.arange(5.0), np.full((5, 1), 0.5), ("frames",))
    with pytest.raises(PrehensileError, match="no whole counts"):
        clock_from_frames(half, "frames", camera())
    with pytest.raises(PrehensileError, match="not of frames"):
        clock_from_frames(counting(start=10**6), "frames", camera())
