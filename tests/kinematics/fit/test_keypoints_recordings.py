"""Real recordings: MediaPipe landmarks from a video, and joints from a Leap sensor.

What the fit says is compared with what can be read off the recording without a hand: angles between
bones, the sensor's own palm normal.
"""

from functools import cache

import numpy as np
import pytest

from prehensile.hand.joints import DIGITS
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import KeypointFit, fit_keypoints

LEAP_MEDIAN_MM = {
    "HandSplay-110fps": 1.9,
    "Waiting-110fps": 1.2,
    "brian": 2.3,
    "grab": 1.8,
    "pinch": 0.8,
}
"""What a fit within an adult's joint limits reaches."""
LEAP_STRETCHED_MM = 0.9
"""What it reaches when fingers may bend backwards, for every clip."""


@pytest.fixture(scope="module")
def landmarks(reference_data) -> np.ndarray:
    return np.load(reference_data("motion", "landmarks", "human_joint_right.npz"))["joint_pos"]


@pytest.fixture(scope="module")
def landmarks_fit(landmarks) -> KeypointFit:
    return fit_keypoints(landmarks, "mediapipe")


@cache
def leap_fit(path, stretch=0.0) -> KeypointFit:
    return fit_keypoints(leap_points(path), "leap", stretch=stretch)


def leap_points(path) -> np.ndarray:
    return 1e-3 * np.load(path)["joints_mm"].reshape(-1, 20, 3)


def bends(points, names) -> np.ndarray:
    """(T, 5, 2) [rad] angles between successive bones of each digit, read off the points."""
    chains = [[names.index(n) for n in names if n.startswith(d) and n != "wrist"] for d in XR]
    bones = np.diff(points[:, np.array(chains)], axis=2)
    bones /= np.linalg.norm(bones, axis=-1, keepdims=True)
    return np.arccos(np.clip((bones[:, :, :-1] * bones[:, :, 1:]).sum(-1), -1, 1))


XR = ("thumb", "index", "middle", "ring", "pinky")


def last_flexions(fit) -> np.ndarray:
    """(T, 5, 2) [rad] of the fitted hand."""
    joints = [("mp", "ip") if d == "thumb" else ("pip", "dip") for d in DIGITS]
    return np.stack(
        [
            np.stack([fit.hand.joint_angle(fit.q, f"{d}_{j}_flex") for j in pair], axis=-1)
            for d, pair in zip(DIGITS, joints, strict=True)
        ],
        axis=1,
    )


def test_landmarks(landmarks_fit):
    fit = landmarks_fit
    assert fit.q.shape == (621, 23) and fit.hand.side == "right"
    assert 1e3 * fit.median_residual < 3.6
    assert 0.16 < fit.hand.length < 0.21
    assert (fit.q >= fit.hand.lower - 1e-12).all() and (fit.q <= fit.hand.upper + 1e-12).all()
    by_point = fit.residual_by_point()
    assert 1e3 * max(by_point.values()) < 11
    assert max(by_point, key=lambda name: by_point[name]) == "thumb-tip"


def test_landmarks_bend_as_their_bones_do(landmarks, landmarks_fit):
    read = bends(landmarks, layout_points("mediapipe"))[:, 1:]
    found = last_flexions(landmarks_fit)[:, 1:]
    assert np.degrees(np.median(np.abs(found.sum(-1) - read.sum(-1)))) < 10
    for finger in range(4):
        assert np.corrcoef(found[:, finger].sum(-1), read[:, finger].sum(-1))[0, 1] > 0.8


def test_mirrored_landmarks_are_a_left_hand(landmarks, landmarks_fit):
    left = fit_keypoints(landmarks * [1, 1, -1], "mediapipe")
    assert left.hand.side == "left"
    assert left.median_residual == pytest.approx(landmarks_fit.median_residual, rel=0.02)


@pytest.mark.parametrize("clip", LEAP_MEDIAN_MM)
def test_leap(clip, reference_data):
    path = reference_data("motion", "leap", f"{clip}.npz")
    fit, free = leap_fit(path), leap_fit(path, 0.5)
    assert fit.hand.side == "right"
    assert 1e3 * fit.median_residual < LEAP_MEDIAN_MM[clip]
    assert 1e3 * free.median_residual < LEAP_STRETCHED_MM
    # The sensor's bones are constant, and the fit finds their lengths.
    points = leap_points(path).reshape(-1, 5, 4, 3)
    bones = np.linalg.norm(np.diff(points[0], axis=1), axis=-1)
    found = free.hand.spec.bone_lengths
    np.testing.assert_allclose(found[1:, 1:3], bones[1:, :2], rtol=0.06)


@pytest.mark.parametrize("clip", LEAP_MEDIAN_MM)
def test_leap_angles_and_palm_against_the_sensor(clip, reference_data):
    path = reference_data("motion", "leap", f"{clip}.npz")
    fit = leap_fit(path, 0.5)
    read = bends(leap_points(path), layout_points("leap"))[:, 1:]
    found = np.abs(last_flexions(fit)[:, 1:])
    assert np.degrees(np.median(np.abs(found - read))) < 4
    recording = np.load(path)
    palmar = -fit.T_world_forearm[:, :3, 2]
    apart = np.arccos(np.clip((palmar * recording["palm_normal"]).sum(-1), -1, 1))
    assert np.degrees(np.median(apart)) < 15
    ahead = (fit.T_world_forearm[:, :3, 0] * recording["direction"]).sum(-1)
    assert np.degrees(np.median(np.arccos(np.clip(ahead, -1, 1)))) < 15


def test_half_of_a_recording_gives_the_same_hand(landmarks, landmarks_fit):
    half = fit_keypoints(landmarks[::2], "mediapipe", side="right").hand.spec
    whole = landmarks_fit.hand.spec
    np.testing.assert_allclose(half.bone_lengths, whole.bone_lengths, atol=1.5e-3)
