"""Where the forearm goes: pose, twist and acceleration over time."""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Carry

STEP = 1e-3
"""[s] over which a twist is differenced"""


class ArmMotion(NamedTuple):
    """How the forearm moves at one time; world axes, at the wrist centre."""

    pose: np.ndarray
    """(7,) xyz + wxyz"""
    twist: np.ndarray
    """(6,) (v, ω) [m/s, rad/s]"""
    acceleration: np.ndarray
    """(6,) time derivative of the twist"""


class ArmPath(ABC):
    """A motion of the forearm that is known beforehand."""

    @abstractmethod
    def at(self, time: float) -> ArmMotion:
        """The motion at ``time`` [s]; before it begins and after it ends the arm rests."""


class StillArm(ArmPath):
    """An arm that stays where it is."""

    def __init__(self, pose: np.ndarray):
        self._motion = ArmMotion(np.array(pose, dtype=float), np.zeros(6), np.zeros(6))

    def at(self, time: float) -> ArmMotion:
        """The one pose, without motion."""
        return self._motion


class CarriedArm(ArmPath):
    """An arm that makes one `Carry` after another, all told at once or one by one.

    Args:
        start: (7,) pose before the first
        carries: (begin [s], what to do), in order of time, none beginning before the last is over
    """

    busy_until = 0.0
    """[s] when it has done all that it was told"""

    def __init__(self, start: np.ndarray, *carries: tuple[float, Carry]):
        self._start = np.array(start, dtype=float)
        self._legs: list[tuple[float, Carry, np.ndarray]] = []
        self._last: tuple[float, ArmMotion] | None = None
        self._rest: ArmMotion | None = None
        """after all that it was told, once that was asked for"""
        for begin, carry in carries:
            self.go(begin, carry)

    def go(self, begin: float, carry: Carry) -> None:
        """Do this next, from ``begin`` [s] on or when what was told before is over."""
        begin = max(begin, self.busy_until)
        self._legs.append((begin, carry, self._moved(begin)[0]))
        self._last = self._rest = None  # what was known of the time to come is so no more
        self.busy_until = begin + carry.seconds

    def wait(self, seconds: float) -> None:
        """Rest for this long [s] after all that it was told."""
        self.busy_until += seconds

    def at(self, time: float) -> ArmMotion:
        """On the carry that is under way, or resting between two."""
        # What is asked for the end of one step is asked again at the beginning of the next.
        if self._last is None or self._last[0] != time:
            self._last = time, self._motion(time)
        return self._last[1]

    def _motion(self, time: float) -> ArmMotion:
        if self._done(time):
            if self._rest is None:
                self._rest = _read_only(*self._moved(time), np.zeros(6))
            return self._rest
        pose, twist = self._moved(time)
        if not any(begin - STEP < time < begin + c.seconds + STEP for begin, c, _ in self._legs):
            return _read_only(pose, twist, np.zeros(6))
        before, after = self._twist(time - STEP), self._twist(time + STEP)
        return _read_only(pose, twist, (after - before) / (2 * STEP))

    def _done(self, time: float) -> bool:
        """Whether the last leg is over."""
        if not self._legs:
            return True
        begin, carry, _ = self._legs[-1]
        return time >= begin + carry.seconds + STEP

    def _moved(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        leg = self._leg(time)
        if leg is None:
            return self._start, np.zeros(6)
        begin, carry, start = leg
        return carry.forearm(start, time - begin)

    def _twist(self, time: float) -> np.ndarray:
        leg = self._leg(time)
        if leg is None:
            return np.zeros(6)
        begin, carry, start = leg
        return carry.twist(start, time - begin)

    def _leg(self, time: float) -> tuple[float, Carry, np.ndarray] | None:
        """The one under way, or the last that was."""
        return next((leg for leg in reversed(self._legs) if time >= leg[0]), None)


def _read_only(pose: np.ndarray, twist: np.ndarray, acceleration: np.ndarray) -> ArmMotion:
    """Arrays that a Command need not copy, and nobody can change in what is kept here."""
    for array in (pose, twist, acceleration):
        array.flags.writeable = False
    return ArmMotion(pose, twist, acceleration)
