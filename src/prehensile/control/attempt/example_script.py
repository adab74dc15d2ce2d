"""A grasp like an example's by timetable: come, close, squeeze, carry, hold, put down, let go."""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Arc, Bring, Carry, travel_seconds
from prehensile.control.arm.path import CarriedArm
from prehensile.control.attempt.play import Script
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.law.squeeze import UNLOADING, ForceSqueeze
from prehensile.control.live.example import (
    OPENING,
    SQUEEZE_SECONDS,
    ExampleGrasp,
    ExampleSettings,
)
from prehensile.control.live.stand import Stand
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import STAND_HEIGHT
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.lie import se3, so3
from prehensile.world.command import Command
from prehensile.world.observation import Observation

PAUSE = 0.1
"""[s] between one motion of the arm and the next"""
LOST = 0.1
"""[m] between hand and object: it was dropped"""
PUT_SECONDS = 1.2
"""[s] in which it is put down, at least"""
ABOVE_TABLE = 0.001
"""[m] that a hand stays above the table when it puts something down, and"""
LEVELLED = (1.0, 0.5, 0.0)
"""Shares of what tilted in the hand that are tilted back, the most that the table allows"""
MOST_RAISED = 0.006
"""[m] that what has moved in the hand may be let fall for it"""
MOST_EASED = 0.02
"""[m] that an opening hand moves to where what it held lies in it as when it came"""
SWEPT = 6
"""Poses that are looked at between gripping and open: fingertips reach lowest on the way"""
RELAX = 1.0
"""[s] after the arm has drawn back"""


class Span(NamedTuple):
    """One row of the timetable."""

    name: str
    begin: float
    """[s] on the world's clock"""
    end: float
    """[s] on the world's clock"""


class Timetable:
    """When the arm comes, the hand closes, and the arm carries.

    Args:
        come: how the arm comes to the object; None if it is there.
        closing: [s] that the hand takes to close.
        carries: what it does with the object, one after the other.
        hold: [s] at the end.
    """

    def __init__(self, come: Carry | None, closing: float, carries: tuple[Carry, ...], hold: float):
        self.spans: list[Span] = []
        self.legs: list[tuple[float, Carry]] = []
        """(begin [s], what the arm does)"""
        self._time = 0.0
        if come is not None:
            self._carry(come)
        self._add("close", closing)
        self.closed_at = self._time + SQUEEZE_SECONDS
        """[s] when the hand has closed and its springs have come to rest"""
        self._add("squeeze", SQUEEZE_SECONDS + PAUSE)
        self.lifts_at = self._time
        """[s] when the first carry begins"""
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
    """An `ExampleGrasp` whose arm is told everything beforehand, up to where it puts the object.

    Args:
        stand: of object and hand.
        start: (7,) of the forearm where the timetable begins, world.
        style: whose grasp is followed, fitted to this hand.
        candidate: where the hand is laid against the object, from `style_candidates`.
        timetable: when it sets out, lifts and lets go.
        settings: the animator's numbers.
        put: (3,) [m] from where the object stood to where it is put down; None: it stays up.
        leave: how the arm draws back from what it has put down.
    """

    def __init__(
        self,
        stand: Stand,
        start: np.ndarray,
        style: GraspStyle,
        candidate: Candidate,
        timetable: Timetable,
        settings: ExampleSettings,
        put: np.ndarray | None = None,
        leave: Arc | None = None,
    ):
        self._stand, self._candidate = stand, candidate
        self._world, self._timetable = stand.world, timetable
        self._object = stand.object.name
        self._leave = leave
        if put is not None:
            stood = stand.world.object_pose(stand.object.name)
            self.put = [*(stood[:3] + put).tolist(), *stood[3:].tolist()]
        self._now = 0.0
        self._arm = CarriedArm(start, *timetable.legs)
        self._brought_at: float | None = None
        self._left = False
        """whether the arm was told to draw back"""
        self._grasped = start
        """(7,) of the forearm before the lift, world"""
        self.let_go_at: float | None = None
        self._grasp = ExampleGrasp(
            stand.world,
            stand.object.name,
            stand.hand,
            style,
            candidate,
            self._arm,
            settings,
        )
        self._spans = list(timetable.spans)

    @property
    def squeeze(self) -> ForceSqueeze | None:
        """The grip in newtons; None for a grip by setpoints."""
        return self._grasp.squeeze

    @property
    def closed_at(self) -> float:
        """[s] when the hand has closed and its springs have come to rest."""
        return self._timetable.closed_at

    @property
    def lifts_at(self) -> float:
        """[s] when the first carry begins."""
        return self._timetable.lifts_at

    @property
    def finished(self) -> bool:
        """Whether the timetable is over, or the object was dropped."""
        if self.let_go_at is None and self._lost():
            return True
        if self.put is None:
            return self._world.time >= self._timetable.end
        return self._left and self._world.time >= self._arm.busy_until + RELAX

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase."""
        return [list(span) for span in self._spans]

    def reset(self, obs: Observation) -> None:
        """Begin in NEUTRAL."""
        self._grasp.reset(obs)

    def act(self, obs: Observation) -> Command:
        """One step, and the orders that are due."""
        self._now = float(obs.time)
        if self.put is not None:
            if self._now < self._timetable.lifts_at:
                self._grasped = obs.forearm
            elif self._now >= self._timetable.end:
                self._put_down(obs)
        return self._grasp.act(obs)

    def _lost(self) -> bool:
        closed = self._now >= self._timetable.closed_at
        return closed and self._grasp.states.distance > LOST

    def _put_down(self, obs: Observation) -> None:
        """Bring the object to where it shall stand, let go of it, and draw back.

        What closing fingers turned on the table is turned back; the hand leaves as it came.
        """
        if self._brought_at is None:
            goal = self._put_pose(obs)
            if self._leave is not None:
                turn = so3.from_quat(goal[3:]) @ so3.from_quat(self._grasped[3:]).T
                self._leave = self._leave.turned(turn)
            seconds = max(travel_seconds(obs.forearm, goal), PUT_SECONDS)
            self._brought_at = self._now + seconds + PAUSE
            self._go(Bring(goal, seconds, "put"), self._now)
        elif self.let_go_at is None:
            if self._now >= self._brought_at:
                self.let_go_at = self._now
                self._grasp.release()
                self._spans.append(Span("release", self._now, self._now + OPENING))
        elif not self._left and self._now >= self.let_go_at + UNLOADING:
            self._left = True
            if self._leave is not None:
                opened = self.let_go_at + OPENING
                self._arm.go(self._now, Bring(self._eased(obs), opened - self._now, "release"))
                self._go(self._leave, opened)
            self._spans.append(Span("relax", self._arm.busy_until, self._arm.busy_until + RELAX))

    def _eased(self, obs: Observation) -> np.ndarray:
        """(7,) of the forearm with the object in the same place of the hand as when it came, open:
        there it is clear of it. Closing fingers have drawn it towards palm or thumb, and these
        would push it when they leave.
        """
        com = self._stand.object.com
        T = se3.from_pose7(obs.forearm)
        planned = se3.apply(se3.inverse(self._candidate.T_object_forearm), com)
        off = se3.apply(se3.from_pose7(obs.objects[self._object]), com) - se3.apply(T, planned)
        goal = obs.forearm.copy()
        goal[:3] += off * min(1.0, MOST_EASED / max(float(np.linalg.norm(off)), 1e-9))
        opening = np.linspace(obs.q, self._candidate.q_shaped, SWEPT)
        goal[2] += self._too_low(goal, opening)
        return goal

    def _put_pose(self, obs: Observation) -> np.ndarray:
        """(7,) of the forearm where the object stands as it shall; where that would bring hand or
        forearm into the table, the object comes down less level, or from a little higher.
        """
        T_forearm = se3.from_pose7(obs.forearm)
        T_object_forearm = se3.inverse(se3.from_pose7(obs.objects[self._object])) @ T_forearm
        ends = np.stack([obs.q, self._candidate.q_shaped])
        goal = self._levelled(T_object_forearm, LEVELLED[0])
        for share in LEVELLED[1:]:
            if self._too_low(goal, ends) < MOST_RAISED:
                break
            goal = self._levelled(T_object_forearm, share)
        goal[2] += min(self._too_low(goal, ends), MOST_RAISED)
        return goal

    def _levelled(self, T_object_forearm: np.ndarray, share: float) -> np.ndarray:
        """(7,) of the forearm with the object in its place, after a share of what tilted in the
        hand since it was taken has been tilted back.
        """
        where = se3.from_pose7(np.array(self.put))
        forearm = (where @ T_object_forearm)[:3, :3]
        off = so3.log(forearm @ so3.from_quat(self._grasped[3:]).T)
        laid = where.copy()
        laid[:3, :3] = so3.exp((share - 1) * off * [1.0, 1.0, 0.0]) @ where[:3, :3]
        laid[2, 3] += self._lowest(where) - self._lowest(laid)
        return se3.to_pose7(laid @ T_object_forearm)

    def _lowest(self, T: np.ndarray) -> float:
        """[m] of the object's lowest point, for its pose (4, 4)."""
        return float(se3.apply(T, self._stand.object.vertices)[:, 2].min())

    def _too_low(self, forearm: np.ndarray, poses: np.ndarray) -> float:
        """[m] by which a hand would be in the table in any of its poses (P, dof) [rad]."""
        if self._stand.on != "table":
            return 0.0
        T = se3.from_pose7(forearm)
        whole = hand_capsules(self._stand.hand, poses, GROUPS, edges=True).moved(T)
        lowest = float(whole.heights(np.array([0.0, 0.0, 1.0])).min()) - STAND_HEIGHT
        return max(ABOVE_TABLE - lowest, 0.0)

    def _go(self, carry: Carry, begin: float) -> None:
        self._arm.go(begin, carry)
        self._spans.append(Span(carry.name, begin, self._arm.busy_until))
