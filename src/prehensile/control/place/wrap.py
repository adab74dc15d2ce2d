"""Digits that close round an object: what touches stops, the joints beyond it close on."""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.surroundings import Surroundings
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.capsules import Capsules, segment_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

THINNED = 2
"""Of so many points of the surface one serves to close on: that costs most."""
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
        self._steps: list[np.ndarray] = []
        """for every segment its pose (STEPS, 4, 4) in the one before it, the first in the palm"""
        before: np.ndarray | None = None
        for s in self.segments:
            T = poses[s.name]
            self._steps.append(T if before is None else se3.inverse(before) @ T)
            before = T
        self._capsules = [segment_capsules(s) for s in self.segments]
        """of every segment, in its frame"""
        self._radii = [np.tile(c.radius, STEPS) for c in self._capsules]
        """(STEPS · C,) [m] of every segment, step by step"""
        self._root = self._steps[0][0, :3, 3] if self.segments else np.zeros(3)
        offsets = [float(np.linalg.norm(T[0, :3, 3])) for T in self._steps[1:]]
        sizes = [
            float((np.linalg.norm(ends, axis=1) + c.radius).max(initial=0.0))
            for c in self._capsules
            for ends in (c.start, c.end)
        ]
        self._reach = sum(offsets) + max(sizes, default=0.0) + TOUCHING
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
            points: of the object.
            obstacles: (M, 3) [m] of what else stops it.
            up: (3,) unit.
            level: [m] of the palm's origin above the table; infinite without one.
            table: whether the table stops it.
        """
        n = len(self.segments)
        within = np.flatnonzero(((points - self._root) ** 2).sum(axis=1) < self._reach**2)
        points = points[within]
        shares, touched, lowest = np.ones(n), [], np.inf
        start, first, fixed = 0, 0, np.eye(4)
        while first < n:
            poses, T = [], fixed
            for steps in self._steps[first:]:
                T = T @ steps[start:]
                poses.append(T)
            placed = [self._placed(k, T) for k, T in enumerate(poses, first)]
            count = STEPS - start
            met = [_crossing(_nearest(c, points, count), TOUCHING) for c in placed]
            k = met.index(min(met))
            height = np.min([_lowest(c, up, level, count) for c in placed], axis=0)
            stop = _crossing(height, -TABLE_TOUCH) if table else np.inf
            if len(obstacles):
                beside = (_nearest(c, obstacles, count) for c in placed)
                stop = min(stop, *(_crossing(distance, TOUCHING) for distance in beside))
            end = min(met[k], stop)
            lowest = min(lowest, float(height[: int(min(end, len(height) - 1)) + 1].min()))
            if end == np.inf:
                break
            shares[first:] = (start + end) / (STEPS - 1)
            if stop < met[k]:
                return Wrapped(shares, touched, True, lowest)
            there = _at_pose(placed[k], int(np.ceil(end)), count)
            touched.append((first + k, int(within[there.nearest_point(points)])))
            fixed = poses[k][int(end)]
            start, first = start + int(end), first + k + 1
            shares[first:] = 1.0
        return Wrapped(shares, touched, False, lowest)

    def _placed(self, k: int, T: np.ndarray) -> Capsules:
        """The capsules of a segment at poses (P, 4, 4), pose by pose."""
        start, end, radius = self._capsules[k]
        R, p = T[:, None, :3, :3], T[:, None, :3, 3]
        return Capsules(
            ((R @ start[..., None])[..., 0] + p).reshape(-1, 3),
            ((R @ end[..., None])[..., 0] + p).reshape(-1, 3),
            self._radii[k][: len(T) * len(radius)],
        )


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
        """How every digit closes.

        Args:
            scene: what is there.
            T: (4, 4) of the palm, object frame
            table: whether the table stops them.
        """
        T_palm = se3.inverse(T)
        points, stand = se3.apply(T_palm, scene.points[::THINNED]), se3.apply(T_palm, scene.stand)
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
            where += [THINNED * point for _, point in one.touched]
            blocked += one.blocked
        return Shut(at, presses, meets, np.array(where, dtype=int), blocked)


def _nearest(capsules: Capsules, points: np.ndarray, poses: int) -> np.ndarray:
    """(P,) [m] from the nearest point to each pose."""
    if not len(points) or not len(capsules.radius):
        return np.full(poses, np.inf)
    return capsules.nearest_by_pose(points, poses)


def _at_pose(capsules: Capsules, pose: int, poses: int) -> Capsules:
    """Those of one pose, of capsules that follow each other pose by pose."""
    each = len(capsules.radius) // poses
    some = slice(pose * each, (pose + 1) * each)
    return Capsules(capsules.start[some], capsules.end[some], capsules.radius[some])


def _lowest(capsules: Capsules, up: np.ndarray, level: float, poses: int) -> np.ndarray:
    """(P,) [m] of each pose above the table."""
    if not len(capsules.radius):
        return np.full(poses, np.inf)
    return capsules.heights(up).reshape(poses, -1).min(axis=1) + level


def _crossing(distance: np.ndarray, limit: float) -> float:
    """At which step, between samples, a distance (P,) first falls below a limit; infinite if it
    never does.
    """
    below = distance < limit
    k = int(below.argmax())
    if not below[k]:
        return np.inf
    if k == 0:
        return 0.0
    before, after = distance[k - 1], distance[k]
    return float(k - 1 + (before - limit) / (before - after))
