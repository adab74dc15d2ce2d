"""The first guess is already the pose where the points are those of the hand itself."""

import numpy as np
import pytest

from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.keypoint_guess import digit_angles, first_guess, palm_pose
from prehensile.kinematics.fit.keypoint_layout import digit_points, layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3

FRAMES = 40


@pytest.fixture
def chain():
    return KeypointChain(HandSpec.sample(9).build())


@pytest.fixture
def q(chain, rng):
    q = rng.uniform(chain.hand.lower, chain.hand.upper, (FRAMES, 23))
    q[:, :3] = 0.0
    return q


@pytest.mark.parametrize("layout", ["mediapipe", "openxr", "leap"])
def test_exact_points_give_pose_and_angles_back(chain, q, rng, layout):
    T = se3.exp(rng.normal(size=(FRAMES, 6)))
    points = hand_keypoints(chain.hand, q, T, layout)
    names = layout_points(layout)
    found_T, angles = first_guess(chain, names, points, np.ones(points.shape[:2], dtype=bool))
    np.testing.assert_allclose(found_T, T, atol=1e-9)
    q[:, DIGIT_COLUMNS] = angles
    np.testing.assert_allclose(hand_keypoints(chain.hand, q, T, layout), points, atol=1e-9)


def test_the_palm_is_found_by_what_is_seen_of_it(chain, q, rng):
    names = layout_points("openxr")
    T = se3.exp(rng.normal(size=(FRAMES, 6)))
    points = hand_keypoints(chain.hand, q, T, "openxr")
    seen = np.zeros(points.shape[:2], dtype=bool)
    for digit in ("thumb", "index", "little"):
        seen[:, names.index(digit_points(digit)[0])] = True
    points[~seen] = 0.0
    np.testing.assert_allclose(palm_pose(chain, names, points, seen), T, atol=1e-9)


def test_a_tip_alone_is_met_and_a_digit_unseen_relaxes(chain, q, monkeypatch):
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")  # compiled or not, the answer is the same
    names = layout_points("mediapipe")
    for d in range(1, 5):  # what the closed form of a finger can meet
        q[:, DIGIT_COLUMNS[d, 3]] = q[:, DIGIT_COLUMNS[d, 2]] * 2 / 3
    local = hand_keypoints(chain.hand, q)
    seen = np.ones(local.shape[:2], dtype=bool)
    joints = [names.index(digit_points(digit)[2]) for digit in ("thumb", "middle", "little")]
    seen[:, joints] = False
    seen[:, [names.index(name) for name in digit_points("ring")]] = False
    local[~seen] = 9.0
    angles = digit_angles(chain, names, local, seen)
    tips = [names.index(digit_points(digit)[3]) for digit in DIGITS if digit != "ring"]
    q[:, DIGIT_COLUMNS] = angles
    np.testing.assert_allclose(hand_keypoints(chain.hand, q)[:, tips], local[:, tips], atol=1e-9)
    ring = DIGITS.index("ring")
    np.testing.assert_allclose(angles[:, ring], np.tile(chain.rest[ring], (FRAMES, 1)))


def test_wild_points_still_give_angles_within_the_limits(chain, rng):
    names = layout_points("mediapipe")
    points = rng.normal(scale=0.1, size=(FRAMES, 21, 3))
    points[:5] = 0.0  # all in one place
    _, angles = first_guess(chain, names, points, np.ones((FRAMES, 21), dtype=bool))
    assert (angles >= chain.lower).all() and (angles <= chain.upper).all()
