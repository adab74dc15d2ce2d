"""Where things are and how they move, checked and turned into numbers of MuJoCo's state.

For one world, whose arrays have no leading axis, and for many, whose arrays have one.
"""

import math
from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.world.scene import HandInScene, ObjectInScene, checked_pose

BEYOND_LIMITS = math.radians(2)
"""[rad] Joint stops yield a little, so a pose taken from a simulation may lie past them."""


class Placed(NamedTuple):
    """Numbers of a state, and where they go."""

    q_index: np.ndarray
    """(n,) in qpos"""
    q: np.ndarray
    """(..., n)"""
    v_index: np.ndarray
    """(m,) in qvel"""
    v: np.ndarray
    """(..., m)"""

    def write(self, qpos: np.ndarray, qvel: np.ndarray) -> None:
        """Into the state of one world, (nq,) and (nv,)."""
        qpos[self.q_index] = self.q
        qvel[self.v_index] = self.v

    def write_rows(self, qpos: np.ndarray, qvel: np.ndarray, worlds: np.ndarray) -> None:
        """Into the states of some worlds (a mask), (count, nq) and (count, nv)."""
        rows = np.flatnonzero(worlds)[:, None]
        qpos[rows, self.q_index] = self.q[worlds]
        qvel[rows, self.v_index] = self.v[worlds]


def placed_hinge(
    model: mujoco.MjModel,
    placed: ObjectInScene,
    angle: ArrayLike,
    rate: ArrayLike = 0.0,
    worlds: tuple[int, ...] = (),
) -> Placed:
    """What turns on a hinge at ``angle`` [rad], turning at ``rate`` [rad/s]: one number, or one for
    each world.

    Raises:
        InputError: it has no hinge, numbers of the wrong shape, or an angle past its stops.
    """
    if placed.moves != "hinge":
        raise InputError(f"object {placed.name!r} does not turn on a hinge.")
    angles = _numbers(angle, (), worlds, f"angle of {placed.name!r}")
    rates = _numbers(rate, (), worlds, f"rate of {placed.name!r}")
    mount = placed.object.mount
    if mount is not None and mount.limits is not None:
        low, high = mount.limits
        outside = np.maximum(low - angles, angles - high)
        if outside.max() > BEYOND_LIMITS:
            worst = math.degrees(angles.flat[int(outside.argmax())])
            raise InputError(
                f"angle of {placed.name!r} is {worst:.1f}°, outside its limits "
                f"{math.degrees(low):.0f}° to {math.degrees(high):.0f}°."
            )
    joint = model.joint(f"{placed.name}/hinge")
    return Placed(joint.qposadr, angles[..., None], joint.dofadr, rates[..., None])


def placed_body(
    model: mujoco.MjModel,
    placed: ObjectInScene,
    pose: ArrayLike,
    twist: ArrayLike | None = None,
    worlds: tuple[int, ...] = (),
) -> Placed:
    """A free object at ``pose`` (..., 7) xyz + wxyz with ``twist`` (..., 6) (v, ω) of its origin in
    world axes; at rest if left out.

    Raises:
        InputError: it is fixed or mounted, or numbers that are not a pose or a twist.
    """
    if placed.moves != "freely":
        raise InputError(f"object {placed.name!r} is fixed or mounted, so it cannot be placed.")
    joint = model.joint(f"{placed.name}/free")
    return _free_body(joint.qposadr[0], joint.dofadr[0], f"object {placed.name!r}",
                      pose, twist, worlds)  # fmt: skip


def placed_hand(
    model: mujoco.MjModel,
    placed: HandInScene,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    worlds: tuple[int, ...] = (),
) -> Placed:
    """Joint angles (..., dof) [rad] and velocities (..., dof) [rad/s], zero if left out; joints
    that follow others included.

    Raises:
        InputError: numbers of the wrong shape, or angles outside the limits.
    """
    hand, name = placed.hand, placed.name
    angles = start_angles(hand, name, _numbers(q, (hand.dof,), worlds, f"q of {name!r}"))
    still = np.zeros(hand.dof) if qd is None else qd
    rates = _numbers(still, (hand.dof,), worlds, f"qd of {name!r}")
    joints = [model.joint(f"{name}/{j}") for j in hand.joint_names]
    joints += [model.joint(f"{name}/{f.name}") for f in hand.followers]
    at, speed = [angles], [rates]
    for follower in hand.followers:
        at.append(hand.joint_angle(angles, follower.name)[..., None])
        speed.append(follower.ratio * rates[..., hand.joint_index(follower.leader), None])
    return Placed(
        np.array([j.qposadr[0] for j in joints]),
        np.concatenate(at, axis=-1),
        np.array([j.dofadr[0] for j in joints]),
        np.concatenate(speed, axis=-1),
    )


def placed_forearm(
    model: mujoco.MjModel,
    placed: HandInScene,
    pose: ArrayLike | None = None,
    worlds: tuple[int, ...] = (),
) -> Placed | None:
    """A forearm at rest at ``pose`` (..., 7) xyz + wxyz, or where the scene has it; None of a fixed
    one.

    Raises:
        InputError: a fixed forearm is to be elsewhere, or numbers that are not a pose.
    """
    if placed.wrist == "fixed":
        if pose is not None:
            raise InputError(f"the wrist of {placed.name!r} is fixed: its forearm cannot be set.")
        return None
    what = f"forearm of {placed.name!r}"
    start = checked_pose(placed.forearm, what) if pose is None else pose
    joint = model.joint(f"{placed.name}/forearm")
    return _free_body(joint.qposadr[0], joint.dofadr[0], what, start, None, worlds)


def start_angles(hand: Hand, name: str, q: np.ndarray) -> np.ndarray:
    """``q`` (..., dof) [rad] as the pose to begin with of the hand ``name``.

    Raises:
        InputError: numbers that are not joint angles of the hand, or outside its limits.
    """
    q = hand.check_angles(q)
    outside = np.maximum(hand.lower - q, q - hand.upper).reshape(-1, hand.dof)
    if outside.max() > BEYOND_LIMITS:
        row, k = np.unravel_index(outside.argmax(), outside.shape)
        at, low, high = np.degrees([q.reshape(-1, hand.dof)[row, k], hand.lower[k], hand.upper[k]])
        raise InputError(
            f"{hand.joint_names[k]} of {name!r} starts at {at:.1f}°, outside its limits "
            f"{low:.0f}° to {high:.0f}°."
        )
    return q


def _free_body(
    q_first: int,
    v_first: int,
    what: str,
    pose: ArrayLike,
    twist: ArrayLike | None,
    worlds: tuple[int, ...],
) -> Placed:
    poses = _numbers(pose, (7,), worlds, f"pose of {what}").copy()
    length = np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    if length.min() < 1e-6:
        raise InputError(f"pose of {what} has a zero quaternion.")
    poses[..., 3:] /= length
    moving = np.zeros((*worlds, 6))
    if twist is not None:
        moving = _numbers(twist, (6,), worlds, f"twist of {what}").copy()
        # MuJoCo turns free bodies about their own axes.
        R = so3.from_quat(poses[..., 3:])
        moving[..., 3:] = (np.swapaxes(R, -1, -2) @ moving[..., 3:, None])[..., 0]
    return Placed(q_first + np.arange(7), poses, v_first + np.arange(6), moving)


def _numbers(
    value: ArrayLike, last: tuple[int, ...], worlds: tuple[int, ...], what: str
) -> np.ndarray:
    """``value`` as (*worlds, *last) finite numbers, the same in every world if it has no axis for
    them.
    """
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} holds something else than numbers.") from None
    if numbers.shape not in (last, (*worlds, *last)):
        one = last or "one number"
        wanted = f"{(*worlds, *last)} or {one}" if worlds else one
        raise InputError(f"{what} has shape {numbers.shape}; expected {wanted}.")
    if not np.isfinite(numbers).all():
        raise InputError(f"{what} holds a value that is not finite.")
    return np.broadcast_to(numbers, (*worlds, *last))
