"""A hand that closes in sequence on an object on its stand, when it is told."""

from pathlib import Path

from prehensile.control.law.grip_range import checked_grip
from prehensile.control.live.grasp_motion import grasp_motion
from prehensile.control.live.live_stand import LiveStand
from prehensile.control.live.sequence import ToldSequence
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object


class SequenceStand(LiveStand):
    """One object and one hand with a `ToldSequence`.

    Args:
        obj: what stands there.
        hand: what grasps it.
        grip: [N] sum of normal forces, until `set_grip`.
        guard_folder: as `World` takes it.
        on: what the object rests on.
    """

    def __init__(
        self,
        obj: Object,
        hand: Hand,
        grip: float,
        guard_folder: Path | None = None,
        on: On = "table",
    ):
        super().__init__(obj, hand, guard_folder, on)
        self._grip = checked_grip(grip)
        self._told: ToldSequence | None = None

    @property
    def told(self) -> ToldSequence | None:
        """The hand that carries the orders out."""
        return self._told

    def begin(self, candidate: Candidate) -> None:
        """Travel to where the approach begins."""
        motion = grasp_motion(self.object, candidate, self._grip)
        self._told = ToldSequence(self.hand, motion)
        self._told.reset(self.world.observe())

    def set_grip(self, newtons: float) -> None:
        """Grip harder or softer from now on.

        Raises:
            InputError: no hand can grip like that.
        """
        self._grip = checked_grip(newtons)
        if self._told is not None:
            self._told.set_grip(newtons)
