"""Taxels in space: rolled up, they unroll to where they lay."""

import numpy as np
import pytest

from prehensile.hand.parse import parse_hand
from prehensile.hand.taxel_points import taxel_points
from prehensile.hand.taxels import glove_taxels, taxel_places
from prehensile.motion.pressure_images import unrolled

EACH = pytest.mark.parametrize("name", ["right", "left", "right:p25", "left:p95"])


@EACH
def test_points_unroll_to_the_places_they_come_from(name):
    hand, taxels = parse_hand(name).build(), glove_taxels()
    points = taxel_points(hand, taxels)
    assert len(points.cell) == 361 and (np.diff(points.cell) > 0).all()
    for number, (block, segment) in enumerate(zip(taxels.names, taxels.segments, strict=True)):
        rows = points.block == number
        assert {points.segment[k] for k in np.flatnonzero(rows)} == {segment}
        back = unrolled(hand, hand.segments[segment], points.pos[rows], points.out[rows])
        np.testing.assert_allclose(back, taxel_places(hand, taxels, block), atol=1e-12)


@EACH
def test_directions_are_unit_square_and_palmar(name):
    points = taxel_points(parse_hand(name).build(), glove_taxels())
    for way in (points.out, points.along):
        np.testing.assert_allclose(np.linalg.norm(way, axis=1), 1.0)
    np.testing.assert_allclose((points.out * points.along).sum(axis=1), 0.0, atol=1e-12)
    assert points.out[:, 2].mean() < -0.8


def test_on_a_small_finger_a_patch_does_not_meet_itself():
    hand, taxels = parse_hand("right:p1").build(), glove_taxels()
    points = taxel_points(hand, taxels)
    for number in range(len(taxels.names)):
        pos = points.pos[points.block == number]
        apart = np.linalg.norm(pos[:, None] - pos, axis=2) + np.eye(len(pos))
        assert apart.min() > 1e-4  # crowded at its back, but each in its place


def test_hands_are_mirrored():
    right, left = (taxel_points(parse_hand(s).build(), glove_taxels()) for s in ("right", "left"))
    np.testing.assert_allclose(left.pos, right.pos * [1, -1, 1], atol=1e-12)
    np.testing.assert_allclose(left.out, right.out * [1, -1, 1], atol=1e-12)
