"""What a controller believes about its own hand: inertia and inverse dynamics, never stepped.

Pollard & Zordan 2005, section 3: "the use of internal dynamic models". The model is the
controller's own copy, so that its masses may be wrong while the world's are right, and so that
asking it does not touch the world.
"""

import math

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.segments import FOREARM


class InternalModel:
    """Masses, levers and gravity of one hand on a moving forearm.

    Args:
        hand: that the controller moves.
        mass_scale: all masses and inertias are believed to be this many times the hand's own.
        gravity: (3,) [m/s²], world.
    """

    def __init__(
        self,
        hand: Hand,
        mass_scale: float = 1.0,
        gravity: tuple[float, float, float] = (0.0, 0.0, -9.81),
    ):
        if not 0 < mass_scale < math.inf:
            raise InputError(f"mass_scale is {mass_scale:g}; expected a number above 0.")
        self.hand = hand
        spec = build_hand_model(hand, "free")
        self._model = spec.compile()
        self._model.body_mass *= mass_scale
        self._model.body_inertia *= mass_scale
        self._data = mujoco.MjData(self._model)
        mujoco.mj_setConst(self._model, self._data)
        self._gravity = np.array(gravity, dtype=float)
        joints = [self._model.joint(name) for name in hand.joint_names]
        self._q_index = np.array([j.qposadr[0] for j in joints])
        self._carries = np.zeros((self._model.nv, hand.dof))
        """(nv, dof) how every velocity follows from the joints'; a follower counts in its leader"""
        for k, joint in enumerate(joints):
            self._carries[joint.dofadr[0], k] = 1.0
        self._followers = []
        for follower in hand.followers:
            joint = self._model.joint(follower.name)
            self._carries[joint.dofadr[0], hand.joint_index(follower.leader)] = follower.ratio
            self._followers.append((int(joint.qposadr[0]), follower.name))
        model, data = self._model, self._data
        self._dofs = np.array([j.dofadr[0] for j in joints])
        self._bodies = {name: model.body(name).id for name in hand.segments}
        # Where the joints' own inertia lies in the sparse matrix: at the end of every row.
        self._diagonal = (model.M_rowadr + model.M_rownnz - 1)[self._dofs]
        # Views: asking MuJoCo for its arrays anew costs more than what is done with them.
        self._turn = data.xmat[model.body(FOREARM).id].reshape(3, 3)
        self._qpos, self._qvel, self._qacc, self._M = data.qpos, data.qvel, data.qacc, data.M
        self._weight = model.opt.gravity
        self._force = np.zeros(model.nv)
        self._jacobian = np.zeros((3, model.nv))

    def pose(self, q: np.ndarray, forearm: np.ndarray) -> None:
        """Put the model into a pose; everything below speaks of it.

        Args:
            q: (dof,) [rad]
            forearm: (7,) xyz + wxyz, world
        """
        model, data = self._model, self._data
        self._qpos[:7] = forearm
        self._qpos[self._q_index] = q
        for address, name in self._followers:
            self._qpos[address] = self.hand.joint_angle(q, name)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_crb(model, data)

    def joint_inertia(self) -> np.ndarray:
        """(dof, dof) [kg m²] of the joints while the forearm stands still: I in (2) and (4)."""
        full = np.zeros((self._model.nv, self._model.nv))
        mujoco.mj_fullM(self._model, self._data, full)
        return self._carries.T @ full @ self._carries

    def outboard_inertia(self) -> np.ndarray:
        """(dof,) [kg m²] of all that a joint carries, about its axis: a diagonal."""
        if self._followers:
            return np.diagonal(self.joint_inertia())
        return self._M[self._diagonal]

    def press_torque(self, segment: str, point: np.ndarray, push: np.ndarray) -> np.ndarray:
        """Joint torques (dof,) [Nm] with which a segment pushes at a point: Jᵀ f.

        Args:
            segment: of the hand.
            point: (3,) [m] world, on it
            push: (3,) [N] world
        """
        body = self._bodies[segment]
        mujoco.mj_jac(self._model, self._data, self._jacobian, None, point, body)
        full = push @ self._jacobian
        return self._carries.T @ full if self._followers else full[self._dofs]

    def torque(
        self,
        qd: np.ndarray | None = None,
        qdd: np.ndarray | None = None,
        twist: np.ndarray | None = None,
        acceleration: np.ndarray | None = None,
        gravity: bool = True,
    ) -> np.ndarray:
        """Joint torques (dof,) [Nm] that make this motion: the right side of (2).

        Args:
            qd: (dof,) [rad/s]; zero if left out, and so are the others.
            qdd: (dof,) [rad/s²]
            twist: (6,) (v, ω) of the forearm at the wrist centre, world axes [m/s, rad/s]
            acceleration: (6,) its time derivative [m/s², rad/s²]
            gravity: whether things have weight.
        """
        model, data = self._model, self._data
        qvel, qacc = self._qvel, self._qacc
        qvel[:] = 0 if qd is None else self._carries @ qd
        qacc[:] = 0 if qdd is None else self._carries @ qdd
        # A free joint's velocity: linear along world axes, angular along the body's own.
        if twist is not None:
            qvel[:3] = twist[:3]
            qvel[3:6] = twist[3:].dot(self._turn)
        if acceleration is not None:
            qacc[:3] = acceleration[:3]
            qacc[3:6] = acceleration[3:].dot(self._turn)
        self._weight[:] = self._gravity if gravity else 0.0
        mujoco.mj_comVel(model, data)
        mujoco.mj_rne(model, data, 1, self._force)
        return self._carries.T @ self._force if self._followers else self._force[self._dofs]
