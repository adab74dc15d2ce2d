"""Where the objects of a scene are, read out of MuJoCo's qpos, for any number of worlds at once."""

from typing import NamedTuple, Self

import mujoco
import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.lie import so3
from prehensile.world.scene import ObjectInScene, Scene, checked_pose


class _Hinged(NamedTuple):
    """An object that turns on a hinge; its origin goes round on a circle (Rodrigues' formula)."""

    angle: int
    """its place in qpos"""
    rest: np.ndarray
    """(4,) wxyz at angle 0"""
    turned: np.ndarray
    """(4,) wxyz half a turn on"""
    centre: np.ndarray
    """(3,) [m] of the circle, world"""
    cosine: np.ndarray
    """(3,) [m] from there to the origin at angle 0, world"""
    sine: np.ndarray
    """(3,) [m] the same after a quarter turn"""

    @classmethod
    def of(cls, angle: int, placed: ObjectInScene, pose: np.ndarray) -> Self:
        mount = placed.object.mount
        assert mount is not None
        R, axis, point = so3.from_quat(pose[3:]), mount.axis, mount.point
        along = axis * (axis @ point)
        centre = pose[:3] + R @ (point - along)
        turned = so3.quat_multiply(pose[3:], [0.0, *axis])
        return cls(angle, pose[3:], turned, centre, R @ (along - point), R @ np.cross(point, axis))

    def pose(self, qpos: np.ndarray) -> np.ndarray:
        half = qpos[..., self.angle] / 2
        c, s = np.cos(half), np.sin(half)
        turned = c[..., None] * self.rest + s[..., None] * self.turned
        pose = np.empty((*half.shape, 7))
        pose[..., :3] = self.centre + (c * c - s * s)[..., None] * self.cosine
        pose[..., :3] += (2 * c * s)[..., None] * self.sine
        pose[..., 3:] = np.where(turned[..., :1] < 0, -turned, turned)
        return pose


class ObjectPoses:
    """Free objects have their pose in qpos, mounted ones an angle, fixed ones nothing."""

    def __init__(self, model: mujoco.MjModel, scene: Scene):
        self._free: dict[str, int] = {}
        self._hinged: dict[str, _Hinged] = {}
        self._fixed: dict[str, np.ndarray] = {}
        self.names = tuple(o.name for o in scene.objects)
        for o in scene.objects:
            pose = checked_pose(o.pose, f"object {o.name!r}")
            if o.moves == "freely":
                self._free[o.name] = int(model.joint(f"{o.name}/free").qposadr[0])
            elif o.moves == "hinge":
                angle = int(model.joint(f"{o.name}/hinge").qposadr[0])
                self._hinged[o.name] = _Hinged.of(angle, o, pose)
            else:
                self._fixed[o.name] = pose

    def read(self, qpos: np.ndarray, name: str) -> np.ndarray:
        """Pose (..., 7) xyz + wxyz in states ``qpos`` (..., nq), copied."""
        if name in self._free:
            start = self._free[name]
            return qpos[..., start : start + 7].copy()
        if name in self._fixed:
            return np.broadcast_to(self._fixed[name], (*qpos.shape[:-1], 7)).copy()
        if name not in self._hinged:
            raise UnknownNameError("object", name, self.names)
        return self._hinged[name].pose(qpos)
