"""What one hand and one body did: the moving parts of a clip."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.pictures.texture import Texture
from prehensile.frozen import frozen
from prehensile.motion._checked import (
    check_indices,
    check_near,
    check_unit,
    checked_name,
    checked_names,
    json_copy,
)

LIGHT_GREY = (0.8, 0.8, 0.8)


@dataclass(frozen=True, eq=False, repr=False)
class HandTrack:
    """A hand over T frames. Arrays are copied and read-only.

    Attributes:
        name: unique in its clip, by default the side.
        model: what the hand is, as JSON: a HandSpec or ``{"kind": ..., ...}``. Never
            interpreted here.
        joint_names: the n joints, in the order of the columns of ``q``.
        q: ``(T, n)`` float64 [rad].
        T_world_forearm: ``(T, 7)`` float64, xyz [m] and quaternion wxyz; origin at the wrist
            centre.
    """

    name: str
    model: dict[str, Any]
    joint_names: tuple[str, ...]
    q: np.ndarray
    T_world_forearm: np.ndarray

    def __post_init__(self):
        checked_name(self.name, "hand")
        of = f"of hand {self.name!r}"
        joints = checked_names(self.joint_names, "joint")
        q = frozen(self.q, np.float64, (None, len(joints)), f"q {of}")
        _set(
            self,
            model=json_copy(self.model, f"the model {of}"),
            joint_names=joints,
            q=q,
            T_world_forearm=frozen_pose(self.T_world_forearm, len(q), f"T_world_forearm {of}"),
        )

    def __repr__(self) -> str:
        return f"<HandTrack {self.name!r}: {len(self.q)} frames, {len(self.joint_names)} joints>"


@dataclass(frozen=True, eq=False, repr=False)
class BodyTrack:
    """A rigid body over T frames, with the mesh that shows it. Arrays are copied and read-only.

    Attributes:
        name: unique in its clip.
        vertices: ``(V, 3)`` float32 [m], body frame.
        faces: ``(F, 3)`` int32 rows of ``vertices``, anticlockwise seen from outside.
        pose: ``T_world_body (T, 7)`` float64, xyz [m] and quaternion wxyz.
        color: ``(3,)`` float64, red green blue from 0 to 1 (sRGB).
        texture: a picture on its faces, shown instead of the colour; None without one.
    """

    name: str
    vertices: np.ndarray
    faces: np.ndarray
    pose: np.ndarray
    color: np.ndarray = field(default_factory=lambda: np.array(LIGHT_GREY))
    texture: Texture | None = None

    def __post_init__(self):
        checked_name(self.name, "body")
        of = f"of body {self.name!r}"
        vertices = frozen(self.vertices, np.float32, (None, 3), f"vertices {of}")
        check_near(vertices, f"vertices {of}")
        faces = frozen(self.faces, np.int32, (None, 3), f"faces {of}")
        check_indices(faces, len(vertices), f"faces {of}", "vertices")
        color = frozen(self.color, np.float64, (3,), f"color {of}")
        if color.min() < 0 or color.max() > 1:
            raise InputError(f"color {of} must lie between 0 and 1, got {color.tolist()}.")
        pose = frozen_pose(self.pose, None, f"pose {of}")
        if self.texture is not None and len(self.texture.corner_uv) != len(faces):
            raise InputError(f"the texture {of} does not fit its {len(faces)} faces.")
        _set(self, vertices=vertices, faces=faces, color=color, pose=pose)

    def __repr__(self) -> str:
        return f"<BodyTrack {self.name!r}: {len(self.pose)} frames, {len(self.faces)} faces>"


def frozen_pose(pose: np.ndarray, frames: int | None, name: str) -> np.ndarray:
    """Read-only ``(frames, 7)`` xyz + wxyz with unit quaternions, stored as given."""
    pose = frozen(pose, np.float64, (frames, 7), name)
    check_near(pose[:, :3], name)
    check_unit(pose[:, 3:], f"the quaternions (wxyz) in {name}")
    return pose


def _set(track: object, **fields: object) -> None:
    for key, value in fields.items():
        object.__setattr__(track, key, value)
