import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion.mocap.gaps import Gap, fill_gaps, find_gaps

RATE = 100.0


def wave(frames=200):
    t = np.arange(frames) / RATE
    return np.stack([np.sin(3 * t), np.cos(2 * t), t], axis=-1)[:, None] * np.ones((1, 2, 1))


def test_gaps_are_found():
    seen = np.ones((10, 2), dtype=bool)
    seen[2:5, 0] = seen[7, 0] = seen[:2, 1] = seen[9, 1] = False
    assert find_gaps(seen) == (Gap(0, 2, 5), Gap(0, 7, 8), Gap(1, 0, 2), Gap(1, 9, 10))


def test_short_gaps_are_filled_on_the_curve():
    whole = wave()
    gappy = whole.copy()
    gappy[50:60, 0] = gappy[55:70, 1] = np.nan
    filled = fill_gaps(gappy, RATE, longest=0.15)
    assert filled.frames == 20 and filled.filled == (Gap(0, 50, 60), Gap(1, 55, 70))
    assert filled.left == ()
    np.testing.assert_allclose(filled.points, whole, atol=2e-2)
    seen = np.isfinite(gappy)
    np.testing.assert_array_equal(filled.points[seen], gappy[seen])


def test_long_gaps_and_ends_are_left():
    gappy = wave()
    gappy[50:71, 0] = gappy[:3, 1] = gappy[-1:, 1] = np.nan
    filled = fill_gaps(gappy, RATE, longest=0.2)
    assert filled.frames == 0
    assert filled.left == (Gap(0, 50, 71), Gap(1, 0, 3), Gap(1, 199, 200))
    assert np.isnan(filled.points[50:71, 0]).all()
    assert fill_gaps(gappy, RATE, longest=0.21).frames == 21


def test_fills_do_not_overshoot():
    step = np.zeros((40, 1, 3))
    step[20:] = 1.0
    step[15:25] = np.nan
    filled = fill_gaps(step, RATE).points
    assert filled.min() >= 0 and filled.max() <= 1


def test_half_a_point_is_hidden_and_a_negative_length_refused():
    gappy = wave()
    gappy[50, 0, 1] = np.nan
    assert fill_gaps(gappy, RATE).filled == (Gap(0, 50, 51),)
    with pytest.raises(InputError, match="longest gap"):
        fill_gaps(gappy, RATE, longest=-1)
