from typing import Any

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoints import fit_keypoints, hand_keypoints
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints

FRAMES = 12


@pytest.fixture
def hand() -> Hand:
    return HandSpec.sample(1, "left").build()


@pytest.fixture
def motion(hand, rng) -> tuple[np.ndarray, np.ndarray]:
    """Joint vectors from relaxed to bent, and forearm poses along a path."""
    bend = np.linspace(0, 0.6, FRAMES)[:, None]
    q = np.clip(hand.spec.rest + bend * rng.random(23), hand.lower, hand.upper)
    q[:, :3] = 0.0
    return q, se3.exp(np.linspace(0, 1, FRAMES)[:, None] * rng.normal(size=6))


@pytest.fixture
def points(hand, motion) -> np.ndarray:
    return hand_keypoints(hand, *motion)


def test_a_clip_plays_the_motion(hand, motion, points, tmp_path):
    clip = clip_from_keypoints(points, rate_hz=30, hand=hand)
    track = clip.hand("left")
    q, T = motion
    np.testing.assert_allclose(clip.time, np.arange(FRAMES) / 30)
    np.testing.assert_allclose(track.q, q, atol=1e-4)
    np.testing.assert_allclose(se3.from_pose7(track.T_world_forearm), T, atol=1e-6)
    quality = clip.meta["keypoints"]
    assert quality["layout"] == "mediapipe" and quality["lost"] == 0
    assert quality["residual_mm_median"] <= quality["residual_mm_p95"] < 1e-3
    assert len(quality["residual_mm_by_point"]) == 21 and quality["seen_share"] == 1
    again = Clip.load(clip.save(tmp_path / "moved.npz"))
    assert again.allclose(clip)
    # What the clip says of its hand is enough to find the points again.
    rebuilt = HandSpec.from_json(again.hands[0].model).build()
    played = again.hands[0]
    shown = hand_keypoints(rebuilt, played.q, se3.from_pose7(played.T_world_forearm))
    np.testing.assert_allclose(shown, points, atol=1e-6)


def test_quality_is_that_of_the_fit(points, rng):
    noisy = points + rng.normal(scale=2e-3, size=points.shape)
    fit = fit_keypoints(noisy)
    clip = clip_from_keypoints(noisy, rate_hz=30)
    assert clip.meta["keypoints"]["residual_mm_median"] == pytest.approx(1e3 * fit.median_residual)
    assert clip.hands[0].name == "left" and clip.hands[0].model == fit.hand.spec.to_json()


def test_y_up_is_turned_to_z_up(hand, points):
    y_up = np.stack([points[..., 0], points[..., 2], -points[..., 1]], axis=-1)
    plain = clip_from_keypoints(points, rate_hz=10, hand=hand)
    turned = clip_from_keypoints(y_up, rate_hz=10, hand=hand, up="y")
    assert turned.allclose(plain, atol=1e-6)


def test_lost_frames(hand, points):
    time = np.linspace(0, 1, FRAMES) ** 2
    points[[3, 4]] = np.nan
    with pytest.raises(InputError, match=r"2 of 12 frames.*frame 3 has 0 of 21"):
        clip_from_keypoints(points, time=time, hand=hand)
    clip = clip_from_keypoints(points, time=time, hand=hand, lost="drop")
    np.testing.assert_array_equal(clip.time, np.delete(time, [3, 4]))
    assert clip.meta["keypoints"]["lost"] == 2
    assert clip.resample(60).n_frames > 50


def test_bad_input(points):
    options: dict[str, Any]
    for options, words in (
        ({}, "rate_hz or its time"),
        ({"rate_hz": 30, "time": np.arange(FRAMES)}, "one of them"),
        ({"rate_hz": 0}, "rate_hz is 0"),
        ({"rate_hz": np.nan}, "rate_hz is nan"),
        ({"time": np.arange(3)}, r"\(3,\).*12 frames"),
        ({"time": "noon"}, "numbers"),
        ({"time": np.zeros(FRAMES)}, "strictly increasing"),
    ):
        with pytest.raises(InputError, match=words):
            clip_from_keypoints(points, **options)
    with pytest.raises(InputError, match=r"\(21, 3\)"):
        clip_from_keypoints(points[0], rate_hz=30)
    with pytest.raises(UnknownNameError, match="up axis 'x'"):
        clip_from_keypoints(points, rate_hz=30, up="x")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="'keep'"):
        clip_from_keypoints(points, rate_hz=30, lost="keep")  # type: ignore[arg-type]
    points[:, 5:] = np.nan
    with pytest.raises(InputError, match="all 12 frames are lost"):
        clip_from_keypoints(points, rate_hz=30, lost="drop")
