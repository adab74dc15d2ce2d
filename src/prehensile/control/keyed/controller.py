"""The example's hand on an arm that is keyed: it opens on the way, grips, carries, lets go."""

from dataclasses import replace

import numpy as np

from prehensile.control.arm.keyed import KeyedArm, RunUp
from prehensile.control.example.states import State
from prehensile.control.keyed.plan import ArmPlan, wrist_at
from prehensile.control.law.squeeze import SETTLE
from prehensile.control.live.example import (
    ARRIVED,
    OPENING,
    SETTLED,
    ExampleGrasp,
    ExampleSettings,
)
from prehensile.control.live.sized_setpoints import PACE, closing_seconds, sized_setpoints
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.observation import Observation
from prehensile.world.world import World

FASTEST = 4.0
"""[rad/s] at which a hand that has little time closes"""
EARLY = 0.35
"""[s] before it arrives, at most, that a hand with little time begins to close"""
NEAR = 0.03
"""[m] from the object, nearer than which a hand that has begun to grip goes on"""
PHASES = ("approach", "close", "squeeze", "carry", "release", "retreat")
"""What it does, in order."""


class PathGrasp(ExampleGrasp):
    """`ExampleGrasp` with a forearm that stays on its path whatever happens.

    The states are entered by distance, but none before its time: the hand grips when it has come as
    near as planned, or has stopped; and it lets go when the path says so.

    Args:
        world: in which hand and object are; its clock begins a run-up before the first key.
        obj: name of the object.
        hand: whose fingers are filled in.
        arm: the path.
        plan: where the hand takes the object, and when it closes and opens.
        settings: the animator's numbers, the grip among them.
    """

    def __init__(
        self,
        world: World,
        obj: str,
        hand: Hand,
        arm: KeyedArm,
        plan: ArmPlan,
        settings: ExampleSettings,
    ):
        self._keyed, self._times, self._clock = arm, plan.times, RunUp(arm)
        setpoints = sized_setpoints(
            plan.style, hand, plan.candidate, in_newtons=settings.grip is not None
        )
        pace, self._close_at = _pacing(plan, closing_seconds(setpoints))
        self._phase = PHASES[0]
        self._now = self._clock.path_time(world.time)
        self._began: list[tuple[str, float]] = [(self._phase, self._now)]
        super().__init__(world, obj, hand, plan.style, plan.candidate, self._clock, settings, pace)
        self._touch(0.0)

    @property
    def phase(self) -> str:
        """What the hand does now, one of `PHASES`."""
        return self._phase

    def path_time(self, world_time: float) -> float:
        """[s] on the path's clock."""
        return self._clock.path_time(world_time)

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase so far, on the path's clock."""
        ends = [*self._began[1:], ("", self._now)]
        return [[n, b, e] for (n, b), (_, e) in zip(self._began, ends, strict=True)]

    def act(self, obs: Observation) -> Command:
        """One step, and the orders that are due."""
        self._now = self._clock.path_time(float(obs.time))
        release = self._times.release
        if release is not None and self._now >= release:
            self._touch(self.candidate.gap + ARRIVED)
            self.release()
        elif self._now >= self._close_at and self._there():
            self._touch(NEAR)
        command = super().act(obs)
        self._enter(self._phase_now())
        return command

    def _there(self) -> bool:
        """Whether it has come as near as planned, or comes no nearer, or has no time to wait."""
        planned = self.states.distance <= self.candidate.gap + ARRIVED
        return planned or self._now >= self._times.arrive or self._close_at < self._times.arrive

    def _touch(self, distance: float) -> None:
        """The hand grips nearer than this [m]."""
        self.states.distances = replace(self.states.distances, touch=distance)

    def _phase_now(self) -> str:
        if self.state >= State.RELEASING:
            release = self._times.release
            opened = release is not None and self._now >= release + OPENING
            return "retreat" if opened else "release"
        if self.state != State.GRIPPING:
            return self._phase
        if self._now >= self._times.depart:
            return "carry"
        closed = self.world.time - self.gripping_since >= self.closing
        return "squeeze" if closed else "close"

    def _enter(self, phase: str) -> None:
        if phase != self._phase:
            self._phase = phase
            self._began.append((phase, self._now))

    def wrist_pose(self) -> np.ndarray:
        """(dof,) [rad] of which the wrist's joints are as the path has them."""
        return wrist_at(self.hand, self._keyed, self._now + self.world.timestep)


def _pacing(plan: ArmPlan, closing: float) -> tuple[float, float]:
    """[rad/s] and [s] on the path's clock: how fast the hand closes, and from when on.

    Args:
        plan: with the times.
        closing: [s] that it takes at `PACE`.
    """
    stop, pressing = plan.times.depart - plan.times.arrive, SETTLED + SETTLE
    pace = float(np.clip(PACE * closing / max(stop - pressing, 1e-6), PACE, FASTEST))
    early = float(np.clip(closing * PACE / pace + pressing - stop, 0.0, EARLY))
    return pace, plan.times.arrive - early
