"""Limits against two springs side by side, and a finger that is pushed beyond."""

import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import PointStructure, tips_on
from prehensile.errors import InputError
from prehensile.forks.contact.surface import Block
from prehensile.hand.hand import Hand
from prehensile.synthesis.body import Body
from prehensile.synthesis.joint_limits import JointLimits
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation


def test_two_springs_are_one(rng: np.random.Generator) -> None:
    """K' = C⁻¹ + k at what is beyond; θ_r' where both together pull nowhere."""
    A = rng.normal(size=(5, 5))
    C, reference = A @ A.T, rng.normal(size=5)
    lower, upper = np.full(5, -0.5), np.full(5, 0.5)
    theta = np.array([0.6, 0.0, -0.7, 0.4, 0.0])
    limits = JointLimits(lower, upper, 30.0)
    found, softer = limits.joined(theta, reference, C)
    K, k = np.linalg.inv(C), np.diag([30.0, 0, 30.0, 0, 0])
    assert np.allclose(np.linalg.inv(softer), K + k)
    limit = np.array([0.5, 0, -0.5, 0, 0])
    assert np.allclose(K @ (found - reference) + k @ (found - limit), 0, atol=1e-9)
    same = limits.joined(np.zeros(5), reference, C)
    assert same[0] is reference and same[1] is C


def test_every_joint_may_have_its_own_stop(rng: np.random.Generator) -> None:
    C, reference, far = np.diag([1.0, 2, 3]), rng.normal(size=3), np.full(3, 2.0)
    k = np.array([5.0, 50.0, 500.0])
    found, softer = JointLimits(-np.ones(3), np.ones(3), k).joined(far, reference, C)
    assert np.allclose(np.diag(softer), 1 / (1 / np.diag(C) + k))
    assert np.allclose((found - reference) / np.diag(C) + k * (found - 1), 0)
    for wrong in (np.ones(2), np.array([1.0, 0.0, 1.0])):
        with pytest.raises(InputError, match="more than 0"):
            JointLimits(-np.ones(3), np.ones(3), wrong)


def test_joints_that_do_not_give_way_stay() -> None:
    limits = JointLimits(np.full(2, -1.0), np.full(2, 1.0))
    found, softer = limits.joined(np.array([2.0, 0.0]), np.array([2.0, 0.0]), np.zeros((2, 2)))
    assert np.allclose(found, [2, 0]) and not softer.any()


@pytest.mark.parametrize("limited", [False, True])
def test_a_finger_is_pushed_to_its_limit(limited: bool) -> None:
    """A wall comes 10 mm; the finger's springs give way, with limits only up to 4 mm."""
    none = np.full(3, np.inf)
    limits = JointLimits(np.array([-0.004, -np.inf, -np.inf]), none, 1e4) if limited else None
    wall = np.eye(4)
    wall[0, 3] = 0.02 + 1e-5
    s = Simulation(
        Setting(PointStructure(1), (Body("wall"),), limits=limits),
        tips_on(Block((0.02, 0.05, 0.05)), 0, 0.0, [0]), 5e-3 * np.eye(3),
        Reference(np.zeros(3), np.eye(4)), wall[None],
    )  # fmt: skip
    force = 0.0
    for k in range(120):  # the base moves into the wall, and rests: dampers feel the way
        T = np.eye(4)
        T[0, 3] = 1e-4 * min(k, 100)
        force = -float(s.step(Reference(np.zeros(3), T)).wrench[:, 0].sum())
    bent = 0.01 - 1e-5
    assert np.isclose(-s.state.theta[0], bent, atol=1e-6)  # the wall does not move
    assert np.isclose(force, bent / 5e-3 + (1e4 * (bent - 0.004) if limited else 0.0), rtol=1e-3)


def test_of_a_hand() -> None:
    hand = Hand()
    limits = JointLimits.of(hand)
    assert (limits.lower[:-3] == hand.lower).all() and np.isinf(limits.upper[-3:]).all()
    with pytest.raises(InputError, match="above"):
        JointLimits(np.ones(2), np.zeros(2))
    with pytest.raises(InputError, match="Nm/rad"):
        JointLimits.of(hand, 0.0)
