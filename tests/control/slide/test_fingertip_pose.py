"""Fingertips go where they are wanted."""

import numpy as np
import pytest

from prehensile.control.slide.fingertip_pose import Wanted, fingertip_pose, tip_ball
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


@pytest.mark.parametrize("side", ["right", "left"])
def test_round_ends_are_where_they_were_in_another_pose(side):
    hand = HandSpec.mean(side).build()
    rng = np.random.default_rng(3)
    ease = np.clip(np.asarray(hand.spec.rest), hand.lower, hand.upper)
    other = np.clip(ease + rng.uniform(-0.15, 0.15, hand.dof), hand.lower + 0.1, hand.upper - 0.1)
    other[:3] = 0.0
    T = se3.exp(np.array([0.05, -0.03, 0.2, 0.1, -0.1, 0.2]))
    found = segment_transforms(hand, other, T)
    wanted = {
        d: Wanted(
            se3.apply(found[TIP_SEGMENT[d]], tip_ball(hand, d)[0]), found[TIP_SEGMENT[d]][:3, 0]
        )
        for d in ("thumb", "index", "middle")
    }
    pose = fingertip_pose(hand, wanted, ease, T)
    assert pose.miss < 1e-3
    assert (pose.q >= hand.lower).all() and (pose.q <= hand.upper).all()
    placed = segment_transforms(hand, pose.q, pose.T_world_forearm)
    for digit, want in wanted.items():
        at = se3.apply(placed[TIP_SEGMENT[digit]], tip_ball(hand, digit)[0])
        np.testing.assert_allclose(at, want.middle, atol=1e-3)


def test_what_is_out_of_reach_is_missed():
    hand = HandSpec.mean("right").build()
    far = {"index": Wanted(np.array([1.0, 0.0, 0.0]), np.array([1.0, 0.0, 0.0]))}
    pose = fingertip_pose(hand, far, np.asarray(hand.spec.rest), np.eye(4), free_arm=False)
    assert pose.miss > 0.5
