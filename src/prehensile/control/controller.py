"""The interface every controller has: two methods, for one world or many."""

from abc import ABC, abstractmethod

from prehensile.world.command import Command
from prehensile.world.observation import Observation


class Controller(ABC):
    """Turns observations of one hand into Commands for it.

    Arrays in observations and Commands have the same leading axes, so that one controller serves a
    `World` and a batch of worlds.
    """

    @abstractmethod
    def reset(self, obs: Observation) -> None:
        """Begin anew from this observation."""

    @abstractmethod
    def act(self, obs: Observation) -> Command:
        """What to do during the next timestep."""
