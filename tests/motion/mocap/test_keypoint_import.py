"""Keypoints that a hand of ours shows, imported again."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.motion.mocap.keypoint_import import (
    imported_leap,
    imported_points,
    is_leap,
    points_name,
)
from prehensile.motion.mocap.options import Options


@pytest.fixture(scope="module")
def hand():
    return Hand()


def test_the_array_of_points_is_told_by_its_name_or_because_it_is_alone():
    points, flat = np.zeros((2, 21, 3)), np.zeros((2, 3))
    assert points_name({"a": points, "landmarks": points}) == "landmarks"
    assert points_name({"whatever": points}) == "whatever"
    assert points_name({"whatever": points, "b": flat}) is None
    assert points_name({"landmarks": flat}) is None


def test_leap_frames_that_are_reported_twice_count_once(hand):
    q = np.clip(np.full((3, hand.dof), 0.3), hand.lower, hand.upper)
    points = hand_keypoints(hand, q, np.eye(4), "leap")
    arrays = {"joints_mm": 1e3 * points.reshape(3, 5, 4, 3), "t": np.array([0.0, 0.1, 0.1])}
    assert is_leap(arrays)
    found = imported_leap(arrays, Options(hand=hand, up="z"))
    assert found.clip.n_frames == 2 and found.report["repeated_frames"] == 1
    assert found.report["residual_mm_median"] < 0.5


def test_shapes_that_no_layout_has_are_refused():
    with pytest.raises(InputError, match=r"expected \(frames, K, 3\) with K = 20 \(leap\), 21"):
        imported_points({"points": np.zeros((2, 7, 3))}, "points", Options(rate_hz=1))
    with pytest.raises(InputError, match="no frame"):
        imported_points({"points": np.zeros((0, 21, 3))}, "points", Options(rate_hz=1))
    with pytest.raises(InputError, match=r"expected \(frames, 5, 4, 3\)"):
        imported_leap({"joints_mm": np.zeros((2, 20, 3)), "t": np.zeros(2)}, Options())
