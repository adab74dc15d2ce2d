"""`Command`: what a controller wants of a hand during the next step."""

import math
from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import frozen

DOUBLE = np.dtype(np.float64)


@dataclass(frozen=True, eq=False)
class Command:
    """A spring and damper per joint, and where the arm should be. Arrays are read-only copies.

    The world adds to each joint τ = k (q_ref − q) + d (q̇_ref − q̇) + torque, integrated implicitly
    together with the passive tissue and the contacts: stable for any k and d. Setpoints may lie
    outside the joint limits; that is how a hand squeezes.

    All arrays (..., dof), in the order of the hand's joint names.
    """

    q_ref: np.ndarray
    """[rad]"""
    stiffness: np.ndarray
    """[Nm/rad], not negative"""
    damping: np.ndarray
    """[Nms/rad], not negative"""
    qd_ref: np.ndarray | None = None
    """[rad/s]; zero if left out"""
    torque: np.ndarray | None = None
    """[Nm] added as it is; zero if left out"""
    forearm: np.ndarray | None = None
    """(..., 7) xyz + wxyz, wanted pose of a driven forearm at the end of the step; keeps the last
    one if left out"""
    forearm_twist: np.ndarray | None = None
    """(..., 6) (v, ω) world axes at the wrist centre, its velocity there; zero if left out"""
    limit: np.ndarray | None = None
    """[Nm], not negative: spring, damper and torque together never exceed it, in either direction;
    no limit if left out. A joint that is pulled harder yields."""

    def __post_init__(self) -> None:
        joints = np.shape(self.q_ref)
        batch = joints[:-1]
        arrays = self.__dict__
        for name, last in _LAST_AXIS.items():
            value = arrays[name]
            if value is not None:
                shape = joints if last is None else (*batch, last)
                if not _is_frozen(value, shape):
                    # it is frozen for everyone else
                    arrays[name] = frozen(value, np.float64, shape, f"Command.{name}")
        if joints == ():
            raise InputError("Command.q_ref is one number; expected an angle for every joint.")
        if _is_negative(self.stiffness) or _is_negative(self.damping):
            raise InputError("Command stiffness and damping must not be negative.")
        if self.limit is not None and _is_negative(self.limit):
            raise InputError("Command.limit must not be negative.")
        if self.forearm is not None:
            object.__setattr__(self, "forearm", _with_unit_quaternion(self.forearm))

    def of_worlds(self, worlds: np.ndarray) -> "Command":
        """Of a Command for many worlds, arrays (count, ...), that for some: their numbers (n,). One
        that is the same in every world is returned itself.
        """
        if self.q_ref.ndim == 1:
            return self
        arrays = {name: self.__dict__[name] for name in _LAST_AXIS}
        given = {name: array[worlds] for name, array in arrays.items() if array is not None}
        return Command(**given)


_LAST_AXIS: dict[str, int | None] = {
    "q_ref": None,
    "stiffness": None,
    "damping": None,
    "qd_ref": None,
    "torque": None,
    "forearm": 7,
    "forearm_twist": 6,
    "limit": None,
}
"""Length of each array's last axis; None for one number a joint"""


def _is_frozen(value: object, shape: tuple[int, ...]) -> bool:
    """Whether this is what `frozen` would give, as a control law makes it in every step."""
    if type(value) is not np.ndarray or value.shape != shape or len(shape) != 1:
        return False
    flags = value.flags
    settled = not flags.writeable and flags.owndata and value.dtype is DOUBLE
    return settled and math.isfinite(value.dot(value))


def _is_negative(array: np.ndarray) -> bool:
    return array.size > 0 and np.minimum.reduce(array, None) < 0


def _with_unit_quaternion(pose: np.ndarray) -> np.ndarray:
    quat = pose[..., 3:]
    square = quat.dot(quat) if quat.ndim == 1 else (quat * quat).sum(axis=-1, keepdims=True)
    error = np.abs(square - 1).max(initial=0) if quat.ndim > 1 else abs(square - 1)
    if error < 1e-14:
        return pose
    if error > 2e-3:
        raise InputError("Command.forearm needs a quaternion wxyz of length 1 after xyz.")
    pose = np.concatenate([pose[..., :3], quat / np.sqrt(square)], axis=-1)
    pose.flags.writeable = False
    return pose
