"""An example's grasp whose numbers change while it goes on: α, newtons, distances, gains, terms."""

import math
from dataclasses import dataclass, replace

import numpy as np

from prehensile.control.arm.told import ToldArm
from prehensile.control.attempt.by_example import (
    ARRIVED,
    CLOSING_SECONDS,
    GENTLY,
    SETTLED,
    SQUEEZE_SECONDS,
    sized_setpoints,
)
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.states import GRASPS, GraspStates, State
from prehensile.control.example.style import GraspStyle
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import EVERYDAY, Gains
from prehensile.control.law.law import ALL_TERMS, ControlLaw, Terms
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.squeeze import LEAST_SPRING, SETTLE, ForceSqueeze
from prehensile.control.place.candidates import Candidate
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.world import Observation, World

WORDS = {
    State.NEUTRAL: "neutral",
    State.OPENING_I: "opening",
    State.CLOSING: "closing",
    State.GRIPPING: "gripping",
    State.RELEASING: "releasing",
    State.OPENING_II: "opening",
    State.RELAXING: "relaxing",
    State.NEUTRAL_II: "neutral",
}
"""The states of Figure 3 for people."""


@dataclass(frozen=True)
class ExampleSettings:
    """What an animator may change at any time."""

    alpha: float = 0.0
    """α of (15) and (16)"""
    grip: float | None = None
    """[N] the force mode, in place of the grip setpoint and α"""
    close: float = GRASPS.close
    """D1 [m]"""
    open: float = GRASPS.open
    """D2 [m]"""
    gains: Gains = EVERYDAY
    terms: Terms = ALL_TERMS
    setpoint: str | None = None
    """one of `setpoints.NAMES`, whatever the distance (Figure 7); None: by distance"""

    @property
    def strong_enough(self) -> bool:
        """Whether the springs can give the grip that is asked."""
        return self.grip is None or self.gains.spring >= LEAST_SPRING * self.grip


class LiveSqueeze(ForceSqueeze):
    """A grip in newtons that can begin, and change, while the hand holds something."""

    def __init__(self, hand: Hand, grip: float):
        super().__init__(hand, grip, "palm", CLOSING_SECONDS + SETTLED)

    def regrip(self, newtons: float, obs: Observation) -> None:
        """Press this hard from now on, and trim the sum to what is measured."""
        self.grip = newtons
        if self._hold is not None:
            self._touched = float(obs.time) - SETTLE

    def take_over(self, obs: Observation) -> None:
        """The hand has closed already: press from its present pose, at once in full."""
        self._hold = obs.q.copy()
        self._began = self._touched = float(obs.time) - SETTLE


class LiveExample(ExampleController):
    """`ExampleController` for one object, with settings that act at once.

    Args:
        world: in which both are.
        obj: name of the object.
        hand: that grasps.
        style: how; of this hand.
        candidate: where, from `style_candidates`.
        arm: that goes on when it is told.
        settings: at the beginning.
    """

    def __init__(
        self,
        world: World,
        obj: str,
        hand: Hand,
        style: GraspStyle,
        candidate: Candidate,
        arm: ToldArm,
        settings: ExampleSettings,
    ):
        self._hand, self._touch = hand, candidate.gap + ARRIVED
        self._by_alpha = ActiveTerm(sized_setpoints(style, hand, candidate))
        self._by_newtons = ActiveTerm(sized_setpoints(style, hand, candidate, GENTLY))
        super().__init__(
            ControlLaw(hand, PassiveTerm(style.neutral, hand.lower, hand.upper)),
            SurfaceDistance(world, obj, enough=candidate.gap),
            arm,
            GraspStates(held_open=True),
            wrist=np.zeros(hand.dof),
            closing=CLOSING_SECONDS,
        )
        self._world = world
        self.reset(world.observe())
        self.tune(settings)

    @property
    def settled(self) -> bool:
        """Whether the hand has closed, and its springs have come to rest."""
        return self._world.time - self._closed_at >= CLOSING_SECONDS + SQUEEZE_SECONDS

    @property
    def doing(self) -> str:
        """The setpoint that was chosen, or the state, in a word."""
        return self._settings.setpoint or WORDS[self.state]

    def reset(self, obs: Observation) -> None:
        """Begin in NEUTRAL."""
        super().reset(obs)
        self._closed_at = math.inf

    def tune(self, settings: ExampleSettings) -> None:
        """Other numbers, from now on.

        Raises:
            InputError: they contradict each other; the old ones stay.
        """
        distances = replace(
            self.states.distances, close=settings.close, open=settings.open, touch=self._touch
        )
        if settings.grip is not None:
            LiveSqueeze(self._hand, settings.grip).check(settings.gains)
        self.choose(settings.setpoint)
        self.states.distances = distances
        self.alpha = settings.alpha
        self.law.gains, self.law.terms = settings.gains, settings.terms
        self._press_with(settings.grip)
        self._settings = settings

    def act(self, obs: Observation) -> Command:
        """One step."""
        command = super().act(obs)
        gripping = self.state == State.GRIPPING
        self._closed_at = min(self._closed_at, float(obs.time)) if gripping else math.inf
        return command

    def _press_with(self, newtons: float | None) -> None:
        squeeze = self._squeeze
        self.law.active = self._by_alpha if newtons is None else self._by_newtons
        if newtons is None:
            self._squeeze = None
        elif not isinstance(squeeze, LiveSqueeze):
            self._squeeze = LiveSqueeze(self._hand, newtons)
            if self.settled:
                self._squeeze.take_over(self._world.observe())
        elif squeeze.grip != newtons:
            squeeze.regrip(newtons, self._world.observe())
