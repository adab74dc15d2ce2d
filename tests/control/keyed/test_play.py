"""Which frames of a play are shown."""

import numpy as np

from prehensile.control.keyed.play import frame_times, shown_times


def test_sparse_keys_get_frames_between():
    keys = np.array([0.0, 0.5, 0.51, 1.0])
    times = frame_times(keys)
    assert np.isin(keys, times).all()
    assert np.diff(times).max() <= 1 / 60 + 1e-9
    video = np.arange(25) / 24
    np.testing.assert_array_equal(frame_times(video), video)


def test_a_path_that_ends_too_soon_is_gone_on_with():
    video = np.arange(25) / 24
    np.testing.assert_array_equal(shown_times(video, 0.9), video)
    longer = shown_times(video, 1.5)
    np.testing.assert_array_equal(longer[:25], video)
    assert longer[-1] == 1.5 and np.diff(longer[24:]).max() <= 1 / 60 + 1e-9
