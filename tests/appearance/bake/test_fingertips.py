"""Fingertips of a rig against the segments they are made on."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.appearance.bake.fingertips import (
    fingertips,
    in_box,
    outline_radius,
    vertex_digits,
)
from prehensile.appearance.bake.lookup import SIDE
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.hand_rig import hand_rig


@pytest.mark.parametrize("side", ["right", "left"])
def test_they_are_where_the_segments_are(side):
    hand = HandSpec.mean(side).build()
    poses = segment_transforms(hand, bind_angles())
    found = fingertips(hand, hand_rig(hand, 1))
    assert list(found) == [0, 1, 2, 3, 4]
    for row, tip in found.items():
        segment, T = hand.segments[TIP_SEGMENT[DIGITS[row]]], poses[TIP_SEGMENT[DIGITS[row]]]
        np.testing.assert_allclose(tip.origin, T[:3, 3], atol=1e-6)
        np.testing.assert_allclose(tip.axes @ tip.axes.T, np.eye(3), atol=1e-6)
        assert np.degrees(np.arccos((tip.axes * T[:3, :3].T).sum(axis=1))).max() < 5
        assert tip.reach == pytest.approx(segment.length, rel=0.02)
        assert segment.radii[1] < tip.half_breadth < 1.2 * segment.radii[0]
        across, along = tip.nail
        assert across[0] < 0 < across[1] and 0 < along[0] < along[1] < tip.reach
        # People's nails: about 10 mm broad, somewhat longer than that.
        assert 0.007 < np.ptp(across) < 0.014 and 0.8 < np.ptp(along) / np.ptp(across) < 1.4


def test_a_skin_without_nails_gets_them_where_nails_are():
    hand = Hand()
    rig = hand_rig(hand, 1)
    bald = fingertips(hand, replace(rig, nails=np.zeros_like(rig.nails)))
    for row, tip in fingertips(hand, rig).items():
        np.testing.assert_allclose(bald[row].nail, tip.nail, atol=0.004)


def test_round_a_finger_from_the_nail_to_the_pad():
    """About the bone, and a ball at its end."""
    hand = Hand()
    tip = fingertips(hand, hand_rig(hand, 0))[1]
    angle = np.linspace(-np.pi, np.pi, 9)
    ring = np.column_stack([np.full(9, 0.01), 0.007 * np.cos(angle), 0.007 * np.sin(angle)])
    np.testing.assert_allclose(tip.outward(ring), np.sin(angle), atol=1e-9)
    end = np.array([[tip.reach + 0.001, 0, 0]])
    assert abs(tip.outward(end)[0]) < 1e-9, "there the two meet"


def test_the_outline_of_a_nail_is_found():
    hand = Hand()
    rig = hand_rig(hand, 1)
    digit = vertex_digits(rig)
    for row, tip in fingertips(hand, rig).items():
        assert 2.5 < tip.roundness < 8
        at = tip.places(rig.vertices[rig.nails & (digit == row)])[:, 1::-1]
        assert outline_radius(in_box(at, tip.nail), tip.roundness).max() < 1.06


@pytest.mark.parametrize("side", ["right", "left"])
def test_nails_are_seen_whole(side):
    hand = HandSpec.mean(side).build()
    rig = hand_rig(hand, 1)
    digit = vertex_digits(rig)
    for row, tip in fingertips(hand, rig).items():
        nail = rig.vertices[rig.nails & (digit == row)]
        assert tip.outward(tip.places(nail)).min() > SIDE
