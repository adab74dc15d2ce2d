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


def free_poses(hand: Hand, finger: str, rng: np.random.Generator, count: int) -> np.ndarray:
    """(count, 23) poses within the limits, DIP independent of PIP, a tenth at two of the limits."""
    q = rng.uniform(hand.lower, hand.upper, (count, hand.dof))
    q[:, :3] = 0
    first = hand.joint_index(f"{finger}_mcp_abd")
    for row in range(count // 10):
        for column in first + rng.choice(4, 2, replace=False):
            q[row, column] = rng.choice([hand.lower[column], hand.upper[column]])
    return q


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
@pytest.mark.parametrize("finger", FINGERS)
def test_every_point_a_free_finger_can_touch_is_touched(side, point, finger, rng):
    """40 000 points in all: where the coupling cannot, the DIP joint alone gives way."""
    strays = []
    for hand in adults(side, rng, 4):
        solver = FingerTarget(hand, finger, point)
        columns = [hand.joint_index(name) for name in solver.chain.joints]
        q = free_poses(hand, finger, rng, 250)
        x = fingertip(hand, q, finger, point)
        angles, miss = solver.solve(x)  # none is called unreachable: that would be an error
        q[:, columns] = angles
        assert np.abs(fingertip(hand, q, finger, point) - x).max() <= TIP and miss.max() <= TIP
        assert (angles >= solver.chain.lower).all() and (angles <= solver.chain.upper).all()
        strays.append(np.abs(angles[:, 3] - RATIO * angles[:, 2]))
    given_way = np.mean(np.concatenate(strays) > 1e-9)
    assert 0.03 < given_way < 0.25  # both rules are at work


@pytest.mark.parametrize("point", ["pad", "tip"])
def test_the_coupling_gives_way_as_little_as_it_can(point, rng):
    """Against all poses on the curve that reach the target, from a fine sweep of the PIP joint."""
    hand = HandSpec.sample(rng, "right").build()
    for finger in ("index", "little"):
        solver = FingerTarget(hand, finger, point)
        lower, upper = solver.chain.lower, solver.chain.upper
        x = fingertip(hand, free_poses(hand, finger, rng, 400), finger, point)
        angles, _ = solver.solve(x)
        ours = np.abs(angles[:, 3] - RATIO * angles[:, 2])
        gave_way = np.flatnonzero(ours > 1e-6)
        assert len(gave_way) > 10
        for i in gave_way:
            swept = landing(solver, angles[i], 20_001)
            inside = ((swept >= lower[1:]) & (swept <= upper[1:])).all(-1)
            strays = np.abs(swept[:, 2] - RATIO * swept[:, 1])[inside]
            assert strays.min(initial=np.inf) > ours[i] - 1e-9


def in_plane(solver: FingerTarget, bends: np.ndarray) -> np.ndarray:
    """(...,) [m] the tip at angles (..., 3) [rad] in the flexion plane, as a complex number."""
    along = np.cumsum(bends, axis=-1)
    along[..., 2] += solver.chain.tip_angle
    return np.exp(1j * along) @ solver.chain.lengths


def landing(solver: FingerTarget, angles: np.ndarray, count: int) -> np.ndarray:
    """(2 count, 3) [rad] poses with the same tip and abduction, by the law of cosines."""
    (l1, l2, l3), phi = solver.chain.lengths, solver.chain.tip_angle
    goal = in_plane(solver, angles[1:])
    pip = np.linspace(solver.chain.lower[2], solver.chain.upper[2], count)
    elbow = l1 + l2 * np.exp(1j * pip)  # the DIP joint with the knuckle straight
    cosine = (abs(goal) ** 2 - np.abs(elbow) ** 2 - l3**2) / (2 * np.abs(elbow) * l3)
    closes = np.abs(cosine) <= 1
    pip, elbow, inner = pip[closes], elbow[closes], np.arccos(cosine[closes])
    poses = []
    for bent in (inner, -inner):
        dip = bent + np.angle(elbow) - pip - phi
        mcp = np.angle(goal / (elbow + l3 * np.exp(1j * (pip + dip + phi))))
        poses.append(np.column_stack([mcp, pip, np.angle(np.exp(1j * dip))]))
    return np.concatenate(poses)


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
    """Against 330 000 poses of the free finger; targets all around the knuckle."""
    hand = HandSpec.mean(side).build()
    for finger in ("index", "little"):
        solver = FingerTarget(hand, finger, point)
        lower, upper = solver.chain.lower, solver.chain.upper
        axes = [np.linspace(lower[k], upper[k], 24) for k in range(4)]
        flat = in_plane(solver, np.stack(np.meshgrid(*axes[1:]), axis=-1)).ravel()
        turn = np.exp(1j * solver.chain.axis[2] * axes[0])[:, None] * flat.real
        tips = np.stack([turn.real, turn.imag, np.broadcast_to(-flat.imag, turn.shape)], axis=-1)
        reachable = se3.apply(solver.chain.T_palm_root, tips.reshape(-1, 3))
        knuckle = solver.chain.T_palm_root[:3, 3]
        targets = knuckle + rng.uniform(-0.12, 0.12, (40, 3))
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
