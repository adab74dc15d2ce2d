"""Labelled points over time."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion.mocap import markers
from prehensile.motion.mocap.markers import MarkerRecording, checked_rate


def test_a_point_that_is_half_seen_is_hidden():
    points = np.zeros((2, 2, 3))
    points[1, 0, 2] = np.nan
    found = MarkerRecording(("a", "b"), points, 100)
    assert np.isnan(found.points[1, 0]).all() and np.isfinite(points[1, 0, :2]).all()
    np.testing.assert_array_equal(found.seen, [[True, True], [False, True]])
    np.testing.assert_allclose(found.time, [0, 0.01])
    with pytest.raises(ValueError, match="read-only"):
        found.points[0] = 1


@pytest.mark.parametrize("rate", [0, -1, np.nan, np.inf, 1e6])
def test_impossible_rates_are_refused(rate):
    with pytest.raises(InputError, match="frame rate"):
        checked_rate(rate)


def test_shapes_empty_recordings_and_too_large_ones_are_refused(monkeypatch):
    with pytest.raises(InputError, match=r"expected \(frames, 2, 3\)"):
        MarkerRecording(("a", "b"), np.zeros((4, 1, 3)), 100)
    with pytest.raises(InputError, match="no frame"):
        MarkerRecording(("a",), np.zeros((0, 1, 3)), 100)
    monkeypatch.setattr(markers, "MAX_VALUES", 11)
    with pytest.raises(InputError, match="4 frames of 1 markers"):
        MarkerRecording(("a",), np.zeros((4, 1, 3)), 100)
