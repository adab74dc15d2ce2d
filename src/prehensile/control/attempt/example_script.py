"""A grasp like an example's by timetable: come, close, squeeze, one carry after the other, hold."""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.arm.path import CarriedArm
from prehensile.control.attempt.play import Script
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.live.example import (
    CLOSING_SECONDS,
    SQUEEZE_SECONDS,
    ExampleGrasp,
    ExampleSettings,
)
from prehensile.control.live.stand import Stand
from prehensile.control.place.candidate import Candidate
from prehensile.world.command import Command
from prehensile.world.world import Observation

PAUSE = 0.1
"""[s] between one motion of the arm and the next"""
LOST = 0.1
"""[m] between hand and object: it was dropped"""


class Span(NamedTuple):
    """One row of the timetable."""

    name: str
    begin: float
    """[s] on the world's clock"""
    end: float
    """[s] on the world's clock"""


class Timetable:
    """When the arm comes, the hand closes, the stand lets go, and the arm carries.

    Args:
        come: how the arm comes to the object; None if it is there.
        carries: what it does with the object, one after the other.
        hold: [s] at the end.
    """

    def __init__(self, come: Carry | None, carries: tuple[Carry, ...], hold: float):
        self.spans: list[Span] = []
        self.legs: list[tuple[float, Carry]] = []
        """(begin [s], what the arm does)"""
        self._time = 0.0
        if come is not None:
            self._carry(come)
        self._add("close", CLOSING_SECONDS)
        self.release_at = self._time + SQUEEZE_SECONDS
        """[s] the stand lets go of the object"""
        self._add("squeeze", SQUEEZE_SECONDS + PAUSE)
        for carry in carries:
            self._carry(carry)
        self._add("hold", hold)

    @property
    def end(self) -> float:
        """[s] when the hold is over."""
        return self._time

    def _carry(self, carry: Carry) -> None:
        self.legs.append((self._time, carry))
        self._add(carry.name, carry.seconds)

    def _add(self, name: str, seconds: float) -> None:
        begin, self._time = self._time, self._time + seconds
        self.spans.append(Span(name, begin, self._time))


class ExampleScript(Script):
    """An `ExampleGrasp` whose arm is told everything beforehand.

    Args:
        stand: of object and hand.
        start: (7,) of the forearm where the timetable begins, world.
        style: how; of this hand.
        candidate: where, from `style_candidates`.
        timetable: when.
        grip: [N]; None: the scaled grip setpoint.
    """

    def __init__(
        self,
        stand: Stand,
        start: np.ndarray,
        style: GraspStyle,
        candidate: Candidate,
        timetable: Timetable,
        grip: float | None,
    ):
        self._world, self._timetable = stand.world, timetable
        self._now = 0.0
        arm = CarriedArm(start, *timetable.legs)
        self._grasp = ExampleGrasp(
            stand.world,
            stand.object.name,
            stand.hand,
            style,
            candidate,
            arm,
            ExampleSettings(grip=grip),
        )

    @property
    def holding(self) -> bool:
        """Whether the hand has had the time to close."""
        return self._world.time >= self._timetable.release_at

    @property
    def finished(self) -> bool:
        """Whether the hold is over, or the object was dropped."""
        lost = self._now >= self._timetable.release_at and self._grasp.states.distance > LOST
        return lost or self._world.time >= self._timetable.end

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase."""
        return [list(span) for span in self._timetable.spans]

    def reset(self, obs: Observation) -> None:
        """Begin in NEUTRAL."""
        self._grasp.reset(obs)

    def act(self, obs: Observation) -> Command:
        """One step."""
        self._now = float(obs.time)
        return self._grasp.act(obs)
