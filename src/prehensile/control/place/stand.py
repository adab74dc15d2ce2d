"""What an object rests on before it is grasped: a table, or a post that leaves room below it."""

from pathlib import Path
from typing import Literal

import numpy as np

from prehensile.control.place.graspable import perpendicular
from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box, cylinder
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene, ObjectInScene
from prehensile.world.world import World

On = Literal["table", "post"]
ON = ("table", "post")
"""What an object may rest on."""
STAND = "stand"
"""name of the post"""
TABLE = "table"
"""name of the table"""
STAND_HEIGHT = 0.18
"""[m] of the top of either, so that the hand can come to a post from any side"""
TABLE_SIZE = (0.9, 0.7, 0.03)
"""[m] of the table's top"""
TABLE_COLOR, POST_COLOR = (0.80, 0.74, 0.66), (0.55, 0.57, 0.6)
"""sRGB"""
TILT = np.radians(5)
"""[rad] that something stands, and"""
LEVEL = 5e-5
"""[m] that its weight may sink meanwhile: a mesh is round only nearly"""
WAYS = (
    ((1, 0, 0), 0),
    ((1, 0, 0), 1),
    ((0, 1, 0), 1),
    ((1, 0, 0), 2),
    ((1, 0, 0), 3),
    ((0, 1, 0), 3),
)
"""Ways to lay something: about an axis, by so many quarter turns; the first is as modelled"""
THICKEST, THINNEST = 0.022, 0.005
"""[m] radius"""


def stand_radius(obj: Object) -> float:
    """[m] Slimmer than the object, so that fingers find room beside it."""
    foot = footing(obj)
    R = np.eye(3) if obj.mount is not None else resting(foot)
    across = np.ptp(foot.vertices @ R[:2].T, axis=0).min()
    return float(np.clip(0.25 * across, THINNEST, THICKEST))


def stand_pose(obj: Object) -> np.ndarray:
    """(7,) At rest, its lowest point level with the stand, its weight above it.

    Upright as modelled if it would stay so; else it lies, as low as it can.
    """
    foot = footing(obj)
    R = np.eye(3) if obj.mount is not None else resting(foot)
    x, y, _ = R @ foot.com
    lowest = float((foot.vertices @ R[2]).min())
    return np.concatenate([[-x, -y, STAND_HEIGHT - lowest], so3.to_quat(R)])


def resting(obj: Object) -> np.ndarray:
    """(3, 3) how an object rests on something flat."""
    upright, *lying = (so3.exp(turn * np.pi / 2 * np.array(axis)) for axis, turn in WAYS)
    if _stays(obj, upright[2]):
        return upright
    steady = [R for R in lying if _stays(obj, R[2])]
    return min(steady, key=lambda R: _height(obj, R[2]), default=upright)


def _stays(obj: Object, up: np.ndarray) -> bool:
    """Whether it does not fall over when it is tilted a little."""
    e1, e2 = perpendicular(up)
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    tilted = [np.cos(TILT) * up + np.sin(TILT) * (np.cos(t) * e1 + np.sin(t) * e2) for t in turns]
    return min(_height(obj, u) for u in tilted) > _height(obj, up) - LEVEL


def _height(obj: Object, up: np.ndarray) -> float:
    """[m] of the centre of mass above the lowest point."""
    return float(obj.com @ up - (obj.vertices @ up).min())


def footing(obj: Object) -> Object:
    """What stands on the stand: the object, or what it is mounted on."""
    return obj if obj.mount is None or obj.mount.base is None else obj.mount.base


def stand_under(obj: Object, on: On) -> ObjectInScene:
    """Table or post itself, fixed at the world's origin."""
    if on == "table":
        top = box(TABLE_SIZE, mass=10.0, color=TABLE_COLOR)
        return ObjectInScene(
            top, TABLE, (0, 0, STAND_HEIGHT - TABLE_SIZE[2] / 2, 1, 0, 0, 0), fixed=True
        )
    post = cylinder(stand_radius(obj), STAND_HEIGHT, mass=1.0, color=POST_COLOR)
    return ObjectInScene(post, STAND, (0, 0, 0.5 * STAND_HEIGHT, 1, 0, 0, 0), fixed=True)


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
