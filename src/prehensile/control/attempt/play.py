"""A hand on a stand that works through a timetable of orders, ready to be stepped to its end."""

from abc import abstractmethod
from typing import Generic, TypeVar

import numpy as np

from prehensile.control.controller import Controller
from prehensile.control.live.stand import Stand
from prehensile.world.world import Frame, World


class Script(Controller):
    """A controller that gives itself the orders, each at its time."""

    @property
    @abstractmethod
    def holding(self) -> bool | np.ndarray:
        """(...,) whether the stand may let go of the object."""

    @property
    @abstractmethod
    def finished(self) -> bool | np.ndarray:
        """(...,) whether the timetable has been worked through, or there is nothing left to do."""

    @abstractmethod
    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase."""


S = TypeVar("S", bound=Script)


class Play(Generic[S]):
    """One grasp in its world: object on its stand, hand at the start, orders by a script."""

    def __init__(self, stand: Stand, controller: S):
        self._stand = stand
        self.controller = controller

    @property
    def world(self) -> World:
        """Where it happens."""
        return self._stand.world

    @property
    def released_at(self) -> float | None:
        """[s] when the stand let go of the object; None before, or where it never holds it."""
        return self._stand.released_at

    @property
    def finished(self) -> bool:
        """Whether it is over."""
        return bool(self.controller.finished)

    def step(self) -> Frame:
        """One step; the stand lets go of the object when the hand has closed on it."""
        return self._stand.step_with(self.controller)
