"""A hand that grasps an object on its stand as one example showed, when it is told."""

from pathlib import Path

import numpy as np

from prehensile.control.arm.carry import Carry, Straight
from prehensile.control.arm.told import ToldArm
from prehensile.control.attempt.by_example import APPROACH_SECONDS
from prehensile.control.example.style import GraspStyle
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.control.live.example import ExampleSettings, LiveExample
from prehensile.control.live.handshake import OPENING
from prehensile.control.live.reach import Reach
from prehensile.control.live.stand import LiveStand
from prehensile.control.live.travel import travel_seconds
from prehensile.control.place.candidates import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame


class LiveExampleScene(LiveStand):
    """One object and one hand with a `LiveExample`.

    Args:
        obj: what stands there; free to be lifted.
        hand: what grasps it.
        style: how; of this hand.
        settings: until `tune`.
        guard_folder: as `World` takes it.
    """

    def __init__(
        self,
        obj: Object,
        hand: Hand,
        style: GraspStyle,
        settings: ExampleSettings,
        guard_folder: Path | None = None,
    ):
        super().__init__(obj, hand, guard_folder)
        self._style, self._settings = style, settings
        self._candidate: Candidate | None = None
        self._grasp: LiveExample | None = None
        self._told = self._released = False

    @property
    def planned(self) -> bool:
        """Whether it is known how to grasp."""
        return self._candidate is not None

    @property
    def doing(self) -> str:
        """What the hand does now, in a word or two."""
        if self._grasp is None:
            return "wait"
        if not self._told and self._settings.setpoint is None:
            return "ready"
        if not self.holding or self._settings.setpoint is not None:
            return self._grasp.doing
        return self._carry if self.world.time < self._arm.busy_until else "hold"

    @property
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""
        return self._grasp is not None and self._grasp.settled and not self._released

    @property
    def ready(self) -> bool:
        """Whether it can approach."""
        return self._grasp is not None and not self._told

    @property
    def distance(self) -> float:
        """[m] from hand to object, surface to surface; infinite without a plan."""
        return np.inf if self._grasp is None else self._grasp.states.distance

    def plan(self, candidate: Candidate) -> None:
        """Grasp like this; the hand goes to where the approach begins."""
        self._candidate = candidate
        self._begin(candidate)

    def tune(self, settings: ExampleSettings) -> None:
        """Other numbers, from now on.

        Raises:
            InputError: they contradict each other; the old ones stay.
        """
        if self._grasp is not None:
            self._grasp.tune(settings)
        elif settings.grip is not None:
            ForceSqueeze(self._hand, settings.grip).check(settings.gains)
        self._settings = settings

    def approach(self) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins."""
        if self._grasp is None:
            raise InputError("the grasp is still being planned.")
        if not self._told:
            self._arm.go(self.world.time, self._come)
            self._told = True

    def move(self, carry: Carry) -> None:
        """Move the arm with what it holds."""
        if not self.holding:
            raise InputError(f"the hand cannot {carry.name} yet: it has not closed.")
        self._arm.go(self.world.time, carry)
        self._carry = carry.name

    def let_go(self) -> None:
        """The event that begins RELEASING; when the hand has opened, it goes back."""
        if self._grasp is None or self._released:
            return
        self._released = True
        self._grasp.release()
        come = self._come
        back = Straight(-come.direction, come.distance, come.seconds, "go back")
        self._arm.go(self.world.time + OPENING, back)

    def again(self) -> None:
        """Everything back to the start; the plan stays."""
        super().again()
        self._told = self._released = False
        if self._candidate is not None:
            self._begin(self._candidate)

    def step(self) -> Frame:
        """One step; the stand lets go of the object when the hand has closed on it."""
        if self._grasp is None:
            return self.world.step()
        command = self._grasp.act(self.world.observe())
        if self.holding:
            self.take_off_stand()
        return self.world.step(command)

    def _begin(self, candidate: Candidate) -> None:
        T_world_palm = se3.from_pose7(stand_pose(self._object)) @ candidate.T_object_palm
        back = T_world_palm[:3, :3] @ candidate.approach
        way = float(np.linalg.norm(back))
        self._come = Straight(-back / way, way, APPROACH_SECONDS, "approach")
        outside = se3.to_pose7(T_world_palm)
        outside[:3] += back
        here = self.world.observe().forearm
        self._arm = ToldArm(here)
        self._arm.go(self.world.time, Reach(outside, travel_seconds(here, outside)))
        self._carry = ""
        self._grasp = LiveExample(
            self.world,
            self._object.name,
            self._hand,
            self._style,
            candidate,
            self._arm,
            self._settings,
        )
