"""An object on its stand and a hand beside it, stepped together."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Protocol

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.live.told import ToldHand
from prehensile.control.place.candidates import Candidate
from prehensile.control.place.stand import STAND_HEIGHT, stand_world
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.command import Command
from prehensile.world.objects.object import Object
from prehensile.world.scene import DEFAULT_TIMESTEP
from prehensile.world.world import Frame, Observation

WAITING_DISTANCE = 0.34
"""[m] from the stand, where a hand waits that has no plan yet"""
WAITING_HEIGHT = STAND_HEIGHT + 0.06
"""[m]"""


class Holder(Protocol):
    """A controller that knows when it holds the object."""

    @property
    def holding(self) -> bool | np.ndarray:
        """Whether the stand may let go of the object."""
        ...

    def act(self, obs: Observation) -> Command:
        """What to do during the next timestep."""
        ...


class Stand:
    """One object, which its stand holds until a hand does, and one hand.

    Args:
        obj: what stands there.
        hand: what grasps it.
        forearm: (7,) where the hand starts, world.
        q: (dof,) [rad] at the start; relaxed if None.
        guard_folder: as `World` takes it.
        timestep: [s]
        preset: of the solver, as `World` takes it.
    """

    def __init__(
        self,
        obj: Object,
        hand: Hand,
        forearm: np.ndarray,
        q: np.ndarray | None = None,
        guard_folder: Path | None = None,
        timestep: float = DEFAULT_TIMESTEP,
        preset: str = "hold",
    ):
        self.object, self.hand = obj, hand
        self.world = stand_world(obj, hand, forearm, q, guard_folder, timestep, preset)
        self.released_at: float | None = None
        """[s] when the stand let go of the object; None while it holds it, or never does"""

    def take_off_stand(self) -> None:
        """From now on the object only stands on its stand, whoever pulls at it."""
        if self.object.mount is None and self.released_at is None:
            self.world.release(self.object.name)
            self.released_at = self.world.time

    def step_with(self, controller: Holder | None) -> Frame:
        """One step; the stand lets go of the object when the hand has closed on it."""
        if controller is None:
            return self.world.step()
        command = controller.act(self.world.observe())
        if controller.holding:
            self.take_off_stand()
        return self.world.step(command)


class LiveStand(Stand, ABC):
    """A hand that waits for orders. It can be there before anybody knows how it will grasp.

    Args:
        obj: what stands there.
        hand: what grasps it.
        guard_folder: as `World` takes it.
    """

    def __init__(self, obj: Object, hand: Hand, guard_folder: Path | None = None):
        super().__init__(obj, hand, waiting_pose(hand), None, guard_folder)
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
        self.released_at = None
        if self._candidate is not None:
            self.begin(self._candidate)

    def step(self) -> Frame:
        """One step; the stand lets go of the object when the hand has closed on it."""
        return self.step_with(self.told)


def waiting_pose(hand: Hand) -> np.ndarray:
    """(7,) of a forearm beside the stand: fingers towards it, the palm to the side."""
    away = -1.0 if hand.side == "right" else 1.0
    T = np.eye(4)
    # Fingers (+x of the palm) towards +y, its back (+z) to the outside, the thumb up.
    T[:3, :3] = np.array([[0.0, 0.0, -away], [1.0, 0.0, 0.0], [0.0, -away, 0.0]])
    T[:3, 3] = 0.06 * -away, -WAITING_DISTANCE, WAITING_HEIGHT
    return se3.to_pose7(T)
