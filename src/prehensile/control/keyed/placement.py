"""A style's hand laid against an object where a path has the palm: the object comes to the hand."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.place.approach import Wrist
from prehensile.control.place.graspable import TURNS, Section
from prehensile.control.place.style_candidates import StylePlacement
from prehensile.kinematics.capsules import Capsules
from prehensile.kinematics.cloud import Cloud
from prehensile.lie import so3

LEANS = np.cos(np.radians(35))
"""Cosine of the angle that an object's axis may lie off the one a hand is made for."""
LEVEL = 0.3
"""Length of an axis' level part, from which it says how the object is turned about the vertical"""
CLEAR = 0.001
"""[m] that the open hand keeps from the object on the way in and out"""
THINNED = 3
"""Of so many points one is asked whether the hand runs into it."""
OVER_TABLE = 0.3
"""[m] from where it grasps, within which the hand is over the table"""


class GivenPalm(NamedTuple):
    """Where a path has the palm, and the way by which it comes and goes."""

    R_world_palm: np.ndarray
    """(3, 3) where it grasps"""
    R_world_object: np.ndarray
    """(3, 3) how the object rests, before it is turned about the vertical"""
    wrist: Wrist
    """as the path bends it there"""
    way: np.ndarray
    """(W, 4, 4) palms on the way in, and on the way out of what was put down, in the frame of the
    palm that grasps"""
    T_object_palm: np.ndarray | None = None
    """(4, 4) if it is known where the object stands"""


class PathPlacement(StylePlacement):
    """Palms that are turned as the path has them; the object stands where that puts it, at any yaw.

    Args:
        given: where the palm is.
        args: as a `Placement` takes them.
        kwargs: as a `Placement` takes them.
    """

    closed_per_pose = 3
    looked_at_per_pose = 10

    def __init__(self, given: GivenPalm, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.given = given
        both = zip(self.opened, given.wrist.forearm, strict=True)
        self.opened = Capsules(*map(np.concatenate, both))

    @cached_property
    def _thinned(self) -> Cloud:
        """Points of object and stand, thinned."""
        return Cloud(np.concatenate([self.scene.points, self.scene.stand])[::THINNED])

    def placements(self, slices: list[Section]) -> Iterator[tuple[float, np.ndarray]]:
        """Every section of the object in the hand, at every yaw at which their axes agree."""
        centre, axis = self.virtual_object()
        line = self.opposing(axis)
        for s in slices:
            fit = abs(np.log(max(s.radius, 0.003) / self.thing.size[0]))
            if fit > self.worst_fit:
                continue
            score = -1.5 * fit - self.misshape(s) + (0.4 if self.entry.kind == "power" else 0.0)
            for yaw in self._yaws(s, axis, line):
                R = (so3.exp(np.array([0.0, 0.0, yaw])) @ self.given.R_world_object).T
                T = np.eye(4)
                T[:3, :3] = R @ self.given.R_world_palm
                lean = self._lean(s, T[:3, :3] @ axis, T[:3, :3] @ line)
                if lean is not None:
                    T[:3, 3] = s.centre - T[:3, :3] @ centre
                    yield score - lean + float(self.posture(T)), T

    def _yaws(self, s: Section, axis: np.ndarray, line: np.ndarray) -> np.ndarray:
        """[rad] by which the object is turned about the vertical."""
        pairs = [] if s.across is None else [(line, s.across)]
        if self.thing.shape != "sphere":
            pairs = [(axis, s.axis), *pairs]
        for mine, its in pairs:
            wanted, has = self.given.R_world_palm @ mine, self.given.R_world_object @ its
            if min(np.hypot(*wanted[:2]), np.hypot(*has[:2])) > LEVEL:
                turn = np.arctan2(wanted[1], wanted[0]) - np.arctan2(has[1], has[0])
                return turn + np.array([0.0, np.pi])
        return np.arange(TURNS) * 2 * np.pi / TURNS

    def _lean(self, s: Section, axis: np.ndarray, line: np.ndarray) -> float | None:
        """What it costs that axes do not agree; None if they do not agree at all."""
        along = [] if self.thing.shape == "sphere" else [abs(float(axis @ s.axis))]
        if s.across is not None:
            along.append(abs(float(line @ s.across)) / float(np.linalg.norm(line)))
        return None if min(along, default=1.0) < LEANS else sum(2 * (1 - c) for c in along)

    def wrist(self, T: np.ndarray) -> Wrist | None:
        """As the path has it: its forearm is part of the open hand, which is clear already."""
        return self.given.wrist

    def way_in(self, T: np.ndarray, whole: Capsules, wrist: Wrist) -> np.ndarray | None:
        """The path's own, in and out, if the open hand touches nothing there. (3,) [m], palm frame

        Args:
            T: (4, 4) of the palm, object frame
            whole: hand and forearm, palm frame
            wrist: which the forearm belongs to
        """
        for M in self.given.way:
            over = np.linalg.norm(M[:3, 3]) < OVER_TABLE
            if over and self.scene.room(self.opened, T @ M) < CLEAR:
                return None
        if self._thinned.reached(self.opened, T @ self.given.way, CLEAR):
            return None
        return self.given.way[0][:3, 3] if len(self.given.way) else np.zeros(3)


class PlacementAsIs(PathPlacement):
    """One palm, taken as it is, whatever it touches on the way."""

    def placements(self, slices: list[Section]) -> Iterator[tuple[float, np.ndarray]]:
        """The palm of the path alone, without a score."""
        assert self.given.T_object_palm is not None
        yield 0.0, self.given.T_object_palm

    def seat(self, T: np.ndarray) -> np.ndarray | None:
        """The palm where the path has it: nothing is moved."""
        return T

    def raised(self, T: np.ndarray) -> np.ndarray | None:
        """None: a given palm is not raised over the table."""
        return None

    def enough(self, touching: np.ndarray) -> bool:
        """One digit will do, for a try."""
        return bool(touching.any())

    def way_in(self, T: np.ndarray, whole: Capsules, wrist: Wrist) -> np.ndarray | None:
        """(3,) [m], palm frame: where the path comes from, whatever lies there."""
        return self.given.way[0][:3, 3] if len(self.given.way) else np.zeros(3)
