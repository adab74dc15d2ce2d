import numpy as np
import pytest
from tests.kinematics.adult_hands import RATIO, fingertips, poses

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, THUMB_JOINTS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_solver import DigitSolver

SOME = ("little", "thumb", "index")
ROWS = [DIGITS.index(digit) for digit in SOME]


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    """Compiled kernels have a test of their own: they say the same."""
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")


def put(hand, solver, angles):
    """Joint vectors with these digits at these angles."""
    q = np.zeros((*angles.shape[:-2], hand.dof))
    q[..., solver.columns] = angles
    return q


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
def test_what_a_hand_touches_its_digits_reach_again(side, point, rng):
    hand = HandSpec.sample(8, side).build()
    solver = DigitSolver(hand, SOME, point, RATIO)
    goal = fingertips(hand, poses(hand, rng, 60), point)[:, ROWS].reshape(6, 10, 3, 3)
    angles, miss = solver.solve(goal, "error")
    assert angles.shape == (6, 10, 3, 4) and miss.shape == (6, 10, 3)
    found = fingertips(hand, put(hand, solver, angles), point)[..., ROWS, :]
    np.testing.assert_allclose(found, goal, atol=1e-12)
    for row, chain in enumerate(solver.chains):
        assert (angles[..., row, :] >= chain.lower).all()
        assert (angles[..., row, :] <= chain.upper).all()
    fingers = angles[..., [0, 2], :]
    np.testing.assert_allclose(fingers[..., 3], RATIO * fingers[..., 2], atol=1e-14)


def test_columns_are_the_places_of_its_joints():
    hand = Hand()
    solver = DigitSolver(hand, SOME, "pad", RATIO)
    names = [[hand.joint_names[k] for k in row] for row in solver.columns]
    assert names[1] == list(THUMB_JOINTS)
    assert names[0][0] == "little_mcp_abd" and names[2][3] == "index_dip_flex"


def test_misses_are_what_is_left_to_the_goal_and_no_pose_leaves_less(rng):
    hand = Hand()
    solver = DigitSolver(hand, SOME, "tip", RATIO)
    roots = np.array([chain.T_palm_root[:3, 3] for chain in solver.chains])
    goal = roots + rng.uniform(-0.15, 0.15, (20, 3, 3))
    goal[:10] = fingertips(hand, poses(hand, rng, 10), "tip")[:, ROWS]
    angles, miss = solver.solve(goal, "nearest")
    tips = fingertips(hand, put(hand, solver, angles), "tip")[:, ROWS]
    np.testing.assert_allclose(np.linalg.norm(tips - goal, axis=-1), miss, atol=1e-12)
    assert (miss[10:] > 1e-3).any() and (miss[:10] < 1e-12).all()
    tried = fingertips(hand, poses(hand, rng, 3000), "tip")[:, ROWS]
    best = np.linalg.norm(tried[:, None] - goal, axis=-1).min(axis=0)
    assert (miss <= best + 1e-12).all()


def test_a_goal_out_of_reach_names_the_digit_and_the_millimetres():
    hand = Hand()
    solver = DigitSolver(hand, SOME, "tip", RATIO)
    goal = fingertips(hand, np.zeros(hand.dof), "tip")[ROWS]
    goal[2, 0] += 0.007  # the straight index finger
    with pytest.raises(InputError, match=r"is 7 mm out of reach of the index tip"):
        solver.solve(goal, "error")
    with pytest.raises(UnknownNameError, match="Valid: error, nearest"):
        solver.solve(goal, "perhaps")  # pyright: ignore[reportArgumentType]
    angles, miss = solver.solve(goal[:0].reshape(0, 3, 3), "error")
    assert angles.shape == (0, 3, 4) and miss.shape == (0, 3)
