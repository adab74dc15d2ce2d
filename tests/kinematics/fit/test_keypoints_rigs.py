"""Bind poses of hand rigs that others made, read here with a reader of a few lines."""

import json
import struct

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.kinematics.fit.keypoint_layout import CONVENTIONS, layout_points
from prehensile.kinematics.fit.keypoints import fit_keypoints

GODOT_DIGIT = {"pinky": "little"}


def joint_positions(path) -> dict[str, np.ndarray]:
    """Node name → position [m] in a glTF scene's frame (y up)."""
    raw = path.read_bytes()
    if raw[:4] == b"glTF":
        raw = raw[20 : 20 + struct.unpack("<I", raw[12:16])[0]]
    nodes = json.loads(raw)["nodes"]
    parent = {child: k for k, node in enumerate(nodes) for child in node.get("children", ())}

    def world(k):
        node, T = nodes[k], np.eye(4)
        T[:3, :3] = Rotation.from_quat(node.get("rotation", (0, 0, 0, 1))).as_matrix()
        T[:3, :3] *= node.get("scale", (1, 1, 1))
        T[:3, 3] = node.get("translation", (0, 0, 0))
        return world(parent[k]) @ T if k in parent else T

    return {node["name"]: world(k)[:3, 3] for k, node in enumerate(nodes)}


def godot_name(name, side) -> str:
    """``index-finger-phalanx-distal`` → ``Index_Distal_R``."""
    words = name.split("-")
    parts = [GODOT_DIGIT.get(words[0], words[0]), *words[1:][-1:]]
    return "_".join([*(part.capitalize() for part in parts), side])


@pytest.mark.parametrize("side", ["right", "left"])
def test_webxr_generic_hand(side, reference_data):
    joints = joint_positions(reference_data("hands", "webxr_generic", f"{side}.glb"))
    fit = fit_keypoints([joints[name] for name in layout_points("webxr")], "webxr")
    assert fit.hand.side == side
    assert 1e3 * fit.median_residual < 0.9
    assert 0.15 < fit.hand.length < 0.2
    fingers = [k for k, n in enumerate(fit.names) if n not in ("wrist", *CONVENTIONS)]
    assert 1e3 * fit.residual[fingers].max() < 7


@pytest.mark.parametrize(
    ("file", "side"), [("hand_r.gltf", "right"), ("Hand_Nails_L.gltf", "left")]
)
def test_godot_hand(file, side, reference_data):
    joints = joint_positions(reference_data("hands", "godot_cc0", file))
    names = layout_points("openxr")
    points = [joints[godot_name(name, side[0].upper())] for name in names]
    fit = fit_keypoints(points, "openxr")
    assert fit.hand.side == side
    assert 1e3 * fit.median_residual < 1.0
    off = {name: 1e3 * r for name, r in zip(names, fit.residual, strict=True)}
    # This rig's palm bone is not at the middle of the metacarpal; the fit must not follow it.
    assert off["palm"] > 40
    assert max(r for name, r in off.items() if name not in CONVENTIONS) < 5
