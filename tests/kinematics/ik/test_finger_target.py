"""Fingertips to points in space: FK(IK(x)) = x within the joint limits, both sides, any adult."""

import numpy as np
import pytest
from tests.kinematics.adult_hands import RATIO, adults, fingertips

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.lie import se3

TIP = 1e-12
"""[m]"""


def coupled(hand: Hand, finger: str, rng: np.random.Generator, count: int) -> np.ndarray:
    """(count, 23) poses within the limits with θ_DIP = λ θ_PIP, wrist straight."""
    q = rng.uniform(hand.lower, hand.upper, (count, hand.dof))
    q[:, :3] = 0
    column = hand.joint_index(f"{finger}_pip_flex")
    q[:, column + 1] = RATIO * q[:, column]
    return q


def fingertip(hand: Hand, q: np.ndarray, finger: str, point: str, root=None) -> np.ndarray:
    return fingertips(hand, q, point, root)[..., DIGITS.index(finger), :]


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
@pytest.mark.parametrize("finger", FINGERS)
def test_round_trip_over_adults(side, point, finger, rng):
    for hand in adults(side, rng, 6):
        solver = FingerTarget(hand, finger, point)
        columns = [hand.joint_index(name) for name in solver.chain.joints]
        q = coupled(hand, finger, rng, 300)
        pip = columns[2]
        q[:60, pip] *= rng.choice([0.0, 1e-12, 1e-8, 1e-6, 1e-4, 1e-2], 60)  # nearly straight
        q[60:90, pip] = hand.upper[pip]  # fully bent
        q[90:120, columns[1]] = rng.choice([hand.lower[columns[1]], hand.upper[columns[1]]], 30)
        q[:, columns[3]] = RATIO * q[:, pip]
        x = fingertip(hand, q, finger, point)
        angles, miss = solver.solve(x)
        assert miss.max() <= TIP
        found = q.copy()
        found[:, columns] = angles
        assert np.abs(fingertip(hand, found, finger, point) - x).max() <= TIP
        assert (angles >= hand.lower[columns]).all() and (angles <= hand.upper[columns]).all()
        np.testing.assert_allclose(angles[:, 3], RATIO * angles[:, 2], atol=1e-15)
        np.testing.assert_allclose(angles[120:], q[120:, columns], atol=1e-9)


def test_a_target_in_the_world_with_the_wrist_bent(rng):
    hand = Hand()
    q = coupled(hand, "ring", rng, 50)
    q[:, :3] = rng.uniform(hand.lower[:3], hand.upper[:3], (50, 3))
    root = se3.exp(rng.normal(size=(50, 6)))
    x = fingertip(hand, q, "ring", "pad", root)
    start = q.copy()
    start[:, [hand.joint_index(f"ring_{j}") for j in ("mcp_flex", "pip_flex")]] = 0.3
    found, miss = FingerTarget(hand, "ring").place(start, x, root)
    np.testing.assert_allclose(found, q, atol=1e-9)
    assert miss.shape == (50,) and miss.max() < 1e-12
    local = se3.apply(se3.inverse(palm_transform(hand, q, root)), x)
    np.testing.assert_allclose(fingertip(hand, found, "ring", "pad", root), x, atol=1e-12)
    assert FingerTarget(hand, "ring").solve(local.reshape(5, 10, 3)).angles.shape == (5, 10, 4)


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
def test_no_pose_comes_nearer_than_the_nearest(side, point, rng):
    """Against 40³ poses of the finger; targets all around the knuckle."""
    hand = HandSpec.mean(side).build()
    for finger in ("index", "little"):
        solver = FingerTarget(hand, finger, point)
        lower, upper = solver.chain.lower, solver.chain.upper
        axes = [np.linspace(lower[k], upper[k], 40) for k in range(3)]
        grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
        q = np.zeros((len(grid), hand.dof))
        q[:, [hand.joint_index(n) for n in solver.chain.joints]] = np.column_stack(
            [grid, RATIO * grid[:, 2]]
        )
        reachable = fingertip(hand, q, finger, point)
        knuckle = solver.chain.T_palm_root[:3, 3]
        targets = knuckle + rng.uniform(-0.12, 0.12, (60, 3))
        angles, miss = solver.solve(targets, reach="nearest")
        sampled = np.array([np.linalg.norm(reachable - t, axis=1).min() for t in targets])
        assert (miss <= sampled + 1e-12).all()
        assert (miss >= sampled - 0.004).all()  # a grid of poses is that coarse
        assert (angles >= lower).all() and (angles <= upper).all()
        placed, again = solver.place(np.zeros(23), targets, reach="nearest")
        off = np.linalg.norm(fingertip(hand, placed, finger, point) - targets, axis=-1)
        np.testing.assert_allclose(off, miss, atol=1e-12)
        np.testing.assert_allclose(again, miss, atol=1e-12)


def test_a_target_on_the_abduction_axis_has_a_pose():
    hand = Hand()
    solver = FingerTarget(hand, "middle", "tip")
    below = solver.chain.T_palm_root[:3, 3] - [0, 0, 0.06]
    assert solver.solve(below).miss < 1e-12


def test_out_of_reach_says_by_how_many_millimetres():
    hand = Hand()
    solver = FingerTarget(hand, "index", "tip")
    straight = fingertip(hand, np.zeros(23), "index", "tip")
    with pytest.raises(InputError, match=r"is 12 mm out of reach of the index tip.*81\.8 mm"):
        solver.solve(straight + np.array([0.012, 0, 0]))
    assert solver.solve(straight).miss < 1e-12


def test_bad_input_is_one_clear_line(tmp_path):
    hand = Hand()
    solver = FingerTarget(hand, "index")
    for target, words in (
        ([np.nan, 0, 0], r"target: \[nan  0\.  0\.\] is not finite"),
        ([10.0, 0, 0], r"10 m away; expected at most 2 m"),
        ([0.1, 0.0], r"shape \(2,\); expected \(\.\.\., 3\)"),
    ):
        for reach in ("error", "nearest"):
            with pytest.raises(InputError, match=words):
                solver.solve(target, reach)
            with pytest.raises(InputError, match=words):
                solver.place(np.zeros(23), target, reach=reach)
    with pytest.raises(InputError, match=r"coupling ratio is 1\.5; expected a number in \(0, 1\]"):
        FingerTarget(hand, "index", ratio=1.5)
    with pytest.raises(UnknownNameError, match="Valid: index, middle, ring, little"):
        FingerTarget(hand, "thumb")
    with pytest.raises(UnknownNameError, match="Valid: pad, tip"):
        FingerTarget(hand, "index", "nail")  # pyright: ignore[reportArgumentType]
    with pytest.raises(UnknownNameError, match="Valid: error, nearest"):
        solver.solve([0.1, 0, 0], "any")  # pyright: ignore[reportArgumentType]
