"""Hands open before they close."""

import numpy as np

from prehensile.control.example.open_pose import open_pose
from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.transfer import carried_over


def test_open_poses_stay_inside_limits():
    hand = Hand()
    for entry in corpus().values():
        q = open_pose(hand, entry)
        assert (q >= hand.lower).all() and (q <= hand.upper).all()


def test_the_pads_part_and_the_corpus_is_not_touched():
    hand, entry = Hand(), corpus_pose("medium_wrap")
    before = entry.q.copy()
    poses = np.array([carried_over(hand, entry.q), open_pose(hand, entry)])
    pads, _ = pad_positions(hand, poses)
    closed, opened = np.linalg.norm(pads[:, 1:] - pads[:, :1], axis=2)
    assert (opened > closed + 0.02).all(), "every finger is farther from the thumb"
    np.testing.assert_array_equal(entry.q, before)
