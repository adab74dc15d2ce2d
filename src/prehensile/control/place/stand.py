"""The post on which an object is presented to the hand."""

from pathlib import Path

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import cylinder
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene, ObjectInScene
from prehensile.world.world import World

STAND = "stand"
"""name of the post"""
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


def stand_world(
    obj: Object,
    hand: Hand,
    forearm: np.ndarray,
    q: np.ndarray | None,
    guard_folder: Path | None = None,
    timestep: float = DEFAULT_TIMESTEP,
    preset: str = "hold",
) -> World:
    """An object on its stand, which holds it until told otherwise, and a hand somewhere.

    Args:
        obj: what stands there.
        hand: whose arm is driven.
        forearm: (7,) where it starts, world.
        q: (23,) [rad] at the start; relaxed if None.
        guard_folder: as `World` takes it.
        timestep: [s]
        preset: of the solver.
    """
    presented_by = STAND if obj.mount is None else ""
    return World(
        HandInScene(hand, forearm=forearm, q=q),
        [
            stand_under(obj),
            ObjectInScene(obj, pose=stand_pose(obj), presented_by=presented_by),
        ],
        guard_folder=guard_folder,
        timestep=timestep,
        preset=preset,
    )
