"""Digits that close round an object: what touches stops, the joints beyond it close on."""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.surroundings import Surroundings
from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.capsules import Capsules, segment_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

STEPS = 16
"""Closing is sampled this finely to find where each segment touches."""
TOUCHING = 0.0005
"""[m] at which a closing segment counts as touching"""
TABLE_TOUCH = 0.0005
"""[m] by which a closing digit may seem to enter the table: fingertips may touch it"""


class Wrapped(NamedTuple):
    """How one digit closed."""

    shares: np.ndarray
    """(S,) share of the way at which the joints of each segment stopped; 1: at its end"""
    touched: list[tuple[int, int]]
    """(segment of the digit, which of the points) where it touches"""
    blocked: bool
    """whether something else than the object stopped it"""
    lowest: float
    """[m] above the table, of any of its segments on the way"""


class DigitWrap:
    """One digit's way from open to closed.

    Args:
        hand: to which it belongs.
        digit: name of its group.
        poses: (STEPS, 4, 4) of every segment on the way, palm frame.
    """

    def __init__(self, hand: Hand, digit: str, poses: dict[str, np.ndarray]):
        self.segments = [s for s in hand.segments.values() if s.group == digit]
        self.joints = [
            [hand.joint_names.index(j.name) for j in s.joints if j.name in hand.joint_names]
            for s in self.segments
        ]
        """for every segment, which of the hand's joints move it"""
        steps: list[np.ndarray] = []
        before: np.ndarray | None = None
        for s in self.segments:
            T = poses[s.name]
            steps.append(T if before is None else se3.inverse(before) @ T)
            before = T
        self._steps = np.array(steps).reshape(-1, STEPS, 4, 4)
        """(S, STEPS, 4, 4) of every segment in the one before it, the first in the palm"""
        each = [segment_capsules(s) for s in self.segments]
        self._first = np.cumsum([0, *(len(c.radius) for c in each)])
        """(S + 1,) which capsule is a segment's first"""
        nothing = Capsules(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))
        self._capsules = Capsules(*map(np.concatenate, zip(nothing, *each, strict=True)))
        """of every segment, in its frame"""
        self._root = self._steps[0, 0, :3, 3] if self.segments else np.zeros(3)
        offsets = np.linalg.norm(self._steps[1:, 0, :3, 3], axis=1)
        start, end, radius = self._capsules
        sizes = [np.linalg.norm(ends, axis=1) + radius for ends in (start, end)]
        self._reach = float(offsets.sum() + np.max(sizes, initial=0.0)) + TOUCHING
        """[m] from the root, beyond which the digit never comes"""

    def close(
        self,
        points: np.ndarray,
        obstacles: np.ndarray,
        up: np.ndarray,
        level: float,
        table: bool = True,
    ) -> Wrapped:
        """Close round points (N, 3) [m] of an object, palm frame.

        Args:
            points: of the object; the work is less where neighbours follow each other.
            obstacles: (M, 3) [m] of what else stops it.
            up: (3,) unit.
            level: [m] of the palm's origin above the table; infinite without one.
            table: whether the table stops it.
        """
        away = points - self._root
        within = np.flatnonzero(np.einsum("ij,ij->i", away, away) < self._reach**2)
        floor = -TABLE_TOUCH if table else -np.inf
        shares, point, blocked, lowest = kernels("kinematics").closed(
            self._steps,
            self._first,
            *self._capsules,
            points[within],
            obstacles,
            up,
            level,
            TOUCHING,
            floor,
        )
        touched = [(k, int(within[n])) for k, n in enumerate(point.tolist()) if n >= 0]
        return Wrapped(shares, touched, bool(blocked), float(lowest))


class Shut(NamedTuple):
    """How a hand closes on an object, before physics has tried it."""

    at: np.ndarray
    """see `Candidate.shut`"""
    presses: np.ndarray
    """see `Candidate.presses`"""
    meets: np.ndarray
    """(5,) bool: digits that press on the object"""
    where: np.ndarray
    """(C,) which of the surface's points are touched"""
    blocked: int
    """how many digits something else stops"""


class HandWrap:
    """The way of every digit from open to closed.

    Args:
        hand: that closes.
        q_open: (dof,) [rad] where it begins.
        travel: (dof,) [rad] from there to where it ends, at most.
    """

    def __init__(self, hand: Hand, q_open: np.ndarray, travel: np.ndarray):
        path = q_open + np.linspace(0, 1, STEPS)[:, None] * travel
        poses = segment_transforms(hand, path)
        self._dof = hand.dof
        self._digits = [DigitWrap(hand, digit, poses) for digit in DIGITS]

    def wrapped(self, scene: Surroundings, T: np.ndarray, table: bool = True) -> list[Wrapped]:
        """How every digit closes on some of the points, `Surroundings.some`.

        Args:
            scene: what is there.
            T: (4, 4) of the palm, object frame
            table: whether the table stops them.
        """
        T_palm = se3.inverse(T)
        points, stand = se3.apply(T_palm, scene.points[scene.some]), se3.apply(T_palm, scene.stand)
        up, level = scene.up @ T[:3, :3], float(scene.up @ T[:3, 3]) - scene.table
        return [digit.close(points, stand, up, level, table) for digit in self._digits]

    def shut(self, scene: Surroundings, T: np.ndarray) -> Shut:
        """How they close on the object together, from a palm (4, 4) in its frame."""
        at, presses = np.ones(self._dof), np.zeros(self._dof, dtype=bool)
        meets, where, blocked = np.zeros(len(DIGITS), dtype=bool), [], 0
        wrapped = self.wrapped(scene, T)
        for d, (digit, one) in enumerate(zip(self._digits, wrapped, strict=True)):
            last = max((k for k, _ in one.touched), default=-1)
            for k, joints in enumerate(digit.joints):
                at[joints], presses[joints] = one.shares[k], k <= last
            # A thumb whose root alone touches opposes nothing.
            meets[d] = last > (0 if d == 0 and len(digit.segments) > 1 else -1)
            where += [scene.some[point] for _, point in one.touched]
            blocked += one.blocked
        return Shut(at, presses, meets, np.array(where, dtype=int), blocked)
