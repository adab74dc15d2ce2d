"""τ_ARM keeps palm and fingers still on a moving arm; τ_G is the weight of what joints carry."""

import mujoco
import numpy as np
import pytest

from prehensile.control.law.feed_forward import ArmTerm, GravityTerm
from prehensile.control.law.internal_model import InternalModel
from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

HAND = Hand()


def test_an_independent_forward_simulation_agrees(rng):
    """The torque, applied in a model whose forearm is forced along, leaves the joints at rest."""
    compiled = build_hand_model(HAND, "free").compile()
    compiled.opt.gravity[:] = 0
    compiled.jnt_stiffness[:] = 0
    data = mujoco.MjData(compiled)
    q = HAND.spec.rest
    for name, angle in zip(HAND.joint_names, q, strict=True):
        data.joint(name).qpos = angle
    twist, rate = rng.normal(size=(2, 6))
    data.qvel[:6] = twist  # at the identity, body axes are world axes
    model = InternalModel(HAND)
    model.pose(q, np.array([0, 0, 0, 1.0, 0, 0, 0]))
    torque = ArmTerm(model).torque(twist, rate)
    dofs = [compiled.joint(name).dofadr[0] for name in HAND.joint_names]
    mujoco.mj_forward(compiled, data)
    M = np.zeros((compiled.nv, compiled.nv))
    mujoco.mj_fullM(compiled, data, M)
    others = M[np.ix_(dofs, dofs)]
    # M q̈ + bias = τ in the joints' rows, with the forearm's acceleration given.
    joints = np.linalg.solve(others, torque - data.qfrc_bias[dofs] - M[dofs, :6] @ rate)
    assert np.abs(joints).max() < 1e-8


def test_an_arm_that_rises_as_fast_as_things_fall_weighs_twice(rng):
    """d'Alembert: a forearm accelerated by −g presses as gravity does."""
    model = InternalModel(HAND)
    q = rng.uniform(HAND.lower, HAND.upper)
    model.pose(q, se3.to_pose7(se3.exp(rng.normal(size=6))))
    weight = GravityTerm(model).torque()
    lifted = ArmTerm(model).torque(np.zeros(6), np.array([0, 0, 9.81, 0, 0, 0]))
    np.testing.assert_allclose(lifted, weight, atol=1e-12)
    assert np.abs(weight).max() > 0.01
    np.testing.assert_allclose(ArmTerm(model).torque(rng.normal(size=6) * [1, 1, 1, 0, 0, 0],
                                                     np.zeros(6)), 0, atol=1e-12)  # fmt: skip


def test_weight_is_the_slope_of_the_height_of_all_segments(rng):
    q, T = rng.uniform(HAND.lower, HAND.upper), se3.exp(rng.normal(size=6))

    def energy(angles):
        poses = segment_transforms(HAND, angles)
        carried = [s for s in HAND.segments.values() if s.parent is not None]
        # Segments are posed in the palm at zero wrist angles, which is the forearm's frame.
        return sum(9.81 * s.mass * se3.apply(T @ poses[s.name], s.com)[2] for s in carried)

    model = InternalModel(HAND)
    model.pose(q, se3.to_pose7(T))
    h = 1e-6
    slope = [(energy(q + h * e) - energy(q - h * e)) / (2 * h) for e in np.eye(HAND.dof)]
    np.testing.assert_allclose(GravityTerm(model).torque(), slope, atol=1e-8)


def test_a_wrist_carries_the_straight_hand():
    """Palm down, hand level: flexion moves it down, so the torque that carries it is negative."""
    model = InternalModel(HAND)
    model.pose(np.zeros(HAND.dof), np.array([0, 0, 0, 1.0, 0, 0, 0]))
    found = GravityTerm(model).torque()[HAND.joint_index("wrist_flex")]
    assert -HAND.mass * 9.81 * 0.12 < found < -HAND.mass * 9.81 * 0.04


def test_no_weight_about_a_vertical_axis():
    model = InternalModel(HAND)
    model.pose(np.zeros(HAND.dof), np.array([0, 0, 0, 1.0, 0, 0, 0]))
    found = GravityTerm(model).torque()[HAND.joint_index("wrist_dev")]
    assert found == pytest.approx(0, abs=1e-12)
