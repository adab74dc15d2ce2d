"""Times among frames: linear values are NumPy's, frames that are hit are themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prehensile.motion.located import linear, located

steps = st.lists(st.floats(0.01, 2.0), min_size=0, max_size=9)


@given(steps, st.lists(st.floats(-1, 20), min_size=1, max_size=20))
def test_linear_is_numpys_interpolation(gaps, times):
    time = np.concatenate([[0.0], np.cumsum(gaps)])
    values = np.random.default_rng(0).normal(size=(len(time), 2, 3))
    found = linear(values, located(time, np.array(times)))
    for k, l in np.ndindex(2, 3):
        expected = np.interp(times, time, values[:, k, l])
        np.testing.assert_allclose(found[:, k, l], expected, atol=2e-5)


@given(steps)
def test_frames_are_hit_exactly(gaps):
    time = np.concatenate([[0.0], np.cumsum(gaps)])
    at = located(time, time + 1e-12)
    assert at.frame.tolist() == at.after.tolist() == list(range(len(time)))
    assert not at.part.any()


@pytest.mark.parametrize("time", [np.array([3.0]), np.array([3.0, 4.0])])
def test_times_outside_take_the_nearest_frame(time):
    at = located(time, np.array([-9.0, 99.0]))
    assert at.frame.tolist() == at.after.tolist() == [0, len(time) - 1]
