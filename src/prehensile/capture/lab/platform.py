"""A spring-loaded platform under the finger, which rises when it is let go (4.2.2, Figure 4.7).

Its spring is far stronger than the finger and unwinds along its own course: the platform's motion
must not be a linear answer to the finger's force. If it were a mass on a spring, force, position,
velocity and acceleration would obey the platform's equation exactly, and a fit of (4.13) would find
the platform's mass and spring (with their signs turned) instead of the finger's.
"""

import math

from prehensile.capture.lab.plank import ARM, PLANK, plank_spring, set_hinge
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.command import Command
from prehensile.world.world import Frame, World


class Platform:
    """Steps a world with the plank as a platform.

    Args:
        rise: [m] at the finger.
        seconds: that takes.
    """

    def __init__(self, rise: float, seconds: float):
        self._rise, self._seconds = rise, seconds
        self._released = math.inf

    def __call__(self, world: World, command: Command) -> Frame:
        """One step."""
        share, _ = minimum_jerk((world.time - self._released) / self._seconds)
        set_hinge(world, PLANK, plank_spring(), rest=share * self._rise / ARM)
        return world.step(command)

    def let_go(self, world: World) -> None:
        """It rises from now on."""
        self._released = world.time

    def latch(self) -> None:
        """It is down again."""
        self._released = math.inf
