"""Digits that close round points: what touches stops, the joints beyond it close on."""

import numpy as np
import pytest

from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.wrap import (
    STEPS,
    TABLE_TOUCH,
    TOUCHING,
    DigitWrap,
    HandWrap,
)
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

HAND = Hand()
UP = np.array([0.0, 0.0, 1.0])
NOTHING = np.zeros((0, 3))
CURL = np.array([1.2 if n.startswith("middle") and n.endswith("flex") else 0.0
                 for n in HAND.joint_names])  # fmt: skip


@pytest.fixture(scope="module")
def middle():
    path = np.linspace(0, 1, STEPS)[:, None] * CURL
    return DigitWrap(HAND, "middle", segment_transforms(HAND, path))


def posed(middle, shares):
    """(dof,) [rad] with every segment's joints at its share of the way."""
    q = np.zeros(HAND.dof)
    for joints, share in zip(middle.joints, shares, strict=True):
        q[joints] = share * CURL[joints]
    return q


def test_in_the_air_it_closes_all_the_way(middle):
    closed = middle.close(NOTHING, NOTHING, UP, np.inf)
    assert (closed.shares == 1).all() and not closed.touched and not closed.blocked


def test_a_rod_in_the_palm_stops_the_root_and_the_rest_wraps_it(middle):
    q = np.zeros(HAND.dof)
    knuckle = segment_transforms(HAND, q)["middle-finger-phalanx-proximal"][:3, 3]
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    ring = 0.018 * np.column_stack([np.cos(turn), np.zeros(60), np.sin(turn)])
    rod = np.concatenate(
        [ring + (knuckle + np.array([0.02, y, -0.032])) for y in (-0.006, 0.0, 0.006)]
    )
    closed = middle.close(rod, NOTHING, UP, np.inf)
    assert closed.touched[0][0] == 0 and len(closed.touched) >= 2
    assert (np.diff(closed.shares) > -1e-12).all() and closed.shares[0] < 0.9
    # Where it stopped it touches, and nowhere is it inside by more than a step of its joints.
    capsules = hand_capsules(HAND, posed(middle, closed.shares), ("middle",))
    gap = capsules.distance(rod).min()
    assert -0.004 < gap < 0.002


def test_the_table_stops_it_unless_it_is_left_out(middle):
    level = 0.02  # the palm's origin is 2 cm above it
    closed = middle.close(NOTHING, NOTHING, UP, level)
    assert closed.blocked and closed.shares[0] < 1
    lowest = hand_capsules(HAND, posed(middle, closed.shares), ("middle",)).heights(UP).min()
    assert lowest + level == pytest.approx(-TABLE_TOUCH, abs=2e-3)
    through = middle.close(NOTHING, NOTHING, UP, level, table=False)
    assert not through.blocked and (through.shares == 1).all() and through.lowest < -0.01


def test_something_else_in_the_way_blocks_it(middle):
    tip = hand_capsules(HAND, posed(middle, [0.5] * 3), ("middle",)).end[-1]
    closed = middle.close(NOTHING, tip[None], UP, np.inf)
    assert closed.blocked and not closed.touched
    near = hand_capsules(HAND, posed(middle, closed.shares), ("middle",)).distance(tip[None]).min()
    assert near == pytest.approx(TOUCHING, abs=3e-3)


STRAIGHT = np.zeros(HAND.dof)
ALL_CURL = np.array([1.2 * (n.endswith("flex") and "wrist" not in n) for n in HAND.joint_names])


@pytest.fixture(scope="module")
def closing():
    return HandWrap(HAND, STRAIGHT, ALL_CURL)


def rod_across():
    """A rod of 4 cm across the palm, object frame: its middle at the origin."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    across = np.linspace(-0.03, 0.05, 33)
    ring = 0.02 * np.column_stack([np.cos(turn), np.zeros(40), np.sin(turn)])
    return (ring[:, None] + across[:, None] * [0.0, 1.0, 0.0]).reshape(-1, 3)


def scene(points, table=-np.inf):
    return Surroundings(points, points, np.zeros((0, 3)), UP, np.zeros(3), 1.0, 0.0, table)


T_PALM = se3.inverse(se3.from_pose7(np.array([0.1, 0.0, -0.045, 1, 0, 0, 0])))


def test_digits_that_meet_nothing_are_not_expected_to_touch(closing):
    far = np.eye(4)
    far[2, 3] = 1.0
    shut = closing.shut(scene(rod_across()), far)
    assert not shut.meets.any() and not shut.presses.any() and not len(shut.where)
    assert (shut.at == 1).all() and not shut.blocked


def test_every_digit_closes_as_it_does_alone(closing):
    points = rod_across()
    shut = closing.shut(scene(points), T_PALM)
    poses = segment_transforms(HAND, STRAIGHT + np.linspace(0, 1, STEPS)[:, None] * ALL_CURL)
    some = scene(points).some
    in_palm = se3.apply(se3.inverse(T_PALM), points[some])
    where = []
    for name in DIGITS:
        digit = DigitWrap(HAND, name, poses)
        alone = digit.close(in_palm, np.zeros((0, 3)), UP, np.inf)
        last = max((k for k, _ in alone.touched), default=-1)
        for k, joints in enumerate(digit.joints):
            np.testing.assert_array_equal(shut.at[joints], alone.shares[k])
            assert (shut.presses[joints] == (k <= last)).all(), "what moves a touching segment"
        where += [some[point] for _, point in alone.touched]
    assert shut.meets[1:].all(), "the rod lies across all fingers"
    assert sorted(shut.where) == sorted(where)
    assert shut.presses[HAND.joint_index("middle_mcp_flex")]
    assert not shut.presses[HAND.joint_index("wrist_flex")]


def test_the_table_stops_what_would_go_through_it(closing):
    table = scene(rod_across() + np.array([0.0, 0.0, 5.0]), table=-0.02)
    assert closing.shut(table, np.eye(4)).blocked == len(DIGITS)
    free = closing.wrapped(table, np.eye(4), table=False)
    assert not any(w.blocked for w in free) and min(w.lowest for w in free) < 0
