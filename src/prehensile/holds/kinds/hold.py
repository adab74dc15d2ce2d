"""`Hold`: something on a wall to hang on, and how it is meant to be pulled.

The frame is the catalogue's: the wall's surface is the plane y = 0, the climber is on the side of
−y, z is up. *Out* is −y.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.hand.joints import FINGERS
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene
from prehensile.world.things.block import block
from prehensile.world.things.hold import CENTRE, PANEL_COLOR
from prehensile.world.things.parts import box_between

SUPPORT = 150.0
"""[N] A hold whose grasp bears this is supported."""
SUPPORT_OF_TWO = 75.0
"""[N] the same for two fingers"""
WALL = (0.5, 0.018, 0.7)
"""[m] width, thickness and height of the wall around a hold"""
WALL_GAP = 0.0004
"""[m] between the plane of the holds' backs and the wall, as of the catalogue's panel"""


@dataclass(frozen=True, eq=False)
class Hold:
    """One hold, bolted to a wall."""

    kind: str
    object: Object
    """fixed, without a mount"""
    grip: np.ndarray
    """(3,) [m] where fingertips go"""
    pull: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.0, -1.0]))
    """(3,) unit: the design pull, from the hold to the climber"""
    fingers: tuple[str, ...] = FINGERS
    """that have room"""
    sizes: Mapping[str, float] = field(default_factory=dict)
    """[m] or [deg], by name"""
    seed: int | None = None
    """that drew the sizes; None for the standard ones"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "grip", frozen(self.grip, np.float64, (3,), "grip of a hold"))
        object.__setattr__(self, "pull", unit_direction(self.pull))
        if self.object.mount is not None:
            object.__setattr__(self, "object", replace(self.object, mount=None))

    @property
    def name(self) -> str:
        """``crimp`` or, drawn from a seed, ``crimp:12``."""
        return self.kind if self.seed is None else f"{self.kind}:{self.seed}"

    @property
    def needed(self) -> float:
        """[N] that a grasp must bear to be called supported."""
        return SUPPORT_OF_TWO if len(self.fingers) <= 2 else SUPPORT

    def scene_objects(self) -> tuple[ObjectInScene, ObjectInScene]:
        """The hold and the wall behind it, both fixed."""
        return (
            ObjectInScene(self.object, "hold", fixed=True),
            ObjectInScene(wall(), "wall", fixed=True),
        )


def wall() -> Object:
    """A piece of plywood behind a hold, whose middle is the hold's."""
    width, _, height = WALL
    low = np.array([-width / 2, WALL_GAP, CENTRE - height / 2])
    high = low + np.array(WALL)
    mesh = block(low, high)
    return Object.from_mesh("wall", *mesh, (box_between(low, high),), 4.0, color=PANEL_COLOR)


def unit_direction(direction: ArrayLike) -> np.ndarray:
    """(3,) of length 1, or a clear error."""
    vector = frozen(direction, np.float64, (3,), "direction")
    length = float(np.linalg.norm(vector))
    if length < 1e-9:
        raise InputError("a direction of pull cannot be zero; expected three numbers X,Y,Z.")
    return vector / length
