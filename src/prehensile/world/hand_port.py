"""Where one hand's numbers live in a compiled model: commands in, joint angles out."""

import math
from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.hand.model import DRIVEN_TIME_CONSTANT
from prehensile.lie import so3
from prehensile.world.command import Command
from prehensile.world.placing import placed_hand
from prehensile.world.scene import HandInScene, checked_pose
from prehensile.world.torque_limit import LimitedStep, LimitedTorque

FEED_FORWARD = 2 * DRIVEN_TIME_CONSTANT
"""[s] A critically damped weld with time constant τ trails a target moving at v by 2 τ v, since a
mocap body has no velocity; so its target runs ahead by that much."""
FARTHEST_TURN = 1.5
"""[rad] A weld loses its way near half a turn: a forearm that is told to jump further than this is
shown the way in pieces."""
COSINE_WITHIN_REACH = math.cos(FARTHEST_TURN / 2)
"""Least scalar product of two unit quaternions no more than `FARTHEST_TURN` apart: the cosine of
half the angle between them."""


class Drive(NamedTuple):
    """What a port remembers about a driven forearm, beside MuJoCo's own state."""

    pose: np.ndarray
    """(7,) last wanted"""
    runs_ahead: bool
    """The target is ahead of it by the wanted velocity."""
    turning: bool
    """The target is on the way to it."""
    limited: LimitedTorque | None = None
    """The last Command's active torque, if it has a limit."""


class Springs(NamedTuple):
    """Springs, dampers and torques that MuJoCo's joints are set to."""

    stiffness: np.ndarray
    """(..., dof) [Nm/rad]"""
    rest: np.ndarray
    """(..., dof) [rad]"""
    damping: np.ndarray
    """(..., dof) [Nms/rad]"""
    torque: np.ndarray | float
    """(..., dof) [Nm], or zero"""


class HandPort:
    """Addresses of one hand in the model, in the order of the hand's joint names."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, placed: HandInScene):
        hand, name = placed.hand, placed.name
        joints = [model.joint(f"{name}/{j}") for j in hand.joint_names]
        self._name = name
        self._wrist = placed.wrist
        self.joint_index = np.array([j.id for j in joints])
        """(dof,) of each joint in the model's joints"""
        self.q_index = np.array([j.qposadr[0] for j in joints])
        """(dof,) of each joint angle in qpos"""
        self.dof_index = np.array([j.dofadr[0] for j in joints])
        """(dof,) of each joint velocity in qvel"""
        self._joints, self._q, self._dofs = map(
            _run, (self.joint_index, self.q_index, self.dof_index)
        )
        self._passive_stiffness = hand.spec.stiffness
        self._passive_damping = hand.spec.damping
        self._passive_torque = hand.spec.stiffness * hand.spec.rest
        self._every_joint_has_tissue = bool((hand.spec.stiffness > 0).all())
        # Views: MuJoCo's arrays stay where they are as long as the model and the data live.
        self._jnt_stiffness = model.jnt_stiffness
        self._qpos_spring = model.qpos_spring
        self._dof_damping = model.dof_damping
        self._qfrc_applied = data.qfrc_applied
        self.drive = checked_pose(placed.forearm, f"forearm of {name!r}")
        """(7,) last wanted pose of the forearm; a fixed one is there"""
        self.forearm_address: int | None = None
        """Where the forearm's pose begins in qpos, unless it is fixed"""
        if placed.wrist != "fixed":
            self.forearm_address = int(model.joint(f"{name}/forearm").qposadr[0])
        self.mocap_index: int | None = None
        """Row of the forearm's target among the mocap bodies, if the wrist is driven"""
        self._mocap: tuple[np.ndarray, np.ndarray] | None = None
        if placed.wrist == "driven":
            k = self.mocap_index = int(model.body_mocapid[model.body(f"{name}/target").id])
            self._mocap = data.mocap_pos[k], data.mocap_quat[k]
        self._qpos = data.qpos
        self._last: Command | None = None
        self._runs_ahead = False
        self._turning = False
        self._timestep = model.opt.timestep
        self._qvel = data.qvel
        self._limited: LimitedTorque | None = None
        self._try: LimitedStep | None = None
        self.limp = Springs(
            self._jnt_stiffness[self._joints].copy(),
            self._qpos_spring[self._q].copy(),
            self._dof_damping[self._dofs].copy(),
            0.0,
        )
        """what the joints have before the first Command"""
        self._place(model, data, placed)

    def _place(self, model: mujoco.MjModel, data: mujoco.MjData, placed: HandInScene) -> None:
        q = placed.hand.spec.rest if placed.q is None else placed.q
        placed_hand(model, placed, q).write(data.qpos, data.qvel)
        if self.forearm_address is not None:
            data.qpos[self.forearm_address : self.forearm_address + 7] = self.drive
        self._set_target(self.drive)

    def begin(self, forearm: np.ndarray | None = None) -> None:
        """Limp again, as at the start; a forearm that is not fixed is wanted at (7,)."""
        self._set_springs(self.limp)
        self._limited = self._try = self._last = None
        self._runs_ahead = False
        if forearm is not None:
            self.drive = forearm
            self._set_target(forearm)

    def write(self, command: Command) -> bool:
        """Turn a Command into joint springs, dampers, torques and the forearm's target.

        Active and passive springs act in parallel: one spring of stiffness k_a + k_p with its rest
        where the two balance. MuJoCo integrates joint springs and dampers implicitly.

        Returns:
            False if there was nothing to do, because it is the last Command again.
        """
        if command is self._last:  # it cannot have changed: its arrays are read-only
            if self._turning:
                self._set_target(self._ahead_of_drive(command))
            return self._start_limited()
        if command.q_ref.shape != self.joint_index.shape:
            raise InputError(
                f"Command.q_ref has shape {command.q_ref.shape}; expected {self.joint_index.shape}."
            )
        self._set_springs(self.springs(command))
        self._limited = limited_torque(command)
        self._start_limited()
        if command.forearm is not None:
            self.drive = command.forearm
        self._runs_ahead = command.forearm_twist is not None
        self._set_target(self._ahead_of_drive(command))
        self._last = command
        return True

    def springs(self, command: Command) -> Springs:
        """What a Command and the passive tissue come to, joint by joint; leading axes stay.

        Raises:
            InputError: it moves a forearm that is not driven.
        """
        if self._mocap is None and command.forearm is not None:
            raise InputError(
                f"the wrist of {self._name!r} is {self._wrist}: leave Command.forearm out, "
                "or make it driven."
            )
        return self._beside_tissue(
            command.stiffness, command.q_ref, command.damping, _feed_forward_torque(command)
        )

    def limited_springs(self, step: LimitedStep) -> Springs:
        """The same of a Command with a limit, as it is in one step."""
        return self._beside_tissue(step.stiffness, step.law.q_ref, step.damping, step.constant)

    def _beside_tissue(
        self,
        stiffness: np.ndarray,
        q_ref: np.ndarray,
        damping: np.ndarray,
        torque: np.ndarray | float,
    ) -> Springs:
        k = stiffness + self._passive_stiffness
        rest = stiffness * q_ref
        rest += self._passive_torque
        if self._every_joint_has_tissue:
            rest /= k
        else:
            np.divide(rest, k, out=rest, where=k > 0)
        return Springs(k, rest, damping + self._passive_damping, torque)

    def _set_springs(self, springs: Springs) -> None:
        self._jnt_stiffness[self._joints] = springs.stiffness
        self._qpos_spring[self._q] = springs.rest
        self._dof_damping[self._dofs] = springs.damping
        self._qfrc_applied[self._dofs] = springs.torque

    def _start_limited(self) -> bool:
        """Springs of a limited Command for a step from the present state; False without one."""
        if self._limited is None:
            self._try = None
            return False
        q, qd = self._qpos[self._q], self._qvel[self._dofs]
        self._try = self._limited.track(q, qd, self._timestep)
        self._set_springs(self.limited_springs(self._try))
        return True

    def exceeded(self) -> bool:
        """Whether a torque exceeded its limit in the step just done: then `step_again` from the
        state before it.
        """
        if self._try is None:
            return False
        after = self._try.after(self._qpos[self._q], self._qvel[self._dofs])
        if after is not None:
            self._try = after
        return after is not None

    def step_again(self) -> None:
        """Springs for doing the step again, joints yielding that exceeded their limit."""
        if self._try is not None:
            self._set_springs(self.limited_springs(self._try))

    def keep(self) -> bool:
        """No Command this step: the last one stays, but the forearm comes to rest where it was
        wanted last.

        Returns:
            Whether springs were written.
        """
        if self._runs_ahead or self._turning:
            self._runs_ahead = False
            self._last = None
            self._set_target(self.drive)
        return self._start_limited()

    def save(self) -> Drive:
        """What the port remembers beside MuJoCo's state, for `restore`."""
        return Drive(self.drive, self._runs_ahead, self._turning, self._limited)

    def restore(self, drive: Drive) -> None:
        """Go on from a restored state; the next Command is written in full."""
        self.drive, self._runs_ahead, self._turning, self._limited = drive
        self._last = None

    def _ahead_of_drive(self, command: Command) -> np.ndarray:
        twist = command.forearm_twist
        return self.drive if twist is None else _ahead(self.drive, twist.tolist())

    def _set_target(self, pose: np.ndarray) -> None:
        if self._mocap is None or self.forearm_address is None:
            return
        pos, quat = self._mocap
        pos[:] = pose[:3]
        now = self._qpos[self.forearm_address + 3 : self.forearm_address + 7]
        quat[:], self._turning = within_reach(now, pose[3:])

    def read_q(self, qpos: np.ndarray) -> np.ndarray:
        """(dof,) [rad] joint angles in the order of the hand's joint names."""
        return qpos[self._q].copy()

    def read_qd(self, qvel: np.ndarray) -> np.ndarray:
        """(dof,) [rad/s] joint velocities in the order of the hand's joint names."""
        return qvel[self._dofs].copy()

    def read_forearm(self, qpos: np.ndarray) -> np.ndarray:
        """(7,) xyz + wxyz of the forearm in a state; a fixed one is where it always was."""
        if self.forearm_address is None:
            return self.drive.copy()
        return qpos[self.forearm_address : self.forearm_address + 7].copy()


def _run(index: np.ndarray) -> np.ndarray | slice:
    """The same places as a slice, which is faster by far, if one follows the other."""
    if len(index) and (np.diff(index) == 1).all():
        return slice(int(index[0]), int(index[-1]) + 1)
    return index


def within_reach(now: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, bool]:
    """Quaternion (4,) to show a forearm that stands at ``now`` and should get to ``wanted``, and
    whether that is only on the way.
    """
    cosine = abs(now.dot(wanted))  # of half the angle between them
    if not cosine < COSINE_WITHIN_REACH:  # true for NaN too
        return wanted, False
    return so3.slerp(now, wanted, FARTHEST_TURN / (2 * math.acos(cosine))), True


def limited_torque(command: Command) -> LimitedTorque | None:
    """The active torque of a Command with a limit; None without one."""
    return LimitedTorque.of(command, _feed_forward_torque(command))


def _feed_forward_torque(command: Command) -> np.ndarray | float:
    """(dof,) [Nm] what does not depend on the joint angles."""
    if command.qd_ref is None:
        return 0.0 if command.torque is None else command.torque
    torque = command.damping * command.qd_ref
    return torque if command.torque is None else torque + command.torque


def _ahead(pose: np.ndarray, twist: list[float]) -> np.ndarray:
    """Where a body at ``pose`` (7,) with ``twist`` (6,) is after FEED_FORWARD."""
    x, y, z, w, i, j, k = pose.tolist()
    vx, vy, vz, a, b, c = (FEED_FORWARD * v for v in twist)
    ahead = np.array((x + vx, y + vy, z + vz, w, i, j, k))
    angle = math.sqrt(a * a + b * b + c * c)
    if angle > 0:
        # exp(ω t) ⊗ q, world axes; sin(x)/x is exact to rounding however small the angle.
        co, si = math.cos(angle / 2), math.sin(angle / 2) / angle
        ahead[3:] = so3.quat_product((co, si * a, si * b, si * c), (w, i, j, k))
    return ahead
