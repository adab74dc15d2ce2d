"""Virtual objects of a style: where the hand would hold them."""

import numpy as np
import pytest

from prehensile.control.example.style import load_style
from prehensile.control.place.placement import MEAN_LENGTH
from prehensile.control.place.style_things import style_things
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import pad_positions

HAND = Hand()


def things(name, radius, hand=HAND):
    style = load_style(name).on(hand)
    return style_things(style, hand, *style.poses(hand), radius)


@pytest.mark.parametrize("name", ["tip_pinch", "tripod", "quadpod", "leap_pinch"])
def test_what_is_pinched_lies_between_the_pads_of_some_pose(name):
    style = load_style(name).on(HAND)
    rows = [DIGITS.index(f) for f in style.fingers if f != "thumb"]
    wide, grip = style.poses(HAND)
    for radius in (0.008, 0.012):
        for thing in things(name, radius):
            q = np.clip(wide + np.linspace(0, 1.6, 200)[:, None] * (grip - wide), -9, 9)
            q = np.clip(q, HAND.lower, HAND.upper)
            pads, _ = pad_positions(HAND, q)
            middle = (pads[:, rows].mean(axis=1) + pads[:, 0]) / 2
            away = np.linalg.norm(middle - thing.object.centre * HAND.length / MEAN_LENGTH, axis=1)
            k = int(away.argmin())
            assert away[k] < 0.002
            gap = np.linalg.norm(pads[k, rows].mean(axis=0) - pads[k, 0])
            assert abs(gap - 2 * radius) < 0.008
            if thing.object.shape == "cylinder":
                assert abs(thing.object.axis @ thing.across) < 1e-6


def test_pads_stand_round_a_rim():
    (rim, _) = things("disk", 0.036)
    style = load_style("disk").on(HAND)
    wide, grip = style.poses(HAND)
    centre, axis = rim.object.centre * HAND.length / MEAN_LENGTH, rim.object.axis
    best = np.inf
    for share in np.linspace(0, 1.6, 100):
        q = np.clip(wide + share * (grip - wide), HAND.lower, HAND.upper)
        away = pad_positions(HAND, q)[0] - centre
        reach = np.linalg.norm(away - np.outer(away @ axis, axis), axis=1)
        best = min(best, float(np.abs(reach - 0.036).max()))
    assert best < 0.015
    assert axis[2] > 0.8  # the palm faces what is in the rim


def test_a_left_hand_of_another_size_meets_the_mirror_image():
    left, right = parse_hand("left:p95").build(), parse_hand("right:p95").build()
    for name, radius in (("tripod", 0.01), ("lateral", 0.006), ("disk", 0.036)):
        pairs = zip(things(name, radius, left), things(name, radius, right), strict=True)
        for mine, other in pairs:
            np.testing.assert_allclose(mine.object.centre, other.object.centre, atol=1e-9)
            np.testing.assert_allclose(mine.across, other.across * [1, -1, 1], atol=1e-9)


@pytest.mark.parametrize(("name", "radius"), [("tip_pinch", 0.03), ("disk", 0.01), ("hook", 0.03)])
def test_what_a_style_is_not_for_is_not_thought_of(name, radius):
    assert things(name, radius) == []
