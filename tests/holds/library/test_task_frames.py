"""Task frames against a brute search, and by what hooks are for."""

import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.holds.library.task_frames import task_frame, task_frames
from prehensile.kinematics.jacobian import pad_jacobians

HAND = Hand()


def test_every_grasp_of_the_corpus_has_one():
    frames = task_frames(HAND)
    assert len(frames) == 24
    for frame in frames.values():
        np.testing.assert_allclose(frame.rotation.T @ frame.rotation, np.eye(3), atol=1e-12)
        assert np.linalg.det(frame.rotation) == pytest.approx(1)
        assert frame.transmission > frame.worst


def test_no_direction_transmits_more(rng):
    name = "medium_wrap"
    found = task_frame(HAND, name)
    touch = corpus_pose(name).object.touch
    J = pad_jacobians(HAND, corpus_pose(name).q)[[DIGITS.index(d) for d in touch], :3]
    ways = rng.standard_normal((3000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    total = [sum(min(100, 1 / np.linalg.norm(j.T @ w)) for j in J) for w in ways]
    assert max(total) <= found.transmission * 1.02  # they are 2.5° apart


def test_a_hook_pulls_along_the_hand():
    assert task_frame(HAND, "fixed_hook").rotation[0, 0] > 0.8


def test_unknown_poses_are_named():
    with pytest.raises(UnknownNameError, match="fixed_hook"):
        task_frame(HAND, "hook")
