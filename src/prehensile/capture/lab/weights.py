"""Loose objects have weight, the hand has none.

People bear the weight of their hand without thinking; the lab's subjects do so exactly, so that
their reference is where the hand is when nothing touches it.
"""

from collections.abc import Sequence

import mujoco

from prehensile.world.command import Command
from prehensile.world.world import Frame, World

GRAVITY = 9.81
"""[m/s²]"""


class Weights:
    """Steps a world without gravity in which some objects are heavy.

    Args:
        names: of those objects.
    """

    def __init__(self, names: Sequence[str]):
        self._names = tuple(names)

    def __call__(self, world: World, command: Command) -> Frame:
        """One step."""
        model: mujoco.MjModel = world.model
        for name in self._names:
            body = model.body(name).id
            world.data.xfrc_applied[body, 2] = -model.body_mass[body] * GRAVITY
        return world.step(command)
