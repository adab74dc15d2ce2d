"""The internal model against energies and Jacobians that do not come from MuJoCo."""

import numpy as np
import pytest

from prehensile.control.law.internal_model import InternalModel
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3, so3

HAND = Hand()
STEP = 1e-5


@pytest.fixture
def posed(rng):
    """A model in a random pose: model, q, forearm (7,)."""
    q = HAND.lower + (HAND.upper - HAND.lower) * rng.uniform(0.1, 0.9, HAND.dof)
    forearm = np.concatenate([rng.normal(size=3), so3.to_quat(so3.random(rng))])
    model = InternalModel(HAND)
    model.pose(q, forearm)
    return model, q, forearm


def moving_segments():
    return [s for s in HAND.segments.values() if s.name != FOREARM]


def potential(q, forearm):
    T = segment_transforms(HAND, q, se3.from_pose7(forearm))
    return sum(s.mass * 9.81 * se3.apply(T[s.name], s.com)[2] for s in moving_segments())


def spinning_energy(q, forearm, omega):
    """Kinetic energy of a frozen hand that spins about its wrist centre."""
    T = segment_transforms(HAND, q, se3.from_pose7(forearm))
    energy = 0.0
    for s in moving_segments():
        v = np.cross(omega, se3.apply(T[s.name], s.com) - forearm[:3])
        inside = T[s.name][:3, :3].T @ omega
        energy += 0.5 * s.mass * v @ v + 0.5 * inside @ s.inertia @ inside
    return energy


def slope(energy, q):
    return np.array(
        [(energy(q + STEP * e) - energy(q - STEP * e)) / (2 * STEP) for e in np.eye(len(q))]
    )


def test_gravity_is_the_slope_of_the_potential_energy(posed):
    model, q, forearm = posed
    expected = slope(lambda x: potential(x, forearm), q)
    np.testing.assert_allclose(model.torque(), expected, atol=1e-8)


def test_spinning_is_the_slope_of_the_kinetic_energy(posed, rng):
    model, q, forearm = posed
    omega = rng.normal(size=3) * 5
    twist = np.concatenate([rng.normal(size=3), omega])  # a constant velocity changes nothing
    rate = np.zeros(6)
    # MuJoCo's linear velocity is of the origin, which does not accelerate here.
    found = model.torque(twist=twist, acceleration=rate, gravity=False)
    expected = -slope(lambda x: spinning_energy(x, forearm, omega), q)
    np.testing.assert_allclose(found, expected, atol=1e-7)


def test_an_accelerated_forearm_feels_like_gravity(posed, rng):
    _, q, forearm = posed
    a = rng.normal(size=3)
    moved, heavy = InternalModel(HAND), InternalModel(HAND, gravity=tuple(-a))
    moved.pose(q, forearm)
    heavy.pose(q, forearm)
    acceleration = np.concatenate([a, np.zeros(3)])
    np.testing.assert_allclose(
        moved.torque(acceleration=acceleration, gravity=False), heavy.torque(), atol=1e-12
    )


def test_angular_acceleration_is_along_world_axes(posed, rng):
    model, q, forearm = posed
    alpha = rng.normal(size=3)
    T = segment_transforms(HAND, q, se3.from_pose7(forearm))
    expected = np.zeros(HAND.dof)
    for s in moving_segments():
        J = point_jacobian(HAND, q, s.name, s.com, se3.from_pose7(forearm))
        R = T[s.name][:3, :3]
        linear = np.cross(alpha, se3.apply(T[s.name], s.com) - forearm[:3])
        expected += s.mass * J[:3].T @ linear + J[3:].T @ (R @ s.inertia @ R.T @ alpha)
    acceleration = np.concatenate([np.zeros(3), alpha])
    found = model.torque(acceleration=acceleration, gravity=False)
    np.testing.assert_allclose(found, expected, atol=1e-10)


def test_inertia_is_what_the_jacobians_say(posed):
    model, q, forearm = posed
    T = segment_transforms(HAND, q, se3.from_pose7(forearm))
    expected = np.zeros((HAND.dof, HAND.dof))
    for s in moving_segments():
        J = point_jacobian(HAND, q, s.name, s.com, se3.from_pose7(forearm))
        R = T[s.name][:3, :3]
        expected += s.mass * J[:3].T @ J[:3] + J[3:].T @ R @ s.inertia @ R.T @ J[3:]
    np.testing.assert_allclose(model.joint_inertia(), expected, atol=1e-12)


def test_inertia_is_the_response_to_acceleration(posed, rng):
    model, *_ = posed
    qdd = rng.normal(size=HAND.dof)
    np.testing.assert_allclose(
        model.torque(qdd=qdd, gravity=False), model.joint_inertia() @ qdd, atol=1e-12
    )


def test_wrong_masses_scale_everything(posed):
    model, q, forearm = posed
    wrong = InternalModel(HAND, mass_scale=1.3)
    wrong.pose(q, forearm)
    np.testing.assert_allclose(wrong.torque(), 1.3 * model.torque(), atol=1e-12)
    np.testing.assert_allclose(wrong.joint_inertia(), 1.3 * model.joint_inertia(), atol=1e-15)


@pytest.mark.parametrize("scale", [0.0, -1.0, np.nan])
def test_masses_must_be_positive(scale):
    with pytest.raises(InputError, match="mass_scale"):
        InternalModel(HAND, mass_scale=scale)


def test_outboard_inertia_is_the_diagonal(posed):
    model, _, _ = posed
    np.testing.assert_allclose(model.outboard_inertia(), np.diagonal(model.joint_inertia()))


def test_pressing_at_a_point_takes_the_transposed_jacobian(posed, rng):
    model, q, forearm = posed
    T = segment_transforms(HAND, q, se3.from_pose7(forearm))
    for name in ("index-finger-phalanx-distal", "thumb-metacarpal", "wrist"):
        local, push = 0.02 * rng.normal(size=3), rng.normal(size=3)
        J = point_jacobian(HAND, q, name, local, se3.from_pose7(forearm))
        wanted = J[:3].T @ push
        found = model.press_torque(name, se3.apply(T[name], local), push)
        np.testing.assert_allclose(found, wanted, atol=1e-12)
