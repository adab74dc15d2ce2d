"""What a hand could touch: an object as it stands there, sampled, and what it stands on."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.control.place.graspable import (
    perpendicular,
)
from prehensile.control.place.stand import STAND_HEIGHT, On, footing, stand_radius
from prehensile.kinematics.capsules import Capsules
from prehensile.kinematics.cloud import Cloud, neighbours
from prehensile.mesh.sample import random_points
from prehensile.world.objects.object import Object

SURFACE_POINTS = 1500
"""Points that stand for a surface."""

THINNED = 2
"""Of so many points of the surface one serves to close on: that costs most."""


@dataclass(frozen=True)
class Surroundings:
    """What a hand could touch, object frame."""

    points: np.ndarray
    """(N, 3) [m] on the object's surface"""
    normals: np.ndarray
    """(N, 3) unit, outwards"""
    stand: np.ndarray
    """(M, 3) [m] on the post that it stands on, or on what it is mounted on; none on a table"""
    up: np.ndarray
    """(3,) unit"""
    com: np.ndarray
    """(3,) [m] of the object"""
    friction: float
    """coefficient of sliding, of the object"""
    torsion: float
    """[m] of the object: torque about a contact's normal over its normal force"""
    table: float
    """[m] where along ``up`` the table is; minus infinity without one"""

    @cached_property
    def some(self) -> np.ndarray:
        """(N / THINNED,) which points serve to close on, neighbours after each other."""
        return THINNED * neighbours(self.points[::THINNED])

    @cached_property
    def surface(self) -> Cloud:
        """The points, to be asked how near a hand is."""
        return Cloud(self.points)

    @cached_property
    def beside(self) -> Cloud:
        """The same of the stand."""
        return Cloud(self.stand)

    @cached_property
    def everything(self) -> Cloud:
        """The same of both."""
        return Cloud(np.concatenate([self.points, self.stand]))

    def above_table(self, capsules: Capsules) -> np.ndarray:
        """(C,) [m] that each capsule in the object's frame is above the table; negative below."""
        return capsules.heights(self.up) - self.table

    def room(self, capsules: Capsules, T: np.ndarray) -> float:
        """[m] that the lowest of capsules in the palm's frame is above the table, for a palm (4, 4)
        in the object's; infinite without one.
        """
        if self.table == -np.inf:
            return np.inf
        # A hand without a wrist has no forearm.
        low = float(capsules.heights(self.up @ T[:3, :3]).min(initial=np.inf))
        return low + float(self.up @ T[:3, 3]) - self.table


def surroundings(
    obj: Object, T_world_object: np.ndarray, rng: np.random.Generator, on: On
) -> Surroundings:
    """An object as it stands there, sampled."""
    points, normals = random_points(obj.vertices, obj.faces, SURFACE_POINTS, rng)
    up = T_world_object[:3, :3].T @ [0, 0, 1]
    friction, torsion = (float(mu) for mu in obj.friction[:2])
    if on == "table" and obj.mount is None:
        foot = float((obj.vertices @ up).min())
        return Surroundings(points, normals, np.zeros((0, 3)), up, obj.com, friction, torsion, foot)
    stand = _obstacles(obj, up, rng)
    return Surroundings(points, normals, stand, up, obj.com, friction, torsion, -np.inf)


def _obstacles(obj: Object, up: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Points on the post below the object and on what it is mounted on, in its frame."""
    post = _stand_points(footing(obj), up)
    if obj.mount is None or obj.mount.base is None:
        return post
    base = obj.mount.base
    points, _ = random_points(base.vertices, base.faces, SURFACE_POINTS, rng)
    return np.concatenate([post, points])


def _stand_points(obj: Object, up: np.ndarray) -> np.ndarray:
    """Points on the post below an object, in its frame."""
    foot = obj.com - up * float(((obj.com - obj.vertices) @ up).max())
    e1, e2 = perpendicular(up)
    turn = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    ring = stand_radius(obj) * (np.cos(turn)[:, None] * e1 + np.sin(turn)[:, None] * e2)
    depth = np.linspace(0.004, STAND_HEIGHT, 12)
    return (foot + ring[None] - depth[:, None, None] * up).reshape(-1, 3)
