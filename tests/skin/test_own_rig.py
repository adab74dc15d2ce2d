"""Our own skin as a rig."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.rig import joint_transforms


@pytest.mark.parametrize("name", ["flat", "fist", "tip_pinch", "medium_wrap"])
def test_the_skin_covers_the_pads_that_touch(name: str) -> None:
    """In every pose each fingertip pad's centre lies within 1.5 mm of the skin."""
    from scipy.spatial import cKDTree

    hand = Hand()
    rig = own_rig(hand, 1)
    q = corpus()[name].q
    vertices, _ = blended_skin(rig, joint_transforms(rig, hand, q))
    away, _ = cKDTree(vertices).query(pad_positions(hand, q)[0])
    assert away.max() < 2.2e-3  # vertices are up to 1.5 mm from a point of the skin


def test_a_left_rig_mirrors_the_right_one() -> None:
    """The same joint vector poses the mirror image."""
    q = corpus()["tripod"].q
    posed = {}
    for side in ("right", "left"):
        hand = HandSpec.mean(side).build()
        rig = own_rig(hand, 0)
        posed[side] = blended_skin(rig, joint_transforms(rig, hand, q))
    for right, left in zip(posed["right"], posed["left"], strict=True):
        np.testing.assert_allclose(left, right * [1, -1, 1], atol=2e-6)


def test_nails_are_lighter_than_skin() -> None:
    """Vertices of a nail have its colour in their middle."""
    rig = own_rig(Hand(), 0)
    assert 20 < rig.nails.sum() < 400
    assert rig.colors[rig.nails].mean() > rig.colors[~rig.nails].mean() + 0.05


def test_a_hand_that_differs_in_a_knuckle_only_has_its_own_skin() -> None:
    """What is cached belongs to all that shapes a hand, not to its lengths alone."""
    shift = np.zeros((5, 3))
    shift[1] = [3e-3, 1e-3, 0.0]
    here = own_rig(Hand(), 0).vertices
    there = own_rig(replace(HandSpec.mean(), root_shift=shift).build(), 0).vertices
    assert 2e-3 < np.abs(there - here).max() < 8e-3
