"""An object on its stand and a hand beside it, stepped together."""

from pathlib import Path
from typing import Protocol

import numpy as np

from prehensile.control.place.stand import stand_world
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.objects.object import Object
from prehensile.world.scene import DEFAULT_TIMESTEP
from prehensile.world.world import Frame, Observation


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
