"""All digits closing together are what each does alone."""

import numpy as np
import pytest

from prehensile.control.place.hand_closing import THINNED, HandClosing
from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.wrap import STEPS, DigitWrap
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

HAND = Hand()
OPEN = np.zeros(HAND.dof)
CURL = np.array([1.2 * (n.endswith("flex") and "wrist" not in n) for n in HAND.joint_names])
UP = np.array([0.0, 0.0, 1.0])


@pytest.fixture(scope="module")
def closing():
    return HandClosing(HAND, OPEN, CURL)


def rod():
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
    shut = closing.shut(scene(rod()), far)
    assert not shut.meets.any() and not shut.presses.any() and not len(shut.where)
    assert (shut.at == 1).all() and not shut.blocked


def test_every_digit_closes_as_it_does_alone(closing):
    points = rod()
    shut = closing.shut(scene(points), T_PALM)
    poses = segment_transforms(HAND, OPEN + np.linspace(0, 1, STEPS)[:, None] * CURL)
    in_palm = se3.apply(se3.inverse(T_PALM), points[::THINNED])
    where = []
    for name in DIGITS:
        digit = DigitWrap(HAND, name, poses)
        alone = digit.close(in_palm, np.zeros((0, 3)), UP, np.inf)
        for k, joints in enumerate(digit.joints):
            np.testing.assert_array_equal(shut.at[joints], alone.shares[k])
        where += [THINNED * point for _, point in alone.touched]
    assert shut.meets[1:].all(), "the rod lies across all fingers"
    assert sorted(shut.where) == sorted(where)
    # Joints before the last segment that touches press; those that touch nothing do not.
    assert shut.presses[HAND.joint_index("middle_mcp_flex")]
    assert not shut.presses[HAND.joint_index("wrist_flex")]


def test_the_table_stops_what_would_go_through_it(closing):
    table = scene(rod() + np.array([0.0, 0.0, 5.0]), table=-0.02)
    assert closing.shut(table, np.eye(4)).blocked == len(DIGITS)
    free = closing.wrapped(table, np.eye(4), table=False)
    assert not any(w.blocked for w in free) and min(w.lowest for w in free) < 0
