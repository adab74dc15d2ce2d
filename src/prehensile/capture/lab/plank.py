"""The wooden plank on a force sensor: what one finger explores, scratches and presses (3.2.1).

It turns about the sensor at its far end, by a stiff spring: it flexes a little under a finger, and
swings for some hundredths of a second after the first touch, as Figure 4.3 shows.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.world.objects.object import Mount
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World

PLANK = "plank"
SIDES = (0.30, 0.06, 0.012)
"""[m] along, across, through"""
MASS = 0.10
"""[kg] of pine, 460 kg/m³"""
ARM = 0.24
"""[m] from the sensor's axis to the middle of where fingers touch"""
TIP_STIFFNESS = 5000.0
"""[N/m] where fingers touch; a newton bends it by 0.2 mm"""
DAMPING_RATIO = 0.12
"""wood, bolted; it rings for about 20 ms"""
WOOD = (0.78, 0.62, 0.42)


class Spring(NamedTuple):
    """What a hinge turns against."""

    stiffness: float
    """[Nm/rad]"""
    damping: float
    """[Nms/rad]"""


def plank(friction: float, touched: np.ndarray) -> ObjectInScene:
    """The plank, level, its sensor towards +x.

    Args:
        friction: sliding, with skin.
        touched: (3,) [m] where fingers touch its upper side, world.
    """
    length, _, thickness = SIDES
    solid = box(SIDES, MASS, name=PLANK, friction=(friction, 0.003, 1e-4), color=WOOD)
    hinge = Mount(
        joint="hinge",
        axis=np.array([0.0, 1, 0]),
        point=np.array([length / 2, 0, 0]),
    )
    centre = touched + np.array([ARM - length / 2, 0.0, -thickness / 2])
    return ObjectInScene(replace(solid, mount=hinge), PLANK, (*centre, 1.0, 0.0, 0.0, 0.0))


def plank_spring() -> Spring:
    """Of its hinge, from how stiff it is under a finger."""
    stiffness = TIP_STIFFNESS * ARM**2
    inertia = MASS * SIDES[0] ** 2 / 3
    return Spring(stiffness, 2 * DAMPING_RATIO * float(np.sqrt(stiffness * inertia)))


def set_hinge(world: World, name: str, spring: Spring, rest: float = 0.0) -> None:
    """Let the hinge of an object turn against a spring that rests at an angle [rad]."""
    joint = world.model.joint(f"{name}/hinge")
    joint.stiffness[0] = spring.stiffness
    joint.damping[0] = spring.damping
    world.model.qpos_spring[joint.qposadr[0]] = rest
