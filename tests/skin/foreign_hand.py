"""Skinned hands such as a stranger might send, written without any of the code that reads them."""

import base64
import json
import struct
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import joint_tree, webxr_joints
from prehensile.kinematics.forward import segment_transforms

SIDES_OF_TUBE = 8
OPENXR = {
    "phalanx-proximal": "Proximal", "phalanx-intermediate": "Intermediate",
    "phalanx-distal": "Distal", "metacarpal": "Metacarpal", "tip": "Tip",
}  # fmt: skip


def openxr_name(joint: str, side: str) -> str:
    """``index-finger-phalanx-proximal`` → ``Index_Proximal_R``."""
    end = side[0].upper()
    if joint == "wrist":
        return f"Wrist_{end}"
    digit, _, part = joint.replace("-finger", "").partition("-")
    digit = "little" if digit == "pinky" else digit
    return f"{digit.capitalize()}_{OPENXR[part]}_{end}"


@dataclass
class ForeignHand:
    """A hand of tubes round the bones of one of ours, to be spoiled and written."""

    names: list[str]
    places: np.ndarray
    """(J, 3)"""
    parents: list[int]
    vertices: np.ndarray
    faces: np.ndarray
    joints: np.ndarray
    weights: np.ndarray
    uv: np.ndarray
    material: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    """further top-level lists of the document"""
    with_uv: bool = True
    axes: np.ndarray | None = None
    """(J, 3, 3) of the joints' frames; the file's own if left out"""
    keys: dict[str, np.ndarray] = field(default_factory=dict)
    """name → (V, 3) displacements of a shape key"""
    above: dict[str, Any] | None = None
    """a node that the joints without a parent hang on; joints then stand where they are bound"""

    def bind(self) -> np.ndarray:
        """Joint → file (J, 4, 4) in the bind pose."""
        bind = np.tile(np.eye(4), (len(self.places), 1, 1))
        bind[:, :3, 3] = self.places
        if self.axes is not None:
            bind[:, :3, :3] = self.axes
        return bind

    def renamed(self, names: dict[str, str | None], side: str) -> "ForeignHand":
        """With the joints that ``names`` has, under its names; the next above carries the rest."""
        kept = [k for k, name in enumerate(self.names) if names[name] is not None]
        at = []
        for k in range(len(self.names)):
            while k not in kept:
                k = self.parents[k]
            at.append(kept.index(k))
        new = np.array(at)
        parents = [self.parents[k] for k in kept]
        return replace(
            self,
            names=[str(names[self.names[k]]) for k in kept],
            places=self.places[kept],
            axes=None if self.axes is None else self.axes[kept],
            parents=[-1 if p < 0 else at[p] for p in parents],
            joints=new[self.joints],
        )

    def document(self) -> tuple[dict[str, Any], bytes]:
        """The JSON and its one buffer."""
        data, views, accessors = bytearray(), [], []

        def add(array: np.ndarray, kind: str, code: int) -> int:
            data.extend(b"\0" * (-len(data) % 4))
            views.append({"buffer": 0, "byteOffset": len(data), "byteLength": array.nbytes})
            accessors.append(
                {"bufferView": len(views) - 1, "componentType": code, "count": len(array),
                 "type": kind}
            )  # fmt: skip
            data.extend(array.tobytes())
            return len(accessors) - 1

        inverse = np.linalg.inv(self.bind())
        attributes = {
            "POSITION": add(self.vertices.astype("<f4"), "VEC3", 5126),
            "JOINTS_0": add(self.joints.astype("<u2"), "VEC4", 5123),
            "WEIGHTS_0": add(self.weights.astype("<f4"), "VEC4", 5126),
        }
        if self.with_uv:
            attributes["TEXCOORD_0"] = add(self.uv.astype("<f4"), "VEC2", 5126)
        primitive: dict[str, Any] = {
            "attributes": attributes,
            "indices": add(self.faces.astype("<u4").reshape(-1, 1), "SCALAR", 5125),
        }
        mesh: dict[str, Any] = {"primitives": [primitive]}
        if self.keys:
            primitive["targets"] = [
                {"POSITION": add(moved.astype("<f4"), "VEC3", 5126)} for moved in self.keys.values()
            ]
            mesh["extras"] = {"targetNames": list(self.keys)}
        document: dict[str, Any] = {"asset": {"version": "2.0"}, **self.extra}
        if self.material is not None:
            document["materials"] = [self.material]
            primitive["material"] = 0
        nodes: list[dict[str, Any]] = [{"name": name} for name in self.names]
        for k, parent in enumerate(self.parents):
            if parent >= 0:
                nodes[parent].setdefault("children", []).append(k)
        nodes.append({"name": "body", "mesh": 0, "skin": 0})
        if self.above is not None:
            self._stand(nodes)
            document |= {"scene": 0, "scenes": [{"nodes": [len(nodes) - 2, len(nodes) - 1]}]}
        matrices = add(inverse.transpose(0, 2, 1).reshape(-1, 16).astype("<f4"), "MAT4", 5126)
        document |= {
            "nodes": nodes,
            "meshes": [mesh],
            "skins": [{"joints": list(range(len(self.names))), "inverseBindMatrices": matrices}],
            "accessors": accessors,
            "bufferViews": views,
            "buffers": [{"byteLength": len(data)}],
        }
        return document, bytes(data)

    def _stand(self, nodes: list[dict[str, Any]]) -> None:
        """Give the nodes of joints their places, and a parent where they have none."""
        assert self.above is not None
        roots = [k for k, parent in enumerate(self.parents) if parent < 0]
        nodes.append({**self.above, "children": roots})
        bind = self.bind()
        for k, parent in enumerate(self.parents):
            local = bind[k] if parent < 0 else np.linalg.inv(bind[parent]) @ bind[k]
            nodes[k]["translation"] = local[:3, 3].tolist()
            nodes[k]["rotation"] = Rotation.from_matrix(local[:3, :3]).as_quat().tolist()

    def save(self, path: Path) -> Path:
        """As GLB or, by the ending, as glTF with everything inside."""
        document, data = self.document()
        if path.suffix == ".gltf":
            text = base64.b64encode(data).decode()
            document["buffers"][0]["uri"] = f"data:application/octet-stream;base64,{text}"
            path.write_text(json.dumps(document))
        else:
            path.write_bytes(glb(document, data))
        return path


def glb(document: dict[str, Any], data: bytes) -> bytes:
    """A GLB of a document and its buffer."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    head = struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data))
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    return head + chunks + struct.pack("<II", len(data), 0x004E4942) + data


def foreign_hand(
    spec: HandSpec, q: np.ndarray, T: np.ndarray | None = None, named: str = "webxr"
) -> ForeignHand:
    """A closed hand of tubes, posed and put anywhere.

    Args:
        spec: whose bones.
        q: (23,) [rad] of its bind pose.
        T: (4, 4) palm → file.
        named: ``webxr`` or ``openxr``.
    """
    hand = spec.build()
    tree, poses = joint_tree(hand), segment_transforms(hand, q, T)
    frames = np.stack([poses[name] for name in tree.segments]) @ tree.T_segment_joint
    names, parents = webxr_joints()
    places = frames[:, :3, 3]
    vertices, faces, joints, weights, uv = [], [], [], [], []
    count = 0
    for k, parent in enumerate(parents):
        if parent < 0:
            continue
        radius = 0.006 if names[parent] != "wrist" else 0.011
        tube, triangles = _tube(places[parent], places[k], radius)
        vertices.append(tube)
        faces.append(triangles + count)
        near = np.linalg.norm(tube - places[parent], axis=1)
        far = np.linalg.norm(tube - places[k], axis=1)
        both = np.zeros((len(tube), 4), int)
        both[:, 1] = k
        both[:, 0] = parent
        share = np.zeros((len(tube), 4))
        share[:, 0] = far / (near + far)
        share[:, 1] = 1 - share[:, 0]
        share[:, :2] = np.round(share[:, :2])  # the bone's own joint carries it
        joints.append(both)
        weights.append(share)
        across = (k + 0.8 * (np.arange(len(tube)) % 2)) / 26
        uv.append(np.column_stack([np.linspace(0, 1, len(tube)), across]))
        count += len(tube)
    return ForeignHand(
        names=list(names) if named == "webxr" else [openxr_name(n, spec.side) for n in names],
        places=places,
        parents=list(parents),
        vertices=np.concatenate(vertices),
        faces=np.concatenate(faces),
        joints=np.concatenate(joints),
        weights=np.concatenate(weights),
        uv=np.concatenate(uv),
    )


def _tube(start: np.ndarray, end: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """A closed prism, its faces anticlockwise seen from outside."""
    x = (end - start) / np.linalg.norm(end - start)
    y = np.cross(x, [0.3, 0.5, 0.8])
    y /= np.linalg.norm(y)
    z, n = np.cross(x, y), SIDES_OF_TUBE
    angle = 2 * np.pi * np.arange(n) / n
    ring = radius * (np.cos(angle)[:, None] * y + np.sin(angle)[:, None] * z)
    vertices = np.concatenate([start + ring, end + ring, [start], [end]])
    a, b = np.arange(n), (np.arange(n) + 1) % n
    sides = [
        (a, b, b + n),
        (a, b + n, a + n),
        (b, a, 0 * a + 2 * n),
        (a + n, b + n, 0 * a + 2 * n + 1),
    ]
    return vertices, np.concatenate([np.stack(s, axis=1) for s in sides])
