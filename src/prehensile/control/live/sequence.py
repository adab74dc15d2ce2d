"""A hand that closes in sequence when it is told: it travels, waits, approaches, holds, lets go."""

from prehensile.control.arm.carry import Carry
from prehensile.control.live.grasp_motion import GraspMotion
from prehensile.control.live.sequencer import SQUEEZE, GraspSequencer
from prehensile.control.live.told import ToldHand
from prehensile.control.live.travel import Travel
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.observation import Observation


class ToldSequence(ToldHand):
    """A `Travel` to where the approach begins, then a `GraspSequencer`."""

    def __init__(self, hand: Hand, motion: GraspMotion):
        self._travel = Travel(hand, motion.start, motion.q_open)
        self._grasp = GraspSequencer(hand, motion)

    @property
    def doing(self) -> str:
        """``ready`` on the way to where the approach begins, and there; then the grasp's phase."""
        if self._travelling:
            return "ready"
        if self._grasp.opening.any():
            return "let go"
        return "hold" if self._grasp.stage == SQUEEZE else str(self._grasp.phase)

    @property
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""
        return not self._travelling and bool(self._grasp.holding)

    @property
    def ready(self) -> bool:
        """Whether it can approach."""
        return self._travelling and not self._told

    def set_grip(self, newtons: float) -> None:
        """Grip harder or softer from now on."""
        self._grasp.set_grip(newtons)

    def approach(self, time: float) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins."""
        self._told = True

    def move(self, carry: Carry, time: float) -> None:
        """Move the arm with what is held, from ``time`` [s] on."""
        self._grasp.move(carry, time)

    def let_go(self, time: float) -> None:
        """Open the hand."""
        self._grasp.let_go()

    def reset(self, obs: Observation) -> None:
        """Set out to where the approach begins."""
        self._travel.reset(obs)
        self._grasp.reset(obs)
        self._travelling, self._told = True, False

    def act(self, obs: Observation) -> Command:
        """The command of one step, towards what it was told."""
        if self._travelling and self._told and self._travel.arrived(float(obs.time)):
            self._travelling = False
            self._grasp.reset(obs)
        return self._travel.act(obs) if self._travelling else self._grasp.act(obs)
