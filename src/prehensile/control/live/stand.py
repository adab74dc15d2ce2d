"""An object on its stand and a hand beside it that waits for orders."""

from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.place.stand import STAND_HEIGHT, stand_world
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame

WAITING_DISTANCE = 0.34
"""[m] from the stand, where a hand waits that has no plan yet"""
WAITING_HEIGHT = STAND_HEIGHT + 0.06
"""[m]"""


class LiveStand(ABC):
    """One object and one hand. The hand can be there before anybody knows how it will grasp.

    Args:
        obj: what stands there.
        hand: what grasps it.
        guard_folder: as `World` takes it.
    """

    def __init__(self, obj: Object, hand: Hand, guard_folder: Path | None = None):
        self._object, self._hand = obj, hand
        self.world = stand_world(obj, hand, waiting_pose(hand), None, guard_folder)
        self._start = self.world.snapshot()
        self._presented = obj.mount is None

    @property
    @abstractmethod
    def planned(self) -> bool:
        """Whether it is known how to grasp."""

    @property
    @abstractmethod
    def doing(self) -> str:
        """What the hand does now, in a word or two."""

    @property
    @abstractmethod
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""

    @property
    @abstractmethod
    def ready(self) -> bool:
        """Whether it can approach."""

    @abstractmethod
    def approach(self) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins.

        Raises:
            InputError: it is not known how.
        """

    @abstractmethod
    def move(self, carry: Carry) -> None:
        """Move the arm with what it holds.

        Raises:
            InputError: the hand has not closed yet.
        """

    @abstractmethod
    def let_go(self) -> None:
        """Open the hand."""

    @abstractmethod
    def step(self) -> Frame:
        """One step; the stand lets go of the object when the hand has closed on it."""

    def take_off_stand(self) -> None:
        """From now on the object only stands on its stand, whoever pulls at it."""
        if self._presented:
            self.world.release(self._object.name)
            self._presented = False

    def again(self) -> None:
        """Everything back to the start; the plan stays."""
        self.world.restore(self._start)
        self._presented = self._object.mount is None


def waiting_pose(hand: Hand) -> np.ndarray:
    """(7,) of a forearm beside the stand: fingers towards it, the palm to the side."""
    away = -1.0 if hand.side == "right" else 1.0
    T = np.eye(4)
    # Fingers (+x of the palm) towards +y, its back (+z) to the outside, the thumb up.
    T[:3, :3] = np.array([[0.0, 0.0, -away], [1.0, 0.0, 0.0], [0.0, -away, 0.0]])
    T[:3, 3] = 0.06 * -away, -WAITING_DISTANCE, WAITING_HEIGHT
    return se3.to_pose7(T)
