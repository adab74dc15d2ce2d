"""How a forearm is carried about: smooth shifts, and turns about upright axes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.lie import so3
from prehensile.motion.minimum_jerk import minimum_jerk

UP = np.array([0.0, 0.0, 1.0])


class Carry(NamedTuple):
    """One smooth motion of a forearm; those of one play do not overlap."""

    start: float
    """[s]"""
    seconds: float
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """[m] world"""
    turn: float = 0.0
    """[rad] about the upright axis through `pivot`"""
    pivot: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """[m] world"""


def carried(
    pose: np.ndarray, carries: Sequence[Carry], time: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Poses (T, 7) and twists (T, 6) (v, ω) of a forearm that starts at ``pose`` (7,).

    Args:
        pose: xyz + wxyz.
        carries: one after another.
        time: (T,) [s]
    """
    poses = np.tile(np.asarray(pose, float), (len(time), 1))
    twists = np.zeros((len(time), 6))
    for carry in carries:
        here = poses[-1] if not len(time) else _before(poses, time, carry.start)
        share, rate = minimum_jerk((time - carry.start) / carry.seconds)
        later = time >= carry.start
        for k in np.flatnonzero(later):
            poses[k], twists[k] = _moved(here, carry, float(share[k]), float(rate[k]))
    return poses, twists


def carried_end(pose: np.ndarray, carries: Sequence[Carry]) -> np.ndarray:
    """(7,) where the carries leave the forearm."""
    for carry in carries:
        pose, _ = _moved(pose, carry, 1.0, 0.0)
    return pose


def _before(poses: np.ndarray, time: np.ndarray, start: float) -> np.ndarray:
    return poses[min(int(np.searchsorted(time, start)), len(time) - 1)].copy()


def _moved(
    pose: np.ndarray, carry: Carry, share: float, rate: float
) -> tuple[np.ndarray, np.ndarray]:
    pivot, shift = np.array(carry.pivot), np.array(carry.shift)
    R = so3.exp(share * carry.turn * UP)
    arm = R @ (pose[:3] - pivot)
    omega = rate / carry.seconds * carry.turn * UP
    velocity = rate / carry.seconds * shift + np.cross(omega, arm)
    quat = so3.quat_product(tuple(so3.to_quat(R).tolist()), tuple(pose[3:].tolist()))
    place = pivot + arm + share * shift
    return np.concatenate([place, quat]), np.concatenate([velocity, omega])
