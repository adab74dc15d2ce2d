"""Setpoints: blends, resting poses, other hands' order, JSON."""

import numpy as np
import pytest

from prehensile.control.law.gains import Gains
from prehensile.control.law.setpoints import Setpoints
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

HAND = Hand()


@pytest.fixture
def setpoints(rng):
    return Setpoints(HAND.joint_names, *rng.normal(size=(2, 6, HAND.dof)))


def test_a_blend_may_extrapolate(setpoints):
    angle, rate = setpoints.desired(np.array([0, -0.5, 1.5, 0, 0, 0]))
    np.testing.assert_allclose(angle, 1.5 * setpoints.angle[2] - 0.5 * setpoints.angle[1])
    np.testing.assert_allclose(rate, 1.5 * setpoints.rate[2] - 0.5 * setpoints.rate[1])


def test_holding_a_pose_balances_the_passive_spring(rng):
    neutral, poses = rng.normal(size=HAND.dof), rng.normal(size=(6, HAND.dof))
    setpoints = Setpoints.holding(HAND, list(poses), neutral)
    # k (θ_NEUTRAL − θ) + k (θ_DES − θ) = 0
    np.testing.assert_allclose(neutral - poses + setpoints.angle - poses, 0, atol=1e-12)
    np.testing.assert_allclose(setpoints.rest_poses(neutral), poses)


def test_for_a_hand_with_another_order(setpoints):
    turned = Setpoints(
        setpoints.joint_names[::-1], setpoints.angle[:, ::-1], setpoints.rate[:, ::-1]
    )
    np.testing.assert_array_equal(turned.for_hand(HAND).angle, setpoints.angle)


def test_a_missing_joint_is_named(setpoints):
    few = Setpoints(setpoints.joint_names[1:], setpoints.angle[:, 1:], setpoints.rate[:, 1:])
    with pytest.raises(InputError, match="wrist_flex"):
        few.for_hand(HAND)


def test_json_round_trip(setpoints):
    again = Setpoints.from_json(setpoints.to_json())
    np.testing.assert_array_equal(again.angle, setpoints.angle)
    np.testing.assert_array_equal(again.rate, setpoints.rate)
    assert again.joint_names == setpoints.joint_names


@pytest.mark.parametrize("data", [{}, {"joints": 3, "angle": [], "rate": []}, []])
def test_what_is_not_setpoints(data):
    with pytest.raises(InputError):
        Setpoints.from_json(data)


def test_arrays_are_read_only_copies(rng):
    angle = rng.normal(size=(6, HAND.dof))
    setpoints = Setpoints(HAND.joint_names, angle, angle)
    angle[:] = 0
    assert setpoints.angle.any()
    with pytest.raises(ValueError):
        setpoints.angle[0, 0] = 1


@pytest.mark.parametrize("angle", [np.zeros((5, 23)), np.full((6, 23), np.nan), "x"])
def test_refused(angle):
    with pytest.raises(InputError, match="angle"):
        Setpoints(HAND.joint_names, angle, np.zeros((6, 23)))


def test_a_pose_without_velocity_is_half_way_to_neutral(setpoints, rng):
    neutral = rng.normal(size=HAND.dof)
    still = Setpoints(HAND.joint_names, setpoints.angle, np.zeros_like(setpoints.angle))
    np.testing.assert_allclose(setpoints.poses(neutral), still.rest_poses(neutral))


def test_a_rate_draws_the_resting_hand_on(setpoints, rng):
    """At rest  k (θ_N − θ) + k (θ_i − θ) + d θ̇_i = 0."""
    neutral = rng.normal(size=HAND.dof)
    gains = Gains(stiffness=300.0, damping=60.0)
    rest = setpoints.rest_poses(neutral, gains)
    left = 300 * (neutral - rest) + 300 * (setpoints.angle - rest) + 60 * setpoints.rate
    np.testing.assert_allclose(left, 0, atol=1e-9)
