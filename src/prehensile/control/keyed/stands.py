"""The world of a keyed arm: the object on a post where it is grasped, another where it is put."""

import numpy as np

from prehensile.control.arm.keyed import RUN_UP, KeyedArm
from prehensile.control.place.stand import STAND, STAND_HEIGHT, stand_radius
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

REST = "rest"
"""name of the post where the object is put down"""
POST_COLOR = (0.55, 0.57, 0.6)
"""sRGB"""
SINK = 0.002
"""[m] that the second post is lower, so that what settled in the hand does not strike it"""
SAME_PLACE = 0.04
"""[m] Nearer than this, one post does for both."""
SLANT = np.cos(np.radians(25))
"""Something that leans more would fall off a post."""
FLOOR_FREE = 0.06
"""[m] that a forearm stays above the floor, if there is one"""
TALLEST = 1.5
"""[m] of a post that reaches the floor"""


def arm_world(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    T_world_object: np.ndarray,
    T_world_rest: np.ndarray | None,
) -> World:
    """A hand before its first key, and an object on a post that holds it until told otherwise.

    Args:
        hand: whose arm is driven.
        arm: along this path.
        obj: what is grasped.
        T_world_object: (4, 4) where it stands.
        T_world_rest: (4, 4) where it is put; nowhere if None.
    """
    posts = [_post(STAND, _foot(obj, T_world_object), stand_radius(obj))]
    if T_world_rest is not None and _needs_post(T_world_object, T_world_rest):
        posts.append(_post(REST, _foot(obj, T_world_rest) - [0, 0, SINK], stand_radius(obj)))
    lowest = float(arm.path.pose[:, 2].min())
    floor = lowest > FLOOR_FREE and _foot(obj, T_world_object)[2] > 0
    standing = ObjectInScene(obj, pose=se3.to_pose7(T_world_object), presented_by=STAND)
    start = arm.at(arm.begin - RUN_UP).pose
    return World(HandInScene(hand, forearm=start), [*posts, standing], floor=bool(floor))


def _needs_post(T_world_object: np.ndarray, T_world_rest: np.ndarray) -> bool:
    away = float(np.linalg.norm((T_world_rest - T_world_object)[:3, 3]))
    upright = float(T_world_rest[:3, 2] @ T_world_object[:3, 2])
    return away > SAME_PLACE and upright > SLANT


def _foot(obj: Object, T: np.ndarray) -> np.ndarray:
    """(3,) [m] below the centre of mass, level with the lowest point; world."""
    vertices = se3.apply(T, obj.vertices)
    x, y, _ = se3.apply(T, obj.com)
    return np.array([x, y, vertices[:, 2].min()])


def _post(name: str, top: np.ndarray, radius: float) -> ObjectInScene:
    x, y, z = top.tolist()
    height = z if STAND_HEIGHT / 4 < z < TALLEST else STAND_HEIGHT
    post = cylinder(radius, height, mass=1.0, color=POST_COLOR)
    return ObjectInScene(post, name, (x, y, z - height / 2, 1, 0, 0, 0), fixed=True)
