"""An object at rest and a hand beside it, stepped together."""

from pathlib import Path

import numpy as np

from prehensile.control.controller import Controller
from prehensile.control.place.stand import On, stand_world
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object
from prehensile.world.scene import DEFAULT_TIMESTEP
from prehensile.world.world import Frame


class Stand:
    """One object and one hand.

    Args:
        obj: what stands there.
        hand: what grasps it.
        forearm: (7,) where the hand starts, world.
        q: (dof,) [rad] at the start; relaxed if None.
        guard_folder: as `World` takes it.
        timestep: [s]
        preset: of the solver, as `World` takes it.
        on: what the object rests on.
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
        on: On = "table",
    ):
        self.object, self.hand, self.on = obj, hand, on
        self.world = stand_world(obj, hand, forearm, q, guard_folder, timestep, preset, on)

    def step_with(self, controller: Controller | None) -> Frame:
        """One step of the world under a controller; without one the hand keeps its command."""
        if controller is None:
            return self.world.step()
        return self.world.step(controller.act(self.world.observe()))
