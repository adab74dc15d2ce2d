"""One digit from the forearm on: places and derivatives of its markers, for very many samples.

The same numbers as `kinematics.forward` and `kinematics.jacobian` give, without the other digits.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM
from prehensile.kinematics.forward import hinge


class Glued(NamedTuple):
    """A marker and where it sits."""

    segment: str
    point: np.ndarray
    """(3,) [m] in the segment's frame"""
    slip: float = 0.0
    """[m/rad] by which skin draws it back along the segment as the segment's own joint bends"""


class Link(NamedTuple):
    """A segment on the way, and its joints: columns among the chain's, and axes."""

    name: str
    T_parent_rest: np.ndarray
    joints: tuple[tuple[int, np.ndarray], ...]
    bends: int | None
    """column of the joint that bends it against the one before"""


class DigitChain:
    """The way from the forearm to one segment.

    Args:
        hand: whose.
        segment: the last one.
    """

    def __init__(self, hand: Hand, segment: str):
        path: list[str] = []
        name: str | None = segment
        while name is not None and hand.segments[name].parent is not None:
            path.append(name)
            name = hand.segments[name].parent
        self.joint_names: list[str] = []
        self.links: list[Link] = []
        for name in reversed(path):
            part = hand.segments[name]
            first = len(self.joint_names)
            self.joint_names += [joint.name for joint in part.joints]
            joints = tuple((first + k, joint.axis) for k, joint in enumerate(part.joints))
            bends = [first + k for k, j in enumerate(part.joints) if j.name.endswith("_flex")]
            bend = bends[-1] if bends and name != PALM else None
            self.links.append(Link(name, part.T_parent_rest, joints, bend))
        self.columns = [hand.joint_index(name) for name in self.joint_names]

    def markers(
        self, q: np.ndarray, places: Sequence[Glued], T: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Points (N, M, 3) [m] of segments, and their derivatives (N, M, 3, n).

        Args:
            q: (N, n) [rad] of `joint_names`.
            places: M markers on the way.
            T: (4, 4) of the forearm.
        """
        N = len(q)
        R = np.broadcast_to(T[:3, :3], (N, 3, 3))
        at = np.broadcast_to(T[:3, 3], (N, 3))
        axes, origins = np.empty((len(self.columns), N, 3)), np.empty((len(self.columns), N, 3))
        points = np.empty((N, len(places), 3))
        J = np.zeros((N, len(places), 3, len(self.columns)))
        for link in self.links:
            at = at + R @ link.T_parent_rest[:3, 3]
            R = R @ link.T_parent_rest[:3, :3]
            for column, axis in link.joints:
                axes[column], origins[column] = R @ axis, at
                R = R @ hinge(axis, q[:, column])[:, :3, :3]
            moved = max((column for column, _ in link.joints), default=-1) + 1
            for m, (name, point, slip) in enumerate(places):
                if name == link.name:
                    arm = R @ point
                    if slip and link.bends is not None:
                        arm = arm - slip * q[:, link.bends, None] * R[..., 0]
                        J[:, m, :, link.bends] -= slip * R[..., 0]
                    points[:, m] = at + arm
                    arms = points[:, m] - origins[:moved]
                    J[:, m, :, :moved] += np.moveaxis(np.cross(axes[:moved], arms), 0, -1)
        return points, J
