import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.manipulate.pose_space import pose_space

HAND = Hand()


def test_coordinates_span_the_poses():
    space = pose_space(HAND, 4)
    rows = np.array([pose.q for pose in corpus().values()])
    p = space.basis.project(np.where(space.basis.wrist, 0.0, rows)) / space.spread
    np.testing.assert_allclose(p.max(axis=0) - p.min(axis=0), 1.0)
    np.testing.assert_allclose(space.targets(np.zeros(4))[3:], rows.mean(axis=0)[3:], atol=1e-9)


def test_targets_keep_the_limits_and_the_wrist_is_moved_on_request():
    space = pose_space(HAND, 3, wrist=True)
    p = 10 * np.random.default_rng(0).normal(size=(50, 5))
    q = space.targets(p)
    assert (q >= HAND.lower).all() and (q <= HAND.upper).all()
    assert (q[:, 0] != 0).all()
    assert (pose_space(HAND, 3).targets(p[:, :3])[:, :3] == 0).all()


def test_a_choice_of_poses():
    few = pose_space(HAND, 2, ("tripod", "fist", "flat"))
    p = few.basis.project(np.where(few.basis.wrist, 0.0, corpus_pose("fist").q)) / few.spread
    np.testing.assert_allclose(few.targets(p)[3:], corpus_pose("fist").q[3:], atol=1e-6)
    with pytest.raises(InputError, match="choose more"):
        pose_space(HAND, 3, ("fist",))
    with pytest.raises(UnknownNameError):
        pose_space(HAND, 1, ("fist", "no_such_pose"))
