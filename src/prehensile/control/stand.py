"""The post on which an object is presented to the hand."""

import numpy as np

from prehensile.world.object import Object
from prehensile.world.primitives import cylinder
from prehensile.world.scene import ObjectInScene

STAND = "stand"
STAND_HEIGHT = 0.18
"""[m] so that the hand can come from any side"""
THICKEST, THINNEST = 0.022, 0.005
"""[m] radius"""


def stand_radius(obj: Object) -> float:
    """[m] Slimmer than the object, so that fingers find room beside it."""
    return float(np.clip(0.25 * footing(obj).extents[:2].min(), THINNEST, THICKEST))


def stand_pose(obj: Object) -> np.ndarray:
    """(7,) Upright as modelled, its lowest point level with the stand, its weight above it."""
    foot = footing(obj)
    x, y, _ = foot.com
    return np.array([-x, -y, STAND_HEIGHT - foot.bounds[0, 2], 1, 0, 0, 0])


def footing(obj: Object) -> Object:
    """What stands on the stand: the object, or what it is mounted on."""
    return obj if obj.mount is None or obj.mount.base is None else obj.mount.base


def stand_under(obj: Object) -> ObjectInScene:
    """The post itself, fixed at the world's origin."""
    post = cylinder(stand_radius(obj), STAND_HEIGHT, mass=1.0, color=(0.55, 0.57, 0.6))
    return ObjectInScene(post, STAND, (0, 0, 0.5 * STAND_HEIGHT, 1, 0, 0, 0), fixed=True)
