"""Marks on a turned thing: how it lies (red), and how it should (yellow), as in Figure 3-7."""

from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.draw.scene import Scene
from prehensile.lie import so3
from prehensile.mesh.decimate import solid_triangles
from prehensile.motion.clip import BodyTrack, Clip

GOAL = np.array([0.95, 0.75, 0.05])
NOW = np.array([0.85, 0.12, 0.10])
RADIUS = 0.0022
"""[m] of a mark"""


class Marks(NamedTuple):
    """Where marks of a thing are, in its own frame."""

    axes: tuple[int, ...]
    """along which they point"""
    height: float
    """[m] along z"""
    now: tuple[float, float]
    goal: tuple[float, float]
    """[m] from the middle, where they begin and end: side by side when the goal is reached"""
    ways: tuple[int, ...] = (1,)
    """of each axis: a hand hides half of what it holds"""


MARKS = {
    "dial": Marks((0,), 0.012, (0.030, 0.041), (0.043, 0.058)),
    "ball": Marks((0, 1, 2), 0.0, (0.031, 0.039), (0.041, 0.050), (1, -1)),
}
"""by task"""


def turned_thing(clip: Clip) -> BodyTrack:
    """What a clip of `turn` turns."""
    return next(body for body in clip.bodies if body.name == clip.meta["task"])


def goal_pose(clip: Clip) -> tuple[np.ndarray, np.ndarray]:
    """(3, 3) and (3,) [m] of the first goal: turned from where the thing began."""
    first = turned_thing(clip).pose[0]
    return so3.exp(np.array(clip.meta["goals"][0])) @ so3.from_quat(first[3:]), first[:3]


def angle_left(clip: Clip, k: int) -> float:
    """[rad] of frame ``k`` from the first goal, the shorter way round."""
    R = so3.from_quat(turned_thing(clip).pose[k][3:])
    return float(np.linalg.norm(so3.log(goal_pose(clip)[0].T @ R)))


def add_marks(scene: Scene, clip: Clip, k: int) -> None:
    """Those of frame ``k``."""
    marks, pose = MARKS[clip.meta["task"]], turned_thing(clip).pose[k]
    now = so3.from_quat(pose[3:]), pose[:3]
    for (R, at), (begin, end), color in (
        (now, marks.now, NOW),
        (goal_pose(clip), marks.goal, GOAL),
    ):
        for axis, way in product(marks.axes, marks.ways):
            vertices, faces = _rod(axis, way * begin, way * end)
            vertices[:, 2] += marks.height
            scene.add_body(vertices @ R.T + at, faces, color)


def _rod(axis: int, begin: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    """Along one of the axes, from one place to another [m]."""
    size = np.array([RADIUS, 0.5 * abs(end - begin), 0.0])
    vertices, faces = solid_triangles("capsule", size)
    along = np.roll(vertices, axis + 1, axis=1)  # made along z
    return along + 0.5 * (begin + end) * np.eye(3)[axis], faces
