"""One hand in many worlds: Commands in, for all of them at once.

Everything here gives the same bits as `HandPort` does for one world.
"""

import math
from typing import NamedTuple

import numpy as np
from mujoco.batch import Batch

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.world.command import Command
from prehensile.world.hand_port import (
    COSINE_WITHIN_REACH,
    FEED_FORWARD,
    Drive,
    HandPort,
    Springs,
    limited_torque,
    within_reach,
)
from prehensile.world.torque_limit import NONE, LimitedStep, LimitedTorque

NEARLY = 1e-9
"""A sum in another order may differ by this much: whoever is so near is looked at one by one."""


class Drives(NamedTuple):
    """What a port remembers about the driven forearms, beside MuJoCo's own state."""

    poses: np.ndarray
    """(count, 7) last wanted"""
    runs_ahead: bool
    """The targets are ahead of them by the wanted velocities."""
    turning: np.ndarray
    """(count,) the target is on the way"""
    limited: LimitedTorque | None = None
    """(count, dof) the last Command's active torques, if they have a limit"""


class BatchPort:
    """Writes Commands (count, dof) or (dof,) into the rows of a batch."""

    def __init__(self, batch: Batch, port: HandPort):
        self._one = port
        self._count = batch.nsim
        self._joint = _as_slice(port.joint_index)
        self._q = _as_slice(port.q_index)
        self._dof = _as_slice(port.dof_index)
        self._jnt_stiffness = batch.expand("jnt_stiffness")
        self._qpos_spring = batch.expand("qpos_spring")
        self._dof_damping = batch.expand("dof_damping")
        self._qfrc_applied = batch.bind("qfrc_applied")
        self._qpos, self._qvel = batch.bind("qpos"), batch.bind("qvel")
        self._mocap: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
        """positions and quaternions of the targets, quaternions of the forearms"""
        if port.mocap_index is not None and port.forearm_address is not None:
            k, turned = port.mocap_index, port.forearm_address + 3
            pos, quat = batch.bind("mocap_pos")[:, k], batch.bind("mocap_quat")[:, k]
            self._mocap = pos, quat, self._qpos[:, turned : turned + 4]
        self._timestep = batch.model.opt.timestep
        self._last: Command | None = None
        self._try: LimitedStep | None = None
        self._drives = self.spread(port.save())

    def write(self, command: Command, worlds: np.ndarray | None = None) -> None:
        """Turn a Command into joint springs, dampers, torques and the forearms' targets; in all
        worlds, or in those numbered (n,). The others keep what they have.
        """
        if command is self._last and worlds is None:  # it cannot have changed: it is read-only
            if self._drives.turning.any():
                self._aim(command, None)
            self._start_limited(None)
            return
        dof = self._one.joint_index.size
        if command.q_ref.shape not in ((dof,), (self._count, dof)):
            raise InputError(
                f"Command.q_ref has shape {command.q_ref.shape}; expected {(self._count, dof)}, "
                f"or {(dof,)} for the same in every world."
            )
        mine = command if worlds is None else command.of_worlds(worlds)
        self._set_springs(self._one.springs(mine), worlds)
        self._drives = self._drives_of(command, worlds)
        self._start_limited(worlds)
        self._aim(mine, worlds)
        self._last = command if worlds is None else None

    def _drives_of(self, command: Command, worlds: np.ndarray | None) -> Drives:
        """What is remembered after a Command for some worlds."""
        now, limited = self._drives, limited_torque(command)
        limited = None if limited is None else limited.spread(self._count)
        poses, runs_ahead = now.poses, command.forearm_twist is not None
        if command.forearm is not None:
            wanted = np.broadcast_to(command.forearm, poses.shape)
            poses = wanted if worlds is None else _with_rows(poses, wanted[worlds], worlds)
        if worlds is not None:
            mask = self._mask(worlds)
            limited = _mixed(limited, now.limited, mask)
            runs_ahead = runs_ahead or now.runs_ahead
        return Drives(poses, runs_ahead, now.turning, limited)

    def _mask(self, worlds: np.ndarray) -> np.ndarray:
        mask = np.zeros(self._count, dtype=bool)
        mask[worlds] = True
        return mask

    def _set_springs(self, springs: Springs, worlds: np.ndarray | None) -> None:
        fields = self._jnt_stiffness, self._qpos_spring, self._dof_damping, self._qfrc_applied
        columns = self._joint, self._q, self._dof, self._dof
        for field, column, values in zip(fields, columns, springs, strict=True):
            # Worlds and columns are chosen one after the other: both may be lists.
            rows = field if worlds is None else field[worlds]
            rows[:, column] = values
            if worlds is not None:
                field[worlds] = rows

    def _start_limited(self, worlds: np.ndarray | None) -> None:
        """Springs of limited Commands for a step from the present states."""
        limited = self._drives.limited
        self._try = None
        if limited is not None:
            q, qd = self._qpos[:, self._q], self._qvel[:, self._dof]
            self._try = limited.track(q, qd, self._timestep)
            self._set_limited(worlds)

    def _set_limited(self, worlds: np.ndarray | None) -> None:
        if self._try is not None:
            limited = (self._try.law.limit < NONE).any(axis=1)
            if not limited.all():
                worlds = np.flatnonzero(limited if worlds is None else limited & self._mask(worlds))
            springs = self._one.limited_springs(self._try)
            if worlds is not None:
                springs = Springs(*(np.asarray(array)[worlds] for array in springs))
            self._set_springs(springs, worlds)

    def exceeded(self) -> np.ndarray:
        """(count,) where a torque exceeded its limit in the step just done: then `step_again` from
        the states before it.
        """
        worlds = np.zeros(self._count, dtype=bool)
        if self._try is not None:
            after = self._try.after(self._qpos[:, self._q], self._qvel[:, self._dof])
            if after is not None:
                changed = (after.yields != self._try.yields) | (after.shift != self._try.shift)
                worlds = changed.any(axis=1)
                self._try = after
        return worlds

    def step_again(self, worlds: np.ndarray) -> None:
        """Springs for doing the step again in some worlds (a mask), joints yielding that exceeded
        their limit.
        """
        self._set_limited(np.flatnonzero(worlds))

    def keep(self, worlds: np.ndarray | None = None) -> None:
        """No Command this step: the last one stays, but the forearms come to rest where they were
        wanted last; in all worlds, or in those numbered (n,).
        """
        if self._drives.runs_ahead or self._drives.turning.any():
            if worlds is None:
                self._drives = self._drives._replace(runs_ahead=False)
            self._last = None
            self._set_targets(self._drives.poses[_all_or(worlds)], worlds)
        self._start_limited(worlds)

    def begin(self, worlds: np.ndarray, forearms: np.ndarray | None = None) -> None:
        """Limp again, as at the start, in some worlds (a mask); forearms that are not fixed are
        wanted at (count, 7).
        """
        rows, now = np.flatnonzero(worlds), self._drives
        self._set_springs(self._one.limp, rows)
        self._drives = now._replace(limited=_mixed(None, now.limited, worlds))
        self._last = None
        if forearms is not None:
            poses = _with_rows(now.poses, forearms[rows], rows)
            self._drives = self._drives._replace(poses=poses)
            self._set_targets(poses[rows], rows)

    def save(self) -> Drives:
        """What `restore` needs; its arrays are never written into."""
        return self._drives

    def restore(self, drives: Drives, worlds: np.ndarray) -> None:
        """Go on from a restored state in some worlds (a mask); Commands are written in full."""
        now = self._drives
        limited = _mixed(drives.limited, now.limited, worlds)
        self._drives = Drives(
            np.where(worlds[:, None], drives.poses, now.poses),
            bool(drives.runs_ahead or (now.runs_ahead and not worlds.all())),
            np.where(worlds, drives.turning, now.turning),
            limited,
        )
        self._last = None

    def spread(self, drive: Drive) -> Drives:
        """The drive of one world, in all."""
        poses = np.tile(drive.pose, (self._count, 1))
        limited = None if drive.limited is None else drive.limited.spread(self._count)
        return Drives(poses, drive.runs_ahead, np.full(self._count, drive.turning), limited)

    def drive(self, world: int) -> Drive:
        """The drive of one world."""
        poses, runs_ahead, turning, limited = self._drives
        limited = None if limited is None else limited.row(world)
        return Drive(poses[world].copy(), runs_ahead, bool(turning[world]), limited)

    def read_q(self, qpos: np.ndarray) -> np.ndarray:
        """(n, dof) [rad] in the order of the hand's joint names, copied from (n, nq)."""
        return qpos[:, self._q].copy()

    def read_qd(self, qvel: np.ndarray) -> np.ndarray:
        """(n, dof) [rad/s] joint velocities, copied from (n, nv)."""
        return qvel[:, self._dof].copy()

    def read_forearm(self, worlds: np.ndarray | None = None) -> np.ndarray:
        """(count, 7) xyz + wxyz, copied; of all worlds, or of those numbered (n,). A fixed one is
        where it always was.
        """
        address, rows = self._one.forearm_address, _all_or(worlds)
        if address is None:
            return self._drives.poses[rows].copy()
        return self._qpos[rows, address : address + 7].copy()

    def _aim(self, command: Command, worlds: np.ndarray | None) -> None:
        """``command`` is for the worlds numbered (n,), or for all."""
        poses, twist = self._drives.poses[_all_or(worlds)], command.forearm_twist
        if twist is not None:
            poses = _ahead(poses, np.broadcast_to(twist, (len(poses), 6)))
        self._set_targets(poses, worlds)

    def _set_targets(self, poses: np.ndarray, worlds: np.ndarray | None) -> None:
        """``poses`` (n, 7) of the worlds numbered (n,), or of all."""
        if self._mocap is None:
            return
        rows = _all_or(worlds)
        pos, quat, now = self._mocap
        standing, wanted = now[rows], poses[:, 3:].copy()
        cosine = np.abs(np.einsum("ij,ij->i", standing, wanted))
        turning = np.zeros(len(poses), dtype=bool)
        for i in np.flatnonzero(cosine < COSINE_WITHIN_REACH + NEARLY):
            wanted[i], turning[i] = within_reach(standing[i], poses[i, 3:])
        pos[rows] = poses[:, :3]
        quat[rows] = wanted
        if worlds is not None:
            turning = _with_rows(self._drives.turning, turning, worlds)
        self._drives = self._drives._replace(turning=turning)


def _all_or(worlds: np.ndarray | None) -> np.ndarray | slice:
    return slice(None) if worlds is None else worlds


def _with_rows(array: np.ndarray, rows: np.ndarray, worlds: np.ndarray) -> np.ndarray:
    """A copy of ``array`` (count, ...) with ``rows`` (n, ...) in the worlds numbered (n,)."""
    changed = array.copy()
    changed[worlds] = rows
    return changed


def _mixed(
    new: LimitedTorque | None, old: LimitedTorque | None, worlds: np.ndarray
) -> LimitedTorque | None:
    """The new limited torques in the worlds of a mask (count,), the old ones elsewhere."""
    if new is not None:
        return new.mixed(old, worlds)
    if old is not None:
        return None if worlds.all() else old.mixed(None, ~worlds)
    return None


def _ahead(poses: np.ndarray, twists: np.ndarray) -> np.ndarray:
    """Where bodies at ``poses`` (n, 7) with ``twists`` (n, 6) are after FEED_FORWARD."""
    step = FEED_FORWARD * twists
    ahead = poses.copy()
    ahead[:, :3] += step[:, :3]
    a, b, c = step[:, 3:].T
    angle = np.sqrt(a * a + b * b + c * c)
    turns = np.flatnonzero(angle > 0)
    if turns.size:
        angle, a, b, c = angle[turns], a[turns], b[turns], c[turns]
        # NumPy's own sine and cosine of arrays may differ from those of numbers in the last bit.
        half = (angle / 2).tolist()
        co = np.array([math.cos(x) for x in half])
        si = np.array([math.sin(x) for x in half]) / angle
        turned = so3.quat_product((co, si * a, si * b, si * c), poses[turns, 3:].T)
        ahead[turns, 3:] = np.stack(turned, axis=-1)
    return ahead


def _as_slice(index: np.ndarray) -> slice | np.ndarray:
    """The same columns as a slice where they follow one another: much faster to write to."""
    if index.size and (np.diff(index) == 1).all():
        return slice(int(index[0]), int(index[-1]) + 1)
    return index
