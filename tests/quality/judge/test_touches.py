"""Who touches whom: a clip of three contacts, counted by hand."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.quality.judge.touches import hand_contacts, penetration_depths, touches

POSE = np.array([[0, 0, 0, 1.0, 0, 0, 0]] * 2)


@pytest.fixture
def clip():
    hand = Hand()
    names = ("right/thumb-phalanx-distal", "mug", "stand")
    z = np.array([0, 0, 1.0])
    first = ContactFrame(
        np.array([0, 2]), np.array([1, 1]), np.zeros((2, 3)), np.array([z, z]),
        np.array([3 * z, 5 * z]), np.zeros(2), np.array([0.001, 0.004]),
    )  # fmt: skip
    second = ContactFrame(
        np.array([0]), np.array([1]), np.zeros((1, 3)), z[None], 7 * z[None], np.zeros(1),
        np.array([0.002]),
    )  # fmt: skip
    triangle = np.eye(3, dtype=np.float32)
    return Clip(
        time=np.array([0.0, 1.0]),
        hands=(HandTrack("right", hand.spec.to_json(), hand.joint_names, np.zeros((2, 23)), POSE),),
        bodies=(BodyTrack("mug", triangle, np.array([[0, 1, 2]], dtype=np.int32), POSE),),
        contacts=ContactTrack.from_frames(names, [first, second]),
        finger_force=np.zeros((2, 1, 5)),
        palm_force=np.zeros((2, 1)),
    )


def test_hand_and_others_are_told_apart(clip):
    found = touches(clip, "mug", "right")
    assert found.hand == [(0, "right/thumb-phalanx-distal"), (1, "right/thumb-phalanx-distal")]
    assert found.others == [(0, "stand")]
    assert found.depth == 0.002 and found.pressing == 7.0


def test_depths_are_of_the_hand_frame_by_frame(clip):
    np.testing.assert_array_equal(penetration_depths(clip, "mug", "right"), [0.001, 0.002])
    np.testing.assert_array_equal(hand_contacts(clip, "mug", "right").frame, [0, 0, 1])


def test_a_body_that_touches_nothing(clip):
    assert not hand_contacts(clip, "pen", "right").mask.any()
    assert penetration_depths(clip, "pen", "right").size == 0
    assert touches(clip, "pen", "right").hand == []
