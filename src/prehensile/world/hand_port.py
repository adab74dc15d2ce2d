"""Where one hand's numbers live in a compiled model: commands in, joint angles out."""

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.hand.model import DRIVEN_TIME_CONSTANT
from prehensile.hand.segments import FOREARM
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene, checked_pose

FEED_FORWARD = 2 * DRIVEN_TIME_CONSTANT
"""[s] A critically damped weld with time constant τ trails a target moving at v by 2 τ v, since a
mocap body has no velocity; so its target runs ahead by that much."""


class HandPort:
    """Addresses of one hand in the model, in the order of the hand's joint names."""

    def __init__(self, model: mujoco.MjModel, placed: HandInScene):
        self._placed = placed
        hand, name = placed.hand, placed.name
        joints = [model.joint(f"{name}/{j}") for j in hand.joint_names]
        self._joint = np.array([j.id for j in joints])
        self._qpos = np.array([j.qposadr[0] for j in joints])
        self._dof = np.array([j.dofadr[0] for j in joints])
        self._stiffness = hand.spec.stiffness
        self._damping = hand.spec.damping
        self._rest_torque = hand.spec.stiffness * hand.spec.rest
        self._forearm_body = model.body(f"{name}/{FOREARM}").id
        self._forearm = (
            None if placed.wrist == "fixed" else int(model.joint(f"{name}/forearm").qposadr[0])
        )
        self._mocap = (
            int(model.body_mocapid[model.body(f"{name}/target").id])
            if placed.wrist == "driven"
            else None
        )
        self.drive = checked_pose(placed.forearm, f"forearm of {name!r}")
        """(7,) last wanted pose of the forearm"""
        self._last: Command | None = None

    def place(self, data: mujoco.MjData) -> None:
        """Set the start pose."""
        hand = self._placed.hand
        q = hand.spec.rest if self._placed.q is None else hand.check_angles(self._placed.q)
        if q.shape != (hand.dof,):
            raise InputError(f"start pose has shape {q.shape}; expected ({hand.dof},).")
        data.qpos[self._qpos] = q
        if self._forearm is not None:
            data.qpos[self._forearm : self._forearm + 7] = self.drive
        if self._mocap is not None:
            data.mocap_pos[self._mocap], data.mocap_quat[self._mocap] = (
                self.drive[:3],
                self.drive[3:],
            )

    def write(self, model: mujoco.MjModel, data: mujoco.MjData, command: Command) -> None:
        """Turn a Command into joint springs, dampers, torques and the forearm's target.

        Active and passive springs act in parallel: one spring of stiffness k_a + k_p with its rest
        where the two balance. MuJoCo integrates joint springs and dampers implicitly.
        """
        if command is not self._last:
            if command.q_ref.shape != self._joint.shape:
                raise InputError(
                    f"Command.q_ref has shape {command.q_ref.shape}; expected {self._joint.shape}."
                )
            k = command.stiffness + self._stiffness
            rest = command.stiffness * command.q_ref + self._rest_torque
            model.jnt_stiffness[self._joint] = k
            np.divide(rest, k, out=rest, where=k > 0)
            model.qpos_spring[self._qpos] = rest
            model.dof_damping[self._dof] = command.damping + self._damping
            torque = 0.0 if command.torque is None else command.torque
            if command.qd_ref is not None:
                torque = torque + command.damping * command.qd_ref
            data.qfrc_applied[self._dof] = torque
            self._last = command
        if self._mocap is not None:
            self._write_target(data, command)

    def forget(self) -> None:
        """Write the next Command in full, even if it is the last one again."""
        self._last = None

    def _write_target(self, data: mujoco.MjData, command: Command) -> None:
        if command.forearm is not None:
            self.drive[:] = command.forearm
        ahead = self.drive.copy()
        if command.forearm_twist is not None:
            ahead[:3] += FEED_FORWARD * command.forearm_twist[:3]
            mujoco.mju_quatIntegrate(
                ahead[3:], _into_body(ahead[3:], command.forearm_twist[3:]), FEED_FORWARD
            )
        data.mocap_pos[self._mocap], data.mocap_quat[self._mocap] = ahead[:3], ahead[3:]

    def read_q(self, qpos: np.ndarray) -> np.ndarray:
        """(dof,) [rad] in the order of the hand's joint names."""
        return qpos[self._qpos]

    def read_qd(self, qvel: np.ndarray) -> np.ndarray:
        """(dof,) [rad/s]"""
        return qvel[self._dof]

    def read_forearm(self, qpos: np.ndarray, data: mujoco.MjData) -> np.ndarray:
        """(7,) xyz + wxyz of the forearm in a state; a fixed one is where it always was."""
        if self._forearm is None:
            return np.concatenate([data.xpos[self._forearm_body], data.xquat[self._forearm_body]])
        return qpos[self._forearm : self._forearm + 7].copy()


def _into_body(quat: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """A world vector in the axes of a body with orientation ``quat``."""
    inverse, out = np.zeros(4), np.zeros(3)
    mujoco.mju_negQuat(inverse, quat)
    mujoco.mju_rotVecQuat(out, vector, inverse)
    return out
