"""The skinned hand of the WebXR input profiles (MIT licence), as arrays in our conventions.

The file is not ours and not in our repository: ``make page`` fetches it from the npm package
``@webxr-input-profiles/assets``. Only the right hand is read; a left one is its mirror image.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.lie import se3
from prehensile.motion.glb_file import GlbFile, one_line
from prehensile.skin.subdivide import loop_subdivision

R_PALM_ASSET = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
"""The asset's fingers point to −y, its thumb to −z, the back of its hand to +x."""

WELD = 1e-6
"""[m] Vertices nearer than this are one: the file repeats them where its texture has a seam."""

CUT_SLOPE, CUT_REACH = 0.24, 0.015
"""Slope of the asset's cut through the arm, and how far in front of it [m] it is straightened."""


@dataclass(frozen=True, eq=False)
class WebXRHand:
    """The right hand as its makers bound it, subdivided once, in its own palm frame (ours: origin
    at the wrist, +x to the fingers, +z out of the back, +y to the thumb).
    """

    T_palm_joint: np.ndarray
    """(25, 4, 4) joints in the order of `webxr_joints`: +x along the bone, +z out of its back"""
    lengths: np.ndarray
    """(25,) [m] to the next joint; for tips and what they hang on, to the end of the finger"""
    vertices: np.ndarray
    """(V, 3) [m]"""
    faces: np.ndarray
    """(F, 3), closed, anticlockwise seen from outside"""
    weights: np.ndarray
    """(V, 25), rows sum to 1"""


@cache
def webxr_hand() -> WebXRHand:
    """The hand from the file that ``make page`` fetched.

    Raises:
        FileError: the file is missing or damaged.
    """
    path = Path(str(resources.files("prehensile.skin").joinpath("static/right.glb")))
    if not path.exists():
        raise FileError(
            "the hand's skin is missing (skin/static/right.glb): run `make page`, which fetches it."
        )
    try:
        return _parsed(GlbFile(path))
    except (InputError, FileError, KeyError, IndexError, TypeError, ValueError) as error:
        raise FileError(
            f"the hand's skin {path} is damaged ({one_line(error)}): run `make page`."
        ) from None


def _parsed(file: GlbFile) -> WebXRHand:
    gltf = file.json
    primitive, skin = gltf["meshes"][0]["primitives"][0], gltf["skins"][0]
    get = {key: file.array(k) for key, k in primitive["attributes"].items()}
    faces = file.array(primitive["indices"]).reshape(-1, 3)
    bind = np.linalg.inv(
        file.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    )
    names, parents = webxr_joints()
    stored = [gltf["nodes"][k]["name"] for k in skin["joints"]]
    order = [stored.index(name) for name in names]
    weights = np.zeros((len(get["POSITION"]), len(stored)))
    np.add.at(
        weights, (np.arange(len(weights))[:, None], get["JOINTS_0"].astype(int)), get["WEIGHTS_0"]
    )
    vertices, faces, weights = _welded(get["POSITION"].astype(float), faces, weights[:, order])
    T = np.eye(4)
    T[:3, :3] = R_PALM_ASSET
    T[:3, 3] = -R_PALM_ASSET @ bind[order[0], :3, 3]
    finer, faces = loop_subdivision(faces, len(vertices))
    vertices, weights = _cut_straight(se3.apply(T, finer @ vertices)), finer @ weights
    frames, lengths = _bones(T @ bind[order], parents, vertices, weights)
    return WebXRHand(frames, lengths, vertices, faces, weights)


def _welded(
    vertices: np.ndarray, faces: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    _, first, row = np.unique(
        np.round(vertices / WELD), axis=0, return_index=True, return_inverse=True
    )
    return vertices[first], row.reshape(-1)[faces], weights[first]


def _cut_straight(vertices: np.ndarray) -> np.ndarray:
    """The asset's arm ends obliquely: sheared behind the wrist, it ends square to the arm."""
    x, _, z = vertices.T
    sheared = x - CUT_SLOPE * z * np.clip(-x / CUT_REACH, 0, 1)
    return np.column_stack([sheared, vertices[:, 1:]])


def _bones(
    T: np.ndarray, parents: tuple[int, ...], vertices: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Frames with +x along each bone and +z nearest to WebXR's +y (the back), and lengths."""
    frames, lengths = T.copy(), np.zeros(len(T))
    frames[0, :3, :3] = np.eye(3)
    lengths[0] = T[webxr_joints()[0].index("middle-finger-phalanx-proximal"), 0, 3]
    for k in range(1, len(T)):
        is_tip = k not in parents
        # A tip goes on like the phalanx before it; metacarpals and phalanges point to the next.
        start, end = (parents[k], k) if is_tip else (k, k + 1)
        bone = T[end, :3, 3] - T[start, :3, 3]
        lengths[k] = np.linalg.norm(bone)
        x = bone / lengths[k]
        back = T[start, :3, 1]
        z = back - x * (back @ x)
        z /= np.linalg.norm(z)
        frames[k, :3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
        if is_tip:
            owned = weights[:, start] > 0.5
            lengths[start] = ((vertices[owned] - T[start, :3, 3]) @ x).max()
            frames[k, :3, 3] = T[start, :3, 3] + lengths[start] * x
            lengths[k] = 0.0
    return frames, lengths
