"""A hand that waits for orders: what every controller that is told what to do offers."""

from abc import abstractmethod

from prehensile.control.arm.carry import Carry
from prehensile.control.controller import Controller


class ToldHand(Controller):
    """One hand of one world that knows how to grasp, and does it when it is told."""

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
    def approach(self, time: float) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins."""

    @abstractmethod
    def move(self, carry: Carry, time: float) -> None:
        """Move the arm with what is held, from ``time`` [s] on; only while it is holding."""

    @abstractmethod
    def let_go(self, time: float) -> None:
        """Open the hand, at ``time`` [s]."""
