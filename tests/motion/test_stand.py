from dataclasses import replace

import numpy as np

from prehensile.control.place.stand import STAND, TABLE
from prehensile.motion.clip import BodyTrack
from prehensile.motion.stand import STANDS, without_stand

CORNERS = np.vstack([np.zeros(3), np.eye(3)])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


def test_names_are_those_that_are_put_into_the_scene():
    assert set(STANDS) == {STAND, TABLE}


def test_what_stands_still_under_the_object_is_left_out(hand_clip):
    still = np.tile([0.0, 0, 0, 1, 0, 0, 0], (hand_clip.n_frames, 1))
    moved = still + np.linspace(0, 1, hand_clip.n_frames)[:, None] * [1, 0, 0, 0, 0, 0, 0]
    poses = {"table": still, "captured_stand": still, "mug": still, "stand": moved}
    bodies = tuple(BodyTrack(name, CORNERS, FACES, pose) for name, pose in poses.items())
    clip = replace(hand_clip, bodies=bodies)
    found = without_stand(clip)
    assert [body.name for body in found.bodies] == ["mug", "stand"]
    assert found.contacts is clip.contacts and found.hands == clip.hands
