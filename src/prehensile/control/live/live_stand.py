"""An object on its stand and a hand beside it that waits for orders."""

from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.live.stand import Stand
from prehensile.control.live.told import ToldHand
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import STAND_HEIGHT, On
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame

WAITING_DISTANCE = 0.34
"""[m] from the stand, where a hand waits that has no plan yet"""
WAITING_HEIGHT = STAND_HEIGHT + 0.06
"""[m] of its wrist above the floor"""


class LiveStand(Stand, ABC):
    """A hand that waits for orders. It can be there before anybody knows how it will grasp.

    Args:
        obj: what stands there.
        hand: what grasps it.
        guard_folder: as `World` takes it.
        on: what the object rests on.
    """

    def __init__(self, obj: Object, hand: Hand, guard_folder: Path | None = None, on: On = "table"):
        super().__init__(obj, hand, waiting_pose(hand), None, guard_folder, on=on)
        self._beginning = self.world.snapshot()
        self._candidate: Candidate | None = None

    @property
    @abstractmethod
    def told(self) -> ToldHand | None:
        """The hand that carries the orders out; None while nobody knows how to grasp."""

    @abstractmethod
    def begin(self, candidate: Candidate) -> None:
        """Put a `told` hand there that will grasp like this, from where the hand is now."""

    @property
    def planned(self) -> bool:
        """Whether it is known how to grasp."""
        return self._candidate is not None

    @property
    def doing(self) -> str:
        """What the hand does now, in a word or two."""
        return "wait" if self.told is None else self.told.doing

    @property
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""
        return self.told is not None and self.told.holding

    @property
    def ready(self) -> bool:
        """Whether it can approach."""
        return self.told is not None and self.told.ready

    def plan(self, candidate: Candidate) -> None:
        """Grasp like this; the hand goes to where the approach begins."""
        self._candidate = candidate
        self.begin(candidate)

    def approach(self) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins.

        Raises:
            InputError: it is not known how.
        """
        if self.told is None:
            raise InputError("the grasp is still being planned.")
        self.told.approach(self.world.time)

    def move(self, carry: Carry) -> None:
        """Move the arm with what it holds.

        Raises:
            InputError: the hand has not closed yet.
        """
        if self.told is None or not self.told.holding:
            raise InputError(f"the hand cannot {carry.name} yet: it has not closed.")
        self.told.move(carry, self.world.time)

    def let_go(self) -> None:
        """Open the hand."""
        if self.told is not None:
            self.told.let_go(self.world.time)

    def again(self) -> None:
        """Everything back to the start; the plan stays."""
        self.world.restore(self._beginning)
        if self._candidate is not None:
            self.begin(self._candidate)

    def step(self) -> Frame:
        """One step of the world."""
        return self.step_with(self.told)


def waiting_pose(hand: Hand) -> np.ndarray:
    """(7,) of a forearm beside the stand: fingers towards it, the palm to the side."""
    away = -1.0 if hand.side == "right" else 1.0
    T = np.eye(4)
    # Fingers (+x of the palm) towards +y, its back (+z) to the outside, the thumb up.
    T[:3, :3] = np.array([[0.0, 0.0, -away], [1.0, 0.0, 0.0], [0.0, -away, 0.0]])
    T[:3, 3] = 0.06 * -away, -WAITING_DISTANCE, WAITING_HEIGHT
    return se3.to_pose7(T)
