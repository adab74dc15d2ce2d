"""How the objects of a scene move: twists and hinge angles, for any number of worlds at once."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.lie import so3
from prehensile.world.scene import ObjectInScene, Scene, checked_pose


class _Free(NamedTuple):
    first: int
    """of its six numbers among those of all objects"""


class _Hinged(NamedTuple):
    rate: int
    """its place among the numbers of all objects"""
    axis: np.ndarray
    """(3,) unit, world"""
    point: np.ndarray
    """(3,) [m] of the axis, world"""


class ObjectMotion:
    """Knows where the velocities of objects stand in MuJoCo's qvel, and hinge angles in qpos."""

    def __init__(self, model: mujoco.MjModel, scene: Scene):
        self.places: dict[str, _Free | _Hinged | None] = {}
        """object → where its velocity is; None if it never moves"""
        columns: list[int] = []
        self._angles: dict[str, int] = {}
        for o in scene.objects:
            first = len(columns)
            self.places[o.name] = None
            if o.moves == "freely":
                start = int(model.joint(f"{o.name}/free").dofadr[0])
                columns += range(start, start + 6)
                self.places[o.name] = _Free(first)
            elif o.moves == "hinge":
                joint = model.joint(f"{o.name}/hinge")
                columns.append(int(joint.dofadr[0]))
                self._angles[o.name] = int(joint.qposadr[0])
                self.places[o.name] = _Hinged(first, *_world_axis(o))
        self._columns = np.array(columns, dtype=np.intp)

    def hinges(self, qpos: np.ndarray) -> dict[str, np.ndarray]:
        """Angles (...) [rad] of what turns on a hinge, in states (..., nq); copied, not wrapped."""
        return {name: qpos[..., k].copy() for name, k in self._angles.items()}

    def twists(self, objects: Mapping[str, np.ndarray], qvel: np.ndarray) -> "ObjectTwists":
        """Twists of the objects in states ``qvel`` (..., nv) with the poses ``objects``."""
        return ObjectTwists(self, objects, qvel[..., self._columns])


class ObjectTwists(Mapping[str, np.ndarray]):
    """Object → (..., 6) (v, ω) of its frame's origin, world axes; worked out when asked for."""

    def __init__(self, motion: ObjectMotion, objects: Mapping[str, np.ndarray], rates: np.ndarray):
        self._places = motion.places
        self._objects = objects
        self._rates = rates
        self._asked: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._asked:
            self._asked[name] = self._twist(name)
        return self._asked[name]

    def _twist(self, name: str) -> np.ndarray:
        place, pose, rates = self._places[name], self._objects[name], self._rates
        if place is None:
            return np.zeros((*rates.shape[:-1], 6))
        if isinstance(place, _Free):
            twist = rates[..., place.first : place.first + 6].copy()
            # MuJoCo turns free bodies about their own axes.
            R = so3.from_quat(pose[..., 3:])
            twist[..., 3:] = (R @ twist[..., 3:, None])[..., 0]
            return twist
        twist = np.empty((*rates.shape[:-1], 6))
        turning = twist[..., 3:] = rates[..., place.rate, None] * place.axis
        arm = pose[..., :3] - place.point
        for k in range(3):  # ω × r; NumPy's own takes several times as long for few vectors
            a, b = (k + 1) % 3, (k + 2) % 3
            twist[..., k] = turning[..., a] * arm[..., b] - turning[..., b] * arm[..., a]
        return twist

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _world_axis(placed: ObjectInScene) -> tuple[np.ndarray, np.ndarray]:
    """Direction of an object's hinge, and a point of it, (3,) each, world."""
    mount, pose = placed.object.mount, checked_pose(placed.pose, f"object {placed.name!r}")
    assert mount is not None
    R = so3.from_quat(pose[3:])
    return R @ mount.axis, pose[:3] + R @ mount.point
