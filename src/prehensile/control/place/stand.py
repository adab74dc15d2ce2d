"""What an object rests on before it is grasped: a table, the same near its edge, or a post that
leaves room below it.
"""

from pathlib import Path
from typing import Literal

import numpy as np

from prehensile.control.place.resting import resting
from prehensile.hand.hand import Hand
from prehensile.lie import se3, so3
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box, cylinder
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene, ObjectInScene
from prehensile.world.world import World

On = Literal["table", "edge", "post"]
ON: tuple[On, ...] = ("table", "edge", "post")
"""What an object may rest on: the table, the table near its edge towards the person, a post."""
STAND = "stand"
"""name of the post"""
TABLE = "table"
"""name of the table"""
STAND_HEIGHT = 0.18
"""[m] of the top of either, so that the hand can come to a post from any side"""
TABLE_SIZE = (0.9, 0.7, 0.03)
"""[m] of the table's top"""
TO_EDGE = 0.05
"""[m] from something flat to the edge that it is slid over"""
TABLE_FRICTION = 0.25
"""of a table whose edge things are slid over, varnished: what lies on it slides on it before it
slides under a finger"""
TABLE_COLOR, POST_COLOR = (0.80, 0.74, 0.66), (0.55, 0.57, 0.6)
"""sRGB"""
THICKEST, THINNEST = 0.022, 0.005
"""[m] radius"""


def stand_radius(obj: Object) -> float:
    """[m] Slimmer than the object, so that fingers find room beside it."""
    foot = footing(obj)
    R = np.eye(3) if obj.mount is not None else resting(foot)
    across = np.ptp(foot.vertices @ R[:2].T, axis=0).min()
    return float(np.clip(0.25 * across, THINNEST, THICKEST))


def stand_pose(obj: Object) -> np.ndarray:
    """(7,) At rest, its lowest point level with the stand, its weight above it."""
    foot = footing(obj)
    R = np.eye(3) if obj.mount is not None else resting(foot)
    x, y, _ = R @ foot.com
    lowest = float((foot.vertices @ R[2]).min())
    return np.concatenate([[-x, -y, STAND_HEIGHT - lowest], so3.to_quat(R)])


def footing(obj: Object) -> Object:
    """What stands on the stand: the object, or what it is mounted on."""
    return obj if obj.mount is None or obj.mount.base is None else obj.mount.base


def stand_under(obj: Object, on: On) -> ObjectInScene:
    """Table or post itself, fixed at the world's origin; a table with an edge reaches from it."""
    if on == "edge":
        return _table_to(near_edge(obj))
    if on == "table":
        top = box(TABLE_SIZE, mass=10.0, color=TABLE_COLOR)
        return ObjectInScene(
            top, TABLE, (0, 0, STAND_HEIGHT - TABLE_SIZE[2] / 2, 1, 0, 0, 0), fixed=True
        )
    post = cylinder(stand_radius(obj), STAND_HEIGHT, mass=1.0, color=POST_COLOR)
    return ObjectInScene(post, STAND, (0, 0, 0.5 * STAND_HEIGHT, 1, 0, 0, 0), fixed=True)


def near_edge(obj: Object) -> float:
    """[m] y, world, of the edge of the table that something is slid over: towards the person."""
    T = se3.from_pose7(stand_pose(obj))
    return float(se3.apply(T, obj.vertices)[:, 1].min()) - TO_EDGE


def _table_to(edge: float) -> ObjectInScene:
    """A smooth table that ends at y = ``edge`` [m]."""
    long, deep, thick = TABLE_SIZE
    top = box((long, deep, thick), mass=10.0, color=TABLE_COLOR).with_friction(TABLE_FRICTION)
    place = (0, edge + deep / 2, STAND_HEIGHT - thick / 2, 1, 0, 0, 0)
    return ObjectInScene(top, TABLE, place, fixed=True, own_friction=True)


def stand_world(
    obj: Object,
    hand: Hand,
    forearm: np.ndarray,
    q: np.ndarray | None,
    guard_folder: Path | None = None,
    timestep: float = DEFAULT_TIMESTEP,
    preset: str = "hold",
    on: On = "table",
) -> World:
    """An object at rest, and a hand somewhere.

    Args:
        obj: what stands there.
        hand: whose arm is driven.
        forearm: (7,) where it starts, world.
        q: (23,) [rad] at the start; relaxed if None.
        guard_folder: as `World` takes it.
        timestep: [s]
        preset: of the solver.
        on: what the object rests on; what is mounted has its post.
    """
    return World(
        HandInScene(hand, forearm=forearm, q=q),
        [
            stand_under(obj, "post" if obj.mount is not None else on),
            ObjectInScene(obj, pose=stand_pose(obj)),
        ],
        guard_folder=guard_folder,
        timestep=timestep,
        preset=preset,
    )
