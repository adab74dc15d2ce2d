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
    def finished(self) -> bool | np.ndarray:
        """(...,) whether the timetable has been worked through, or there is nothing left to do."""

    @abstractmethod
    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase."""

    let_go_at: float | None = None
    """[s] when it was told to let go; None before, or if it never is"""
    put: list[float] | None = None
    """(7,) where the object shall stand at the end, world; None if it shall not"""


S = TypeVar("S", bound=Script)


class Play(Generic[S]):
    """One grasp in its world: object on its stand, hand at the start, orders by a script."""

    def __init__(self, stand: Stand, controller: S):
        self._stand = stand
        self.controller = controller

    @property
    def world(self) -> World:
        """In which hand and object are."""
        return self._stand.world

    @property
    def finished(self) -> bool:
        """Whether the script has come to its end."""
        return bool(self.controller.finished)

    def step(self) -> Frame:
        """One step of the world, as the script wants it."""
        return self._stand.step_with(self.controller)
