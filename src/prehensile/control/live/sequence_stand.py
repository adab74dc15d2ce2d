"""A hand that closes in sequence on an object on its stand, when it is told."""

from pathlib import Path

from prehensile.control.arm.carry import Carry
from prehensile.control.attempt.by_sequence import grasp_motion
from prehensile.control.attempt.sequencer import start_pose
from prehensile.control.live.sequence import LiveGrasp
from prehensile.control.live.stand import LiveStand
from prehensile.control.live.travel import Travel
from prehensile.control.place.candidates import Candidate
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame


class LiveGraspScene(LiveStand):
    """One object and one hand with a `LiveGrasp`.

    Args:
        obj: what stands there.
        hand: what grasps it.
        grip: [N] sum of normal forces, until `set_grip`.
        guard_folder: as `World` takes it.
    """

    def __init__(self, obj: Object, hand: Hand, grip: float, guard_folder: Path | None = None):
        super().__init__(obj, hand, guard_folder)
        self._grip = grip
        self._motion = None
        self._begin_waiting()

    @property
    def planned(self) -> bool:
        """Whether it is known how to grasp."""
        return self._motion is not None

    @property
    def doing(self) -> str:
        """What the hand does now, in a word or two."""
        if self._grasp is not None:
            return self._grasp.doing
        return "wait" if self._travel is None else "ready"

    @property
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""
        return self._grasp is not None and self._grasp.holding

    @property
    def ready(self) -> bool:
        """Whether it can approach."""
        return self._motion is not None and self._grasp is None and not self._approach_wanted

    def plan(self, candidate: Candidate) -> None:
        """Grasp like this; the hand goes to where the approach begins."""
        self._motion = grasp_motion(self._object, candidate, self._grip)
        self._begin_travel()

    def approach(self) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins."""
        if self._motion is None:
            raise InputError("the grasp is still being planned.")
        self._approach_wanted = True

    def set_grip(self, newtons: float) -> None:
        """Grip harder or softer from now on."""
        self._grip = newtons
        if self._grasp is not None:
            self._grasp.set_grip(newtons)

    def move(self, carry: Carry) -> None:
        """Move the arm with what it holds."""
        if self._grasp is None:
            raise InputError(f"the hand cannot {carry.name} yet: it has not closed.")
        self._grasp.move(carry, self.world.time)

    def let_go(self) -> None:
        """Open the hand."""
        if self._grasp is not None:
            self._grasp.open()

    def again(self) -> None:
        """Everything back to the start; the plan stays."""
        super().again()
        self._begin_waiting()
        if self._motion is not None:
            self._begin_travel()

    def step(self) -> Frame:
        """One step; the stand lets go of the object when every finger has closed on it."""
        obs = self.world.observe()
        if (
            self._travel is not None
            and self._approach_wanted
            and self._travel.arrived(self.world.time)
        ):
            assert self._motion is not None
            self._grasp = LiveGrasp(self._hand, self._motion)
            self._grasp.reset(obs)
            self._grasp.set_grip(self._grip)
            self._travel = None
        if self._grasp is not None:
            command = self._grasp.act(obs)
            if self._grasp.holding:
                self.take_off_stand()
            return self.world.step(command)
        return self.world.step(None if self._travel is None else self._travel.act(obs))

    def _begin_waiting(self) -> None:
        self._approach_wanted = False
        self._travel: Travel | None = None
        self._grasp: LiveGrasp | None = None

    def _begin_travel(self) -> None:
        assert self._motion is not None
        self._travel = Travel(self._hand, start_pose(self._motion), self._motion.q_open)
        self._travel.reset(self.world.observe())
