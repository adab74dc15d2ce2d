import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion.smoothing import smooth, smooth_clip

RATE = 100.0
T = np.arange(1000) / RATE


@pytest.mark.parametrize("hertz", [1.0, 5.0, 10.0, 30.0])
def test_gain_and_no_delay(hertz):
    """Forwards and backwards a Butterworth filter of order 2 has gain 1 / (1 + Ω⁴), phase zero.

    Ω is the frequency over the cutoff, both bent by the bilinear transform (tan π f / rate).
    """
    cutoff = 10.0
    out = smooth(np.sin(2 * np.pi * hertz * T), RATE, cutoff)
    middle = slice(300, 700)
    sine, cosine = np.sin(2 * np.pi * hertz * T), np.cos(2 * np.pi * hertz * T)
    ratio = np.tan(np.pi * hertz / RATE) / np.tan(np.pi * cutoff / RATE)
    assert 2 * (out * sine)[middle].mean() == pytest.approx(1 / (1 + ratio**4), abs=2e-3)
    assert 2 * (out * cosine)[middle].mean() == pytest.approx(0, abs=2e-3)


def test_straight_lines_and_short_recordings_stay():
    line = T[:, None] * [1, -2]
    np.testing.assert_allclose(smooth(line, RATE, 6)[50:-50], line[50:-50], atol=1e-4)
    short = np.random.default_rng(0).normal(size=(8, 3))
    np.testing.assert_array_equal(smooth(short, RATE, 6), short)


@pytest.mark.parametrize("cutoff", [0, -1, 50, 80, np.nan])
def test_a_cutoff_out_of_range_is_refused(cutoff):
    with pytest.raises(InputError, match="below half the frame"):
        smooth(T, RATE, cutoff)


def test_a_clip_keeps_times_range_and_unit_quaternions(hand_clip):
    even = hand_clip.resample(120)
    out = smooth_clip(even, 10)
    assert np.array_equal(out.time, even.time)
    for before, after in zip(even.hands, out.hands, strict=True):
        assert (after.q <= before.q.max(0)).all() and (after.q >= before.q.min(0)).all()
        np.testing.assert_allclose(np.linalg.norm(after.T_world_forearm[:, 3:], axis=1), 1)


def test_uneven_frames_are_filtered_all_the_same(hand_clip):
    even = hand_clip.resample(120)
    rng = np.random.default_rng(3)
    times = np.sort(rng.uniform(even.time[0], even.time[-1], even.n_frames))
    uneven = even.at_times(times)
    out = smooth_clip(uneven, 10)
    np.testing.assert_array_equal(out.time, times)
    expected = smooth_clip(even, 10).at_times(times)
    assert np.abs(out.hands[0].q - expected.hands[0].q).max() < 0.05
