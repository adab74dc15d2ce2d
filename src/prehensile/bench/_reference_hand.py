"""An artist's hand from the reference data, and our own hand brought to its sizes and pose."""

import base64
import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.hand.segments import PALM, TIP_SEGMENT, digit_segments
from prehensile.hand.skeleton import KNUCKLE_Y_OF_BREADTH
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.rigid_fit import rigid_fit
from prehensile.lie import se3
from prehensile.motion.glb_file import Gltf

REGULAR = 0.05
"""[mm/rad] Holds angles that the points leave open near zero."""
TIP_INSIDE = 0.72
"""Where its tip joints are, over the length of the last segment."""


@dataclass(frozen=True, eq=False)
class ReferenceHand:
    """A right hand in its bind pose, in its own palm frame (ours: x to the middle knuckle)."""

    vertices: np.ndarray
    """(V, 3) [m]"""
    normals: np.ndarray
    """(V, 3) unit"""
    faces: np.ndarray
    """(F, 3)"""
    joints: dict[str, np.ndarray]
    """(3,) [m] by name: ``Index_Proximal``, …"""
    lengths: dict[str, float]
    """[m] from the last joint to the end of the skin, by digit"""


def read_reference_hand(path: Path) -> ReferenceHand:
    """Read a right hand with OpenXR joint names from a glTF file with embedded data."""
    gltf = json.loads(path.read_text("utf-8"))
    file = Gltf(gltf, base64.b64decode(gltf["buffers"][0]["uri"].partition(",")[2]))
    primitive, skin = gltf["meshes"][0]["primitives"][0], gltf["skins"][0]
    get = {key: file.array(k) for key, k in primitive["attributes"].items()}
    stored = file.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4)
    bind = np.linalg.inv(stored.transpose(0, 2, 1).astype(float))
    names = [gltf["nodes"][k]["name"].removesuffix("_R") for k in skin["joints"]]
    joints = {name: T[:3, 3] for name, T in zip(names, bind, strict=True)}
    x = _unit(joints["Middle_Proximal"] - joints["Wrist"])
    y = joints["Index_Proximal"] - joints["Little_Proximal"]
    y = _unit(y - x * (x @ y))
    R, origin = np.stack([x, y, np.cross(x, y)]), joints["Wrist"]
    vertices = (get["POSITION"].astype(float) - origin) @ R.T
    joints = {name: R @ (p - origin) for name, p in joints.items()}
    owner = np.take_along_axis(get["JOINTS_0"], get["WEIGHTS_0"].argmax(axis=1)[:, None], axis=1)
    lengths = {}
    for digit in DIGITS:
        last, tip = (joints[f"{digit.capitalize()}_{part}"] for part in ("Distal", "Tip"))
        rows = [names.index(f"{digit.capitalize()}_{part}") for part in ("Distal", "Tip")]
        owned = vertices[np.isin(owner[:, 0], rows)]
        lengths[digit] = float(((owned - last) @ _unit(tip - last)).max())
    faces = file.array(primitive["indices"]).reshape(-1, 3).astype(int)
    return ReferenceHand(vertices, get["NORMAL"] @ R.T, faces, joints, lengths)


def matched_hand(reference: ReferenceHand) -> tuple[Hand, np.ndarray, np.ndarray]:
    """Our right hand with the reference's finger lengths and knuckles, posed like it.

    Returns:
        The hand, its joint angles (23,) [rad] and ``T_world_forearm`` (4, 4).
    """
    from scipy.optimize import least_squares

    at = reference.joints
    across = at["Index_Proximal"] - at["Little_Proximal"]
    breadth = across[1] / (KNUCKLE_Y_OF_BREADTH["index"] - KNUCKLE_Y_OF_BREADTH["little"])
    mean = HandSpec.mean("right")
    bones = mean.bone_lengths.copy()
    for k, digit in enumerate(DIGITS):
        name = digit.capitalize()
        chain = (
            ["Proximal", "Distal"] if digit == "thumb" else ["Proximal", "Intermediate", "Distal"]
        )
        gaps = [
            float(np.linalg.norm(at[f"{name}_{b}"] - at[f"{name}_{a}"])) for a, b in pairwise(chain)
        ]
        bones[k, 1 : 1 + len(gaps)] = gaps
        bones[k, 3:] *= reference.lengths[digit] / bones[k, 3:].sum()
        to_knuckle = np.linalg.norm(at[f"{name}_Proximal"] - at["Wrist"])
        bones[k, 0] *= to_knuckle / _wrist_to_knuckle(mean.build(), digit)
    hand = HandSpec("right", bones, float(breadth)).build()
    goal = np.concatenate([_points(at, digit) for digit in DIGITS])

    def misfit(q: np.ndarray) -> np.ndarray:
        ours = _our_points(hand, q)
        away = se3.apply(_laid_over(ours, goal), ours) - goal
        return np.append(1e3 * away.ravel(), REGULAR * q)

    free = np.array([not name.startswith("wrist") for name in JOINT_NAMES])
    start = np.zeros(len(JOINT_NAMES))

    def full(part: np.ndarray) -> np.ndarray:
        q = start.copy()
        q[free] = part
        return q

    found = least_squares(
        lambda part: misfit(full(part)), start[free], bounds=(hand.lower[free], hand.upper[free])
    )
    q = full(found.x)
    return hand, q, _laid_over(_our_points(hand, q), goal)


def _laid_over(ours: np.ndarray, goal: np.ndarray) -> np.ndarray:
    return rigid_fit(ours, goal[None], np.ones((1, len(goal))))[0]


def _points(at: dict[str, np.ndarray], digit: str) -> np.ndarray:
    parts = ["Proximal", "Distal", "Tip"]
    if digit != "thumb":
        parts.insert(1, "Intermediate")
    return np.stack([at[f"{digit.capitalize()}_{part}"] for part in parts])


def _our_points(hand: Hand, q: np.ndarray) -> np.ndarray:
    """The same points of ours; the reference's tip joints lie inside the fingertips."""
    poses = segment_transforms(hand, q)
    found = []
    for digit in DIGITS:
        names = digit_segments(digit)
        found += [poses[name][:3, 3] for name in (names[1:] if digit == "thumb" else names)]
        tip = poses[TIP_SEGMENT[digit]]
        found.append(
            tip[:3, 3] + TIP_INSIDE * hand.segments[TIP_SEGMENT[digit]].length * tip[:3, 0]
        )
    return np.stack(found)


def _wrist_to_knuckle(hand: Hand, digit: str) -> float:
    poses = segment_transforms(hand, np.zeros(len(JOINT_NAMES)))
    name = digit_segments(digit)[1 if digit == "thumb" else 0]
    return float(np.linalg.norm(poses[name][:3, 3] - poses[PALM][:3, 3]))


def _unit(v: np.ndarray) -> np.ndarray:
    return v / np.linalg.norm(v)
