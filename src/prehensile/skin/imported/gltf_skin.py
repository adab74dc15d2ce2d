"""The skinned mesh of a glTF file: its surface, its bones and what they carry, as they stand there.

Only what the file says is collected here, in its own frame and unit; what it means for a hand is
decided by `imported_rig`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.hand.spec import Side
from prehensile.skin.imported.hand_skins import hand_skins
from prehensile.skin.imported.joint_names import JointName
from prehensile.skin.imported.node_tree import NodeTree, read_node_tree
from prehensile.skin.imported.rig_names import OWN_NAMES, RigNames
from prehensile.skin.imported.shape_keys import ShapeKeys, read_shape_keys

MAX_VERTICES = 300_000
"""Film hands have a tenth; more is a mistake, and slow."""
TRIANGLES = 4
"""glTF's mode of separate triangles."""
HARMLESS = ("KHR_texture_transform", "KHR_mesh_quantization", "KHR_materials_", "EXT_texture_webp")
"""Required extensions, or beginnings of their names, that leave geometry readable."""


@dataclass(frozen=True, eq=False)
class MeshPart:
    """One of the mesh's pieces, as its maker divided it."""

    name: str
    """of its node, mesh and material, for the words in it"""
    material: dict[str, Any]
    """as glTF has it; empty for none"""
    faces: slice
    """rows of ``SkinnedMesh.faces``"""


@dataclass(frozen=True, eq=False)
class SkinnedMesh:
    """A mesh bound to joints, in the file's own frame and unit."""

    vertices: np.ndarray
    """(V, 3) bind pose"""
    faces: np.ndarray
    """(F, 3), anticlockwise seen from outside"""
    normals: np.ndarray | None
    """(V, 3) as stored; None where the file has none"""
    uv: np.ndarray | None
    """(V, 2) places in its pictures; None where the file has none"""
    colors: np.ndarray | None
    """(V, 3) linear, from 0 to 1; None where the file has none"""
    joints: np.ndarray
    """(V, K) rows of ``names``"""
    weights: np.ndarray
    """(V, K) share of each of ``joints``"""
    names: tuple[JointName, ...]
    """what each joint is"""
    labels: tuple[str, ...]
    """what each joint is called in the file"""
    tree: NodeTree
    """the joints among the file's nodes"""
    bind: np.ndarray
    """(J, 4, 4) joint → mesh in the bind pose"""
    parts: tuple[MeshPart, ...]
    keys: ShapeKeys
    notes: tuple[str, ...]
    """what was left out"""

    @property
    def parents(self) -> tuple[int, ...]:
        """Row of the next joint above each one; −1 where there is none."""
        return self.tree.joint_parents()


def read_skinned_mesh(
    file: GltfFile, side: Side | None, named: RigNames = OWN_NAMES
) -> SkinnedMesh:
    """The skinned hand of a file, or the body that it belongs to.

    Args:
        file: an opened glTF file.
        side: the hand that is wanted, where the file holds two.
        named: what its bones are.

    Raises:
        InputError: no skin, none of a hand, two hands, compressed, or damaged.
    """
    _refuse_compression(file)
    skins, notes = hand_skins(file, side, named)
    first = file.item("skins", skins[0])
    nodes = [int(k) for k in first["joints"]]
    labels = tuple(str(file.item("nodes", k).get("name", "")) for k in nodes)
    pieces = [
        (node, primitive)
        for node in file.list("nodes")
        if node.get("skin") in skins and "mesh" in node
        for primitive in file.item("meshes", node["mesh"])["primitives"]
    ]
    if not pieces:
        raise InputError("no mesh is bound to its bones: parent the mesh to the armature")
    count, arrays, parts = 0, [], []
    for node, primitive in pieces:
        columns = [nodes.index(k) for k in file.item("skins", node["skin"])["joints"]]
        piece = _piece(file, primitive, np.array(columns))
        start = sum(len(a["faces"]) for a in arrays)
        piece["faces"] = piece["faces"] + count
        count += len(piece["vertices"])
        if count > MAX_VERTICES:
            raise InputError(f"it has more than {MAX_VERTICES} vertices: decimate it first")
        arrays.append(piece)
        parts.append(_part(file, node, primitive, slice(start, start + len(piece["faces"]))))
    return SkinnedMesh(
        vertices=np.concatenate([a["vertices"] for a in arrays]),
        faces=np.concatenate([a["faces"] for a in arrays]),
        normals=_whole(arrays, "normals"),
        uv=_whole(arrays, "uv"),
        colors=_whole(arrays, "colors"),
        joints=_padded(arrays, "joints"),
        weights=_padded(arrays, "weights"),
        names=named.read(labels),
        labels=labels,
        tree=read_node_tree(file, nodes),
        bind=_bind(file, first, labels),
        parts=tuple(parts),
        keys=read_shape_keys(
            file,
            [(p, len(a["vertices"])) for (_, p), a in zip(pieces, arrays, strict=True)],
            [file.item("meshes", node["mesh"]) for node, _ in pieces],
        ),
        notes=tuple(dict.fromkeys(notes)),
    )


def _refuse_compression(file: GltfFile) -> None:
    required = file.json.get("extensionsRequired", [])
    bad = [name for name in required if not str(name).startswith(HARMLESS)]
    if bad:
        raise InputError(f"it needs {', '.join(map(str, bad))}: export it without compression")


def _piece(file: GltfFile, primitive: dict[str, Any], columns: np.ndarray) -> dict[str, Any]:
    """One primitive's arrays; what it lacks is None."""
    if primitive.get("mode", TRIANGLES) != TRIANGLES:
        raise InputError(f"a mesh has mode {primitive['mode']!r}: export it as triangles")
    at = primitive["attributes"]
    vertices = file.numbers(at["POSITION"])
    n = len(vertices)
    if "indices" in primitive:
        flat = file.array(primitive["indices"])[:, 0].astype(np.int64)
    else:
        flat = np.arange(n)
    if len(flat) % 3 or (len(flat) and flat.max() >= n):
        raise InputError("a mesh's faces refer to vertices that it does not have")

    def read(key: str) -> np.ndarray | None:
        if key not in at:
            return None
        values = file.numbers(at[key])
        if len(values) != n:
            raise InputError(f"a mesh has {len(values)} {key} for {n} vertices")
        return values

    joints, weights = [], []
    for k in range(4):
        of, share = read(f"JOINTS_{k}"), read(f"WEIGHTS_{k}")
        if of is None or share is None:
            break
        if of.shape != share.shape:
            raise InputError(f"its JOINTS_{k} are {of.shape} and its WEIGHTS_{k} {share.shape}")
        if len(of) and of.max() >= len(columns):
            raise InputError(f"a vertex hangs on joint {int(of.max())} of {len(columns)}")
        joints.append(columns[of.astype(int)])
        weights.append(np.maximum(share, 0.0))
    none = np.zeros((n, 1))
    color = read("COLOR_0")
    return {
        "vertices": vertices,
        "faces": flat.reshape(-1, 3),
        "normals": read("NORMAL"),
        "uv": read(f"TEXCOORD_{_uv_set(file, primitive)}"),
        "colors": None if color is None else np.clip(color[:, :3], 0, 1),
        "joints": np.concatenate(joints, axis=1) if joints else none.astype(int),
        "weights": np.concatenate(weights, axis=1) if weights else none,
    }


def _uv_set(file: GltfFile, primitive: dict[str, Any]) -> int:
    picture = _material(file, primitive).get("pbrMetallicRoughness", {}).get("baseColorTexture", {})
    return int(picture.get("texCoord", 0))


def _material(file: GltfFile, primitive: dict[str, Any]) -> dict[str, Any]:
    return file.item("materials", primitive["material"]) if "material" in primitive else {}


def _part(
    file: GltfFile, node: dict[str, Any], primitive: dict[str, Any], faces: slice
) -> MeshPart:
    material, mesh = _material(file, primitive), file.item("meshes", node["mesh"])
    words = [str(item.get("name", "")) for item in (node, mesh, material)]
    return MeshPart(" ".join(words), material, faces)


def _whole(arrays: list[dict[str, Any]], key: str) -> np.ndarray | None:
    """One attribute of all pieces; None unless all have it."""
    parts = [a[key] for a in arrays]
    return None if any(part is None for part in parts) else np.concatenate(parts)


def _padded(arrays: list[dict[str, Any]], key: str) -> np.ndarray:
    """Joints or weights of all pieces (V, K), those with fewer filled up with zeros."""
    width = max(a[key].shape[1] for a in arrays)
    return np.concatenate([np.pad(a[key], ((0, 0), (0, width - a[key].shape[1]))) for a in arrays])


def _bind(file: GltfFile, skin: dict[str, Any], labels: tuple[str, ...]) -> np.ndarray:
    if "inverseBindMatrices" not in skin:
        raise InputError("its skin has no inverse bind matrices, so its rest pose is unknown")
    stored = file.numbers(skin["inverseBindMatrices"])
    if stored.shape != (len(labels), 16):
        raise InputError(f"its skin has {len(stored)} bind matrices for {len(labels)} joints")
    matrices = stored.reshape(-1, 4, 4).transpose(0, 2, 1)
    flat = np.abs(np.linalg.det(matrices[:, :3, :3])) < 1e-12
    if flat.any():
        raise InputError(f"the joint {labels[int(np.argmax(flat))]!r} is scaled to nothing")
    return np.linalg.inv(matrices)
