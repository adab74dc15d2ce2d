"""A hand that grasps as one example showed when it is told: it reaches, waits, holds, lets go."""

from prehensile.control.arm.carry import Carry, travel_seconds
from prehensile.control.arm.path import CarriedArm
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.live.example import OPENING, ExampleGrasp, ExampleSettings
from prehensile.control.live.reach import Reach
from prehensile.control.live.told import ToldHand
from prehensile.control.live.way_in import WayIn
from prehensile.control.place.candidate import Candidate
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.objects.object import Object
from prehensile.world.observation import Observation
from prehensile.world.world import World


class ToldExample(ToldHand):
    """An `ExampleGrasp` whose arm reaches to where the approach begins and waits there.

    Args:
        world: in which both are.
        obj: what stands there.
        hand: that grasps.
        style: whose grasp is followed, fitted to this hand.
        candidate: where the hand is laid against the object, from `style_candidates`.
        settings: at the beginning.
    """

    def __init__(
        self,
        world: World,
        obj: Object,
        hand: Hand,
        style: GraspStyle,
        candidate: Candidate,
        settings: ExampleSettings,
    ):
        self._world = world
        self._way = WayIn(obj, candidate, hand.side)
        here = world.observe().forearm
        self._arm = CarriedArm(here)
        self._arm.go(world.time, Reach(self._way.outside, travel_seconds(here, self._way.outside)))
        self._grasp = ExampleGrasp(world, obj.name, hand, style, candidate, self._arm, settings)
        self._told = self._released = False
        self._carry = ""

    @property
    def doing(self) -> str:
        """The setpoint that was chosen by hand; else what it was told, or the state."""
        grasp = self._grasp
        if not self._told and grasp.chosen is None:
            return "ready"
        if not self.holding or grasp.chosen is not None:
            return grasp.doing
        return self._carry if self._world.time < self._arm.busy_until else "hold"

    @property
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""
        return self._grasp.settled and not self._released

    @property
    def ready(self) -> bool:
        """Whether it can approach."""
        return not self._told

    @property
    def distance(self) -> float:
        """[m] from hand to object, surface to surface."""
        return self._grasp.states.distance

    def tune(self, settings: ExampleSettings) -> None:
        """Other numbers, from now on.

        Raises:
            InputError: they contradict each other; the old ones stay.
        """
        self._grasp.tune(settings)

    def approach(self, time: float) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins."""
        if not self._told:
            self._arm.go(time, self._way.come)
            self._told = True

    def move(self, carry: Carry, time: float) -> None:
        """Move the arm with what is held, from ``time`` [s] on."""
        self._arm.go(time, carry)
        self._carry = carry.name

    def let_go(self, time: float) -> None:
        """The event that begins RELEASING; when the hand has opened, it goes back."""
        if self._released or not self._told:
            return
        self._released = True
        self._grasp.release()
        self._arm.go(time + OPENING, self._way.go_back)

    def reset(self, obs: Observation) -> None:
        """The grasp begins in NEUTRAL."""
        self._grasp.reset(obs)

    def act(self, obs: Observation) -> Command:
        """The command of one step, towards what it was told."""
        return self._grasp.act(obs)
