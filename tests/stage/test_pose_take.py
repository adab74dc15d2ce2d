"""Poses gathered into a clip."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.stage.pose_take import PoseTake


def test_a_take_is_a_clip_of_what_was_added(rng, tmp_path):
    hand = Hand()
    take, q, forearm = PoseTake(hand), rng.normal(size=(3, hand.dof)), np.zeros((3, 7))
    forearm[:, 3], forearm[:, 0] = 1.0, [0.0, 0.1, 0.2]
    for k in range(3):
        row = q[k].copy()
        take.add(k / 60, row, forearm[k])
        row[:] = 0  # the scene goes on with its own array
    clip = take.clip()
    np.testing.assert_array_equal(clip.hands[0].q, q)
    np.testing.assert_array_equal(clip.hands[0].T_world_forearm, forearm)
    np.testing.assert_allclose(clip.time, [0, 1 / 60, 2 / 60])
    assert clip.save(tmp_path / "pose.npz").is_file()
