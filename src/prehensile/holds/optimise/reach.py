"""Reaching for a hold: from the start past a waypoint to the grasp, then the fingers close.

All arrays may have leading axes, one row a world.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from prehensile.holds.optimise.grip import Grip
from prehensile.lie import so3
from prehensile.world.command import Command

TRAVEL, PLANT, CLOSE, SETTLE = 0.45, 0.25, 0.25, 0.20
"""[s] to the waypoint, from there to the grasp, for the fingers, and at rest"""


@dataclass(frozen=True, eq=False)
class HoldGrasp:
    """What a hand does to take a hold."""

    forearm: np.ndarray
    """(..., 7) where the forearm is in the end, world"""
    q: np.ndarray
    """(..., dof) [rad] setpoints of the closed hand"""
    via: np.ndarray
    """(..., 7) where it passes, fingers open"""
    q_open: np.ndarray
    """(..., dof) [rad] until then"""

    def row(self, index: int) -> "HoldGrasp":
        """One of many."""
        return HoldGrasp(*(getattr(self, f)[index] for f in _FIELDS))

    @classmethod
    def stacked(cls, grasps: "list[HoldGrasp]") -> "HoldGrasp":
        """Many as one, (n, ...) each."""
        return cls(*(np.stack([getattr(g, f) for g in grasps]) for f in _FIELDS))


_FIELDS = ("forearm", "q", "via", "q_open")


def reach_steps(timestep: float) -> int:
    """Steps that `reach_commands` takes."""
    return round((TRAVEL + PLANT + CLOSE + SETTLE) / timestep)


def reach_commands(
    grasp: HoldGrasp, start: np.ndarray, grip: Grip, timestep: float
) -> Iterator[Command]:
    """A Command for every step of taking a hold.

    Args:
        grasp: of one world or of many.
        start: (7,) where the forearm is now.
        grip: gains.
        timestep: [s]
    """
    joints = grasp.q.shape
    stiffness, damping = (np.broadcast_to(a, joints) for a in grip[:2])
    limit = None if grip.limit is None else np.broadcast_to(grip.limit, joints)
    begin = np.broadcast_to(start, grasp.forearm.shape)
    for step in range(1, reach_steps(timestep) + 1):
        t = step * timestep
        if t <= TRAVEL:
            forearm = between(begin, grasp.via, smooth(t / TRAVEL))
        else:
            forearm = between(grasp.via, grasp.forearm, smooth((t - TRAVEL) / PLANT))
        closed = smooth((t - TRAVEL - PLANT) / CLOSE)
        q = grasp.q_open + closed * (grasp.q - grasp.q_open)
        yield Command(q, stiffness, damping, forearm=forearm, limit=limit)


def smooth(share: float) -> float:
    """Minimum jerk from 0 to 1, constant outside."""
    u = min(max(share, 0.0), 1.0)
    return u**3 * (10 - 15 * u + 6 * u * u)


def between(one: np.ndarray, other: np.ndarray, share: float) -> np.ndarray:
    """(..., 7) a pose on the way."""
    position = one[..., :3] + share * (other[..., :3] - one[..., :3])
    quat = so3.slerp(one[..., 3:], other[..., 3:], share)
    return np.concatenate([position, quat], axis=-1)
