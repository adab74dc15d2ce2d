"""A post with room for the hand."""

import numpy as np
import pytest

from prehensile.control.keyed.cut_out import _boards, cut_out_stand
from prehensile.control.place.style_candidates import FURTHEST
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.lie import se3


def test_boards_cover_what_is_free_once():
    free = np.random.default_rng(3).random((9, 13)) < 0.7
    covered = np.zeros(free.shape, dtype=int)
    for i0, i1, j0, j1 in _boards(free):
        covered[i0:i1, j0:j1] += 1
    np.testing.assert_array_equal(covered, free.astype(int))


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_no_digit_is_in_it(hand, plans, thing, share):
    """By points inside its boards: none lies in the open or the closing hand."""
    plan = plans["post"][0]
    c = plan.candidate
    stand = cut_out_stand(thing, plan.T_world_object, hand, c, plan.way)
    assert stand is not None
    post, T_post = stand
    rng = np.random.default_rng(0)
    inside = np.concatenate(
        [part.pos + part.size * rng.uniform(-1, 1, (400, 3)) for part in post.parts]
    )
    q = c.q_open + share * FURTHEST * c.shut * (c.q_closed - c.q_open)
    T = se3.inverse(plan.T_world_object @ c.T_object_palm) @ T_post
    closing = hand_capsules(hand, q, GROUPS, forearm=False)
    assert closing.distance(se3.apply(T, inside)).min() > 0


def test_it_reaches_below_the_weight(hand, plans, thing):
    plan = plans["post"][0]
    stand = cut_out_stand(thing, plan.T_world_object, hand, plan.candidate, plan.way)
    assert stand is not None
    post, T_post = stand
    com = se3.apply(se3.inverse(T_post) @ plan.T_world_object, thing.com)
    assert any((np.abs(com[:2] - p.pos[:2]) <= p.size[:2] + 1e-9).all() for p in post.parts)
