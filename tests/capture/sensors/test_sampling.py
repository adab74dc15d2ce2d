"""Sampling against NumPy's own interpolation, converters against their codes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prehensile.capture.sensors.sampling import between, converted, sample_times, watched
from prehensile.capture.sensors.trials import press_trial
from prehensile.errors import InputError, UnknownNameError

TIME = np.arange(21) / 100
CLIP = press_trial(TIME, np.zeros((21, 5, 3)))


def test_samples_begin_with_the_clip_and_end_within_it() -> None:
    times = sample_times(CLIP, 60)
    assert times[0] == CLIP.time[0] and len(times) == 13
    assert np.diff(times) == pytest.approx(1 / 60)
    assert sample_times(CLIP, 100) == pytest.approx(TIME)
    assert times[-1] <= CLIP.time[-1]


@pytest.mark.parametrize("rate", [0.0, -1.0, np.nan, np.inf])
def test_a_rate_is_above_nought(rate) -> None:
    with pytest.raises(InputError, match="above 0 Hz"):
        sample_times(CLIP, rate)


def test_values_between_frames_are_those_of_numpy(rng) -> None:
    values = rng.normal(size=(21, 2))
    times = np.sort(rng.uniform(0, 0.2, 50))
    expected = np.stack([np.interp(times, TIME, v) for v in values.T], axis=1)
    assert between(CLIP, values, times) == pytest.approx(expected)


def test_one_frame_is_held() -> None:
    one = press_trial(TIME[:1], np.zeros((1, 5, 3)))
    assert between(one, np.array([[3.0]]), sample_times(one, 60)).tolist() == [[3.0]]


@given(st.floats(-3, 3), st.integers(2, 16))
def test_a_converter_is_off_by_half_a_step_or_says_that_it_is_clipped(value, bits) -> None:
    read, clipped = converted(np.array([value]), -1.0, 1.0, bits)
    step = 2 / (2**bits - 1)
    if clipped[0]:
        assert abs(value) > 1 and abs(read[0]) == pytest.approx(1)
    else:
        assert abs(read[0] - value) <= 0.5 * step + 1e-12


def test_an_empty_name_is_the_first_hand() -> None:
    assert watched(CLIP, "").name == "right" == watched(CLIP, "right").name
    with pytest.raises(UnknownNameError, match="right"):
        watched(CLIP, "left")
