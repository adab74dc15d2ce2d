"""An example's grasp whose numbers change while it goes on: α, newtons, distances, gains, terms."""

from dataclasses import dataclass, replace

from prehensile.control.arm.path import ArmPath
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.states import GRASPS, GraspStates, State
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.curl import TendonCurl
from prehensile.control.law.gains import EVERYDAY, Gains
from prehensile.control.law.law import ALL_TERMS, ControlLaw, Terms
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.poise import Poise
from prehensile.control.law.squeeze import LEAST_SPRING, ForceSqueeze
from prehensile.control.live.sized_setpoints import closing_seconds, pace_of, sized_setpoints
from prehensile.control.place.candidate import Candidate
from prehensile.hand.hand import Hand
from prehensile.world.world import World

SQUEEZE_SECONDS = 0.9
"""[s] after the hand has closed, for the springs to come to rest; then the stand lets go"""
OPENING = 0.8
"""[s] that a hand has to stop pressing and to open before the arm draws back"""
SETTLED = 0.1
"""[s] after the closing, from which newtons are pressed with"""
ARRIVED = 0.001
"""[m] nearer than the planned gap by this, the hand is there"""
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
    """[N] the force mode (Andrews 2014, 5.4.3), in place of the grip setpoint and α"""
    close: float = GRASPS.close
    """D1 [m]"""
    open: float = GRASPS.open
    """D2 [m]"""
    gains: Gains = EVERYDAY
    terms: Terms = ALL_TERMS
    setpoint: str | None = None
    """one of `setpoints.NAMES`, whatever the distance (Figure 7); None: by distance"""
    reflex: bool = False
    """grip what slips harder, `SlipReflex`"""

    @property
    def strong_enough(self) -> bool:
        """Whether the springs can give the grip that is asked."""
        return self.grip is None or self.gains.spring >= LEAST_SPRING * self.grip


class ExampleGrasp(ExampleController):
    """`ExampleController` for one object on its stand, with settings that act at once.

    Args:
        world: in which both are.
        obj: name of the object.
        hand: that grasps.
        style: whose grasp is followed, fitted to this hand.
        candidate: where the hand is laid against the object, from `style_candidates`.
        arm: where the forearm goes.
        settings: at the beginning.
        pace: [rad/s] at which the hand closes; the style's if left out.
    """

    def __init__(
        self,
        world: World,
        obj: str,
        hand: Hand,
        style: GraspStyle,
        candidate: Candidate,
        arm: ArmPath,
        settings: ExampleSettings,
        pace: float | None = None,
    ):
        self.world, self.hand, self.candidate = world, hand, candidate
        self._object, self._style = obj, style
        super().__init__(
            ControlLaw(hand, PassiveTerm(style.neutral, hand.lower, hand.upper), tendons=True),
            SurfaceDistance(world, obj, enough=candidate.gap),
            arm,
            GraspStates(held_open=True),
            wrist=candidate.q_open,
            pace=pace_of(style) if pace is None else pace,
            curl=TendonCurl(hand, candidate.q_closed, obj),
        )
        self.reset(world.observe())
        self.closing = 0.0
        """[s] that the hand takes to close"""
        self._settings: ExampleSettings | None = None
        self.tune(settings)

    @property
    def settled(self) -> bool:
        """Whether the hand has closed, and its springs have come to rest."""
        return self.world.time - self.gripping_since >= self.closing + SQUEEZE_SECONDS

    @property
    def doing(self) -> str:
        """The setpoint that was chosen, or the state, in a word."""
        return self.chosen or WORDS[self.state]

    def tune(self, settings: ExampleSettings) -> None:
        """Other numbers, from now on.

        Raises:
            InputError: they contradict each other; the old ones stay.
        """
        distances = replace(
            self.states.distances,
            close=settings.close,
            open=settings.open,
            touch=self.candidate.gap + ARRIVED,
        )
        if settings.grip is not None:
            ForceSqueeze(self.hand, settings.grip).check(settings.gains)
        self.choose(settings.setpoint)
        self.states.distances = distances
        self.alpha = settings.alpha
        self.law.gains, self.law.terms = settings.gains, settings.terms
        self._press_with(settings.grip)
        if not settings.reflex:
            self.reflex = None
        elif self.reflex is None:
            from prehensile.control.law.slip_reflex import SlipReflex  # here: seldom needed

            after = self.closing + SQUEEZE_SECONDS
            self.reflex = SlipReflex(self.hand, self._object, 0.0 if self.settled else after)
        self._settings = settings

    def _press_with(self, newtons: float | None) -> None:
        before = self._settings
        if before is None or (before.grip is None) != (newtons is None):
            self._change_mode(newtons)
        elif self.squeeze is not None and newtons is not None and self.squeeze.grip != newtons:
            self.squeeze.regrip(newtons, self.world.observe())

    def _change_mode(self, newtons: float | None) -> None:
        """Grip by α, or by newtons: then the setpoints only bring the digits to the object."""
        setpoints = sized_setpoints(
            self._style, self.hand, self.candidate, in_newtons=newtons is not None
        )
        self.law.active, self.closing = (
            ActiveTerm(setpoints),
            closing_seconds(setpoints, self.pace),
        )
        if newtons is None:
            self.squeeze = None
            return
        held = next(o.object for o in self.world.scene.objects if o.name == self._object)
        self.squeeze = ForceSqueeze(
            self.hand,
            newtons,
            "palm",
            self.closing + SETTLED,
            target=self._object,
            poise=Poise(self._object, held.mass, held.com),
            fingers=self._style.fingers,
        )
        if self.settled:
            self.squeeze.take_over(self.world.observe())
