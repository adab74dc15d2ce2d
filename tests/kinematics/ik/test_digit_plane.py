"""The plane a digit bends in, against forward kinematics of whole hands."""

import numpy as np
import pytest
from tests.kinematics.adult_hands import fingertips, poses

from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_chain import digit_chain
from prehensile.kinematics.ik.digit_plane import (
    abductions,
    best_pose,
    digit_miss,
    in_root,
    into_plane,
)
from prehensile.kinematics.ik.digit_table import digit_table
from prehensile.lie import se3

CASES = pytest.mark.parametrize(
    ("side", "digit"), [("right", "thumb"), ("left", "thumb"), ("right", "ring"), ("left", "index")]
)


class Posed:
    """A digit in many poses: chain, table row, angles (N, 4) and tips (N, 3) in its root."""

    def __init__(self, side, digit, rng, point="pad"):
        hand = HandSpec.sample(2, side).build()
        self.chain = digit_chain(hand, digit, point)
        self.row = digit_table([self.chain], [1.0])[0]
        q = poses(hand, rng, 200)
        self.angles = q[:, [hand.joint_index(name) for name in self.chain.joints]]
        self.in_palm = fingertips(hand, q, point)[:, DIGITS.index(digit)]
        self.tips = se3.apply(se3.inverse(self.chain.T_palm_root), self.in_palm)


@CASES
def test_goals_are_seen_from_the_root(side, digit, rng):
    posed = Posed(side, digit, rng)
    np.testing.assert_allclose(in_root(posed.row, posed.in_palm), posed.tips, atol=1e-14)


@CASES
def test_a_tip_lies_in_the_plane_its_abduction_turns(side, digit, rng):
    posed = Posed(side, digit, rng, "tip")
    flat = into_plane(posed.row, posed.tips, posed.angles[:, 0])
    np.testing.assert_allclose(flat[:, 2], 0, atol=1e-14)
    bend = np.exp(1j * np.cumsum(posed.angles[:, 1:], axis=1)) @ posed.chain.lengths
    np.testing.assert_allclose(flat[:, 0] + 1j * flat[:, 1], bend, atol=1e-14)


@CASES
def test_of_two_abductions_one_is_the_true_one_and_both_reach_the_plane(side, digit, rng):
    posed = Posed(side, digit, rng)
    first, second = abductions(posed.row, posed.tips)
    off = np.minimum(*(np.abs(turn - posed.angles[:, 0]) for turn in (first, second)))
    apart = np.linalg.norm(posed.tips, axis=1) > 0.01
    assert np.median(off) < 1e-9 and off[apart].max() < 1e-4
    lower, upper = posed.row.lower[0], posed.row.upper[0]
    for turn in (first, second):
        assert (turn >= lower).all() and (turn <= upper).all()
        free = (turn > lower) & (turn < upper)
        away = into_plane(posed.row, posed.tips[free], turn[free])[:, 2]
        np.testing.assert_allclose(away, 0, atol=1e-10)
    middle = 0.5 * (lower + upper)
    assert (np.abs(first - middle) <= np.abs(second - middle) + 1e-12).all()


@CASES
def test_the_miss_is_how_far_forward_kinematics_is_off(side, digit, rng):
    posed = Posed(side, digit, rng)
    away = 0.02 * rng.normal(size=posed.tips.shape)
    found = digit_miss(posed.row, posed.tips + away, posed.angles)
    np.testing.assert_allclose(found, np.linalg.norm(away, axis=1), atol=1e-13)


@CASES
def test_the_best_pose_is_the_nearest_and_of_equals_the_nearest_to_coupled(side, digit, rng):
    posed = Posed(side, digit, rng)
    farther = posed.angles + np.array([0.0, 0.01, 0.0, 0.0])
    tried = np.stack([farther, posed.angles, posed.angles])
    pose, miss = best_pose(posed.row, posed.tips, tried)
    np.testing.assert_array_equal(pose, posed.angles)
    assert miss.max() < 1e-13
    # The other elbow: a pose with the same tip, its last two joints mirrored about their chord.
    other = posed.angles.copy()
    (l2, l3), phi = posed.chain.lengths[1:], posed.chain.tip_angle
    inner = posed.angles[:, 3] + phi
    other[:, 2] += 2 * np.arctan2(l3 * np.sin(inner), l2 + l3 * np.cos(inner))
    other[:, 3] = -inner - phi
    astray = [np.abs(a[:, 3] - a[:, 2]) for a in (posed.angles, other)]
    expected = np.where((astray[0] < astray[1])[:, None], posed.angles, other)
    for order in ([posed.angles, other], [other, posed.angles]):
        pose, miss = best_pose(posed.row, posed.tips, np.stack(order))
        clear = np.abs(astray[0] - astray[1]) > 1e-9
        np.testing.assert_array_equal(pose[clear], expected[clear])
        assert miss.max() < 1e-13 and clear.mean() > 0.5
