"""τ_ARM keeps palm and fingers still: the simulated joints do not accelerate."""

import mujoco
import numpy as np

from prehensile.control.law.feed_forward import ArmTerm
from prehensile.control.law.internal_model import InternalModel
from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model

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
