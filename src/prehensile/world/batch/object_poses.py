"""Where the objects of a scene are, read out of MuJoCo's qpos, for any number of worlds at once."""

import mujoco
import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.lie import se3, so3
from prehensile.world.scene import ObjectInScene, Scene, checked_pose


class ObjectPoses:
    """Free objects have their pose in qpos, mounted ones an angle, fixed ones nothing."""

    def __init__(self, model: mujoco.MjModel, scene: Scene):
        self._free: dict[str, int] = {}
        self._hinged: dict[str, tuple[int, ObjectInScene, np.ndarray]] = {}
        self._fixed: dict[str, np.ndarray] = {}
        self.names = tuple(o.name for o in scene.objects)
        for o in scene.objects:
            pose = checked_pose(o.pose, f"object {o.name!r}")
            if o.moves == "freely":
                self._free[o.name] = int(model.joint(f"{o.name}/free").qposadr[0])
            elif o.moves == "hinge":
                angle = int(model.joint(f"{o.name}/hinge").qposadr[0])
                self._hinged[o.name] = angle, o, se3.from_pose7(pose)
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
        angle, placed, T_world_rest = self._hinged[name]
        mount = placed.object.mount
        assert mount is not None
        T = np.zeros((*qpos.shape[:-1], 4, 4))
        T[..., :3, :3] = so3.exp(mount.axis * qpos[..., angle, None])
        T[..., :3, 3] = mount.point - T[..., :3, :3] @ mount.point
        T[..., 3, 3] = 1
        return se3.to_pose7(T_world_rest @ T)
