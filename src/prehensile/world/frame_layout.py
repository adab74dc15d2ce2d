"""Which numbers of MuJoCo's state make up a frame, gathered in one go."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.lie import se3, so3
from prehensile.world.hand_port import HandPort
from prehensile.world.objects.object import Mount
from prehensile.world.scene import ObjectInScene, checked_pose

State = tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...], np.ndarray]
"""Per hand (dof,) joint angles, per hand (7,) forearm, (objects, 7)"""


class _Hinge(NamedTuple):
    """An object that turns on one."""

    start: int
    """of its pose among the numbers"""
    angle: int
    """its place in qpos"""
    mount: Mount
    T_world_rest: np.ndarray
    """(4, 4)"""


class FrameLayout:
    """Reads joint angles, forearms and objects out of qpos.

    What is fixed has no place in qpos: its pose follows behind, and never changes. So does the
    pose of what turns on a hinge, which follows from its angle.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        ports: Iterable[HandPort],
        objects: Sequence[ObjectInScene],
    ):
        ports = list(ports)
        self._nq = model.nq
        self._qpos = data.qpos
        fixed: list[np.ndarray] = []

        def fixed_at(pose: np.ndarray) -> int:
            fixed.append(pose)
            return self._nq + 7 * (len(fixed) - 1)

        forearms = [
            fixed_at(port.drive) if port.forearm_address is None else port.forearm_address
            for port in ports
        ]
        self._object: dict[str, int] = {}
        self._hinges: list[_Hinge] = []
        for o in objects:
            if o.moves == "freely":
                self._object[o.name] = int(model.joint(f"{o.name}/free").qposadr[0])
                continue
            pose = checked_pose(o.pose, o.name)
            self._object[o.name] = fixed_at(pose)
            if o.moves == "hinge":
                angle = int(model.joint(f"{o.name}/hinge").qposadr[0])
                assert o.object.mount is not None
                self._hinges.append(
                    _Hinge(self._object[o.name], angle, o.object.mount, se3.from_pose7(pose))
                )
        self._turned = np.eye(4)
        self._numbers = np.concatenate([np.zeros(self._nq), *fixed])
        indices = [port.q_index for port in ports]
        indices += [start + np.arange(7) for start in (*forearms, *self._object.values())]
        self._index = np.concatenate([np.zeros(0, np.intp), *indices])
        ends = np.cumsum([0, *map(len, indices)]).tolist()
        slices = [slice(a, b) for a, b in pairwise(ends)]
        self._q, self._forearms = slices[: len(ports)], slices[len(ports) : 2 * len(ports)]
        self._bodies = slice(ends[2 * len(ports)], None)

    def read(self) -> State:
        """The present state, copied."""
        self._numbers[: self._nq] = self._qpos
        if self._hinges:
            self._turn_hinges()
        flat = self._numbers.take(self._index)
        return (
            tuple([flat[s] for s in self._q]),
            tuple([flat[s] for s in self._forearms]),
            flat[self._bodies].reshape(-1, 7),
        )

    def object_pose(self, name: str) -> np.ndarray:
        """(7,) xyz + wxyz of an object in the present state, copied."""
        start = self._object[name]
        if start < self._nq:
            return self._qpos[start : start + 7].copy()
        self._turn_hinges()
        return self._numbers[start : start + 7].copy()

    def _turn_hinges(self) -> None:
        T, numbers = self._turned, self._numbers
        for start, angle, mount, T_world_rest in self._hinges:
            T[:3, :3] = R = so3.exp(mount.axis * self._qpos[angle])
            T[:3, 3] = mount.point - R @ mount.point
            pose = T_world_rest @ T
            numbers[start : start + 3] = pose[:3, 3]
            numbers[start + 3 : start + 7] = so3.to_quat(pose[:3, :3])
