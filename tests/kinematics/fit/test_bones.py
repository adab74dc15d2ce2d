"""Sizes from keypoints: bones are distances, whatever the hand does and wherever it is."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.anthropometry import BONE_MEAN_MM, BREADTH_MEAN_MM
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.bones import (
    MEAN,
    bounds,
    fitted_spec,
    measured_sizes,
    size_derivatives,
    spec_from,
    vector_of,
)
from prehensile.kinematics.fit.keypoint_chain import sizes_of
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3

NAMES = layout_points("mediapipe")


def recording(spec: HandSpec, rng: np.random.Generator, frames: int) -> np.ndarray:
    """(frames, 21, 3) [m] keypoints of a hand that moves about."""
    hand = spec.build()
    q = rng.uniform(hand.lower, hand.upper, (frames, 23))
    return hand_keypoints(hand, q, se3.exp(rng.normal(size=(frames, 6))))


def test_a_table_of_bones_and_its_vector_are_the_same_hand():
    for seed in range(5):
        spec = HandSpec.sample(seed)
        again = spec_from(vector_of(spec.bone_lengths, spec.breadth))
        whole, found = (s.bone_lengths.copy() for s in (spec, again))
        for table in (whole, found):  # bone and tissue of a fingertip are seen together only
            table[:, 3] += table[:, 4]
        np.testing.assert_allclose(found[:, :4], whole[:, :4], atol=1e-12)
        assert again.breadth == spec.breadth
    mean = spec_from(vector_of(1e-3 * BONE_MEAN_MM, 1e-3 * BREADTH_MEAN_MM))
    np.testing.assert_allclose(mean.bone_lengths, HandSpec.mean().bone_lengths, atol=1e-12)


def test_bones_of_the_digits_are_measured_in_any_pose(rng):
    spec = HandSpec.sample(2)
    points = recording(spec, rng, 7)
    sizes, scale = measured_sizes(NAMES, points, np.ones(points.shape[:2], dtype=bool))
    found = spec_from(sizes).build()
    for name, segment in spec.build().segments.items():
        if segment.group != "palm":
            assert found.segments[name].length == pytest.approx(segment.length, abs=1e-12), name
    assert 0.85 < scale < 1.15


def test_what_is_not_seen_has_the_size_of_the_rest(rng):
    mean = HandSpec.mean()
    large = HandSpec("right", 1.2 * mean.bone_lengths, 1.2 * mean.breadth)
    points = recording(large, rng, 4)
    seen = np.ones(points.shape[:2], dtype=bool)
    seen[:, [NAMES.index("ring-finger-tip"), NAMES.index("thumb-phalanx-distal")]] = False
    points[~seen] = 7.0
    sizes, scale = measured_sizes(NAMES, points, seen)
    assert scale == pytest.approx(1.2)
    np.testing.assert_allclose(sizes, 1.2 * MEAN, rtol=1e-9)
    with pytest.raises(InputError, match="no bone of a digit"):
        measured_sizes(NAMES, points, np.zeros_like(seen))
    with pytest.raises(InputError, match="give metres"):
        measured_sizes(NAMES, 1e3 * points, seen)


@pytest.mark.parametrize("scale", [0.4, 1.0, 1.6])
def test_every_hand_within_the_bounds_can_be_built(scale, rng):
    low, high = bounds(scale)
    for share in (0.0, 1.0, *rng.random((5, len(low)))):
        hand = spec_from(low + share * (high - low)).build()
        assert hand.length > 0


def test_lengths_grow_by_what_their_own_bone_grows():
    spec = HandSpec.sample(1)
    by = size_derivatives(spec).lengths.reshape(15, -1)
    assert by.shape == (15, len(MEAN))
    np.testing.assert_allclose(by.sum(1), 1, atol=1e-8)
    np.testing.assert_allclose(by.max(1), 1, atol=1e-8)
    assert len(set(by.argmax(1))) == 15
    np.testing.assert_allclose(
        by @ vector_of(spec.bone_lengths, spec.breadth), sizes_of(spec).lengths.ravel(), atol=1e-9
    )


def test_a_recording_gives_back_whose_hand_it_shows(rng):
    spec = HandSpec.sample(6)
    points = recording(spec, rng, 12)
    found, off = fitted_spec(NAMES, points, np.ones(points.shape[:2], dtype=bool))
    assert off < 3e-4
    assert found.build().length == pytest.approx(spec.build().length, abs=1e-3)
    assert np.abs(found.bone_lengths[:, 1:3] - spec.bone_lengths[:, 1:3]).max() < 5e-4
