import numpy as np
import pytest
from tests.kinematics.adult_hands import RATIO, fingertips, poses

from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_target import DigitTarget
from prehensile.lie import se3

CASES = pytest.mark.parametrize(
    ("side", "digit"), [("right", "index"), ("left", "thumb"), ("left", "little")]
)


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    """Compiled kernels have a test of their own: they say the same."""
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")


@CASES
def test_place_meets_targets_in_the_world_and_moves_no_other_joint(side, digit, rng):
    hand = HandSpec.sample(12, side).build()
    target = DigitTarget(hand, digit, "pad", RATIO)
    q = poses(hand, rng, 30)
    q[:, :3] = rng.uniform(hand.lower[:3], hand.upper[:3], (30, 3))
    root = se3.exp(rng.normal(size=(30, 6)))
    goal = fingertips(hand, q, "pad", root)[:, DIGITS.index(digit)]
    start = rng.uniform(hand.lower, hand.upper, (30, hand.dof))
    start[:, :3] = q[:, :3]
    kept = start.copy()
    found, miss = target.place(start, goal, root)
    np.testing.assert_array_equal(start, kept)  # the caller's own is left alone
    assert miss.max() < 1e-12
    np.testing.assert_allclose(
        fingertips(hand, found, "pad", root)[:, DIGITS.index(digit)], goal, atol=1e-12
    )
    others = [k for k, n in enumerate(hand.joint_names) if n not in target.chain.joints]
    np.testing.assert_array_equal(found[:, others], start[:, others])


@CASES
def test_a_world_turned_with_the_forearm_changes_no_angle(side, digit, rng):
    hand = HandSpec.mean(side).build()
    target = DigitTarget(hand, digit, "tip")
    goal = fingertips(hand, rng.uniform(hand.lower, hand.upper, (40, hand.dof)), "tip")
    goal = goal[:, DIGITS.index(digit)]
    goal[30:] += 0.03 * rng.normal(size=(10, 3))
    plain = target.solve(goal, "nearest")
    T = se3.exp(rng.normal(size=(40, 6)))
    q, miss = target.place(np.zeros(hand.dof), se3.apply(T, goal), T, "nearest")
    np.testing.assert_allclose(miss, plain.miss, atol=1e-9)
    tips = fingertips(hand, q, "tip")[:, DIGITS.index(digit)]
    q[:, [hand.joint_index(name) for name in target.chain.joints]] = plain.angles
    np.testing.assert_allclose(fingertips(hand, q, "tip")[:, DIGITS.index(digit)], tips, atol=1e-6)


def test_left_and_right_take_mirror_targets_by_the_same_angles(rng):
    right, left = (DigitTarget(HandSpec.mean(s).build(), "ring", "pad") for s in ("right", "left"))
    goal = right.chain.T_palm_root[:3, 3] + rng.uniform(-0.06, 0.06, (40, 3))
    ours, theirs = right.solve(goal, "nearest"), left.solve(goal * [1, -1, 1], "nearest")
    np.testing.assert_allclose(theirs.miss, ours.miss, atol=1e-12)
    np.testing.assert_allclose(theirs.angles, ours.angles, atol=1e-6)


def test_one_target_and_many_have_the_shapes_that_were_asked_for():
    target = DigitTarget(HandSpec.mean().build(), "index", "pad")
    goal = np.array([0.14, 0.02, -0.04])
    one = target.solve(goal)
    assert one.angles.shape == (4,) and one.miss.shape == ()
    many = target.solve(np.broadcast_to(goal, (2, 5, 3)))
    assert many.angles.shape == (2, 5, 4) and many.miss.shape == (2, 5)
    np.testing.assert_array_equal(many.angles, np.broadcast_to(one.angles, (2, 5, 4)))
    with pytest.raises(InputError, match=r"expected \(\.\.\., 3\)"):
        target.place(np.zeros(23), [0.1, 0.2])
