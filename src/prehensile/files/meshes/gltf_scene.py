"""The triangles of a glTF scene: put together by its nodes, with their names and materials'."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.files.limits import MAX_FACES
from prehensile.files.meshes.raw_mesh import Labels, RawMesh
from prehensile.files.opened import parsing
from prehensile.lie import so3

MAX_DEPTH = 64
"""Nodes below one another."""
TRIANGLES, STRIP, FAN = 4, 5, 6
"""glTF's modes of surfaces; points and lines are passed over."""
HARMLESS = ("KHR_texture_transform", "KHR_mesh_quantization", "KHR_materials_", "EXT_texture_webp")
"""Required extensions, or beginnings of their names, that leave geometry readable."""


def read_gltf_scene(path: str | Path) -> RawMesh:
    """What the scene of a ``.glb`` or ``.gltf`` shows, y up as the file has it.

    A face belongs to its node and those above it, which lend it their names, and to its material.
    A node without a name has that of its mesh.

    Raises:
        FileError: missing, damaged, compressed, or larger than `MAX_FACES` in all its copies.
    """
    file = GltfFile(path)
    with parsing(path, "gltf"):
        return _put_together(file)


class _Shown(NamedTuple):
    """A mesh where a node shows it."""

    mesh: dict[str, Any]
    place: NDArray[np.float64]
    """(4, 4) node → scene"""
    names: tuple[str, ...]
    """of the node and those above it"""


def _put_together(file: GltfFile) -> RawMesh:
    _refuse_compression(file)
    shown = list(_nodes(file))
    _check_size(file, shown)
    labels, points, faces, of_face, count = Labels(), [], [], [], 0
    for mesh, place, names in shown:
        for primitive in mesh.get("primitives", []):
            corners, triangles = _surface(file, primitive)
            points.append(corners @ place[:3, :3].T + place[:3, 3])
            mirrored = np.linalg.det(place[:3, :3]) < 0.0
            faces.append((triangles[:, ::-1] if mirrored else triangles) + count)
            count += len(corners)
            material = _material(file, primitive).get("name", "")
            number = labels.number(names, (str(material),))
            of_face.append(np.full(len(triangles), number, dtype=np.int64))
    if not faces:
        return RawMesh(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64), {})
    return RawMesh(
        np.concatenate(points), np.concatenate(faces), labels.regions(np.concatenate(of_face))
    )


def _refuse_compression(file: GltfFile) -> None:
    required = file.json.get("extensionsRequired", [])
    bad = [str(name) for name in required if not str(name).startswith(HARMLESS)]
    if bad:
        raise InputError(f"it needs {', '.join(bad)}: export it without compression")


def _nodes(file: GltfFile) -> Iterator[_Shown]:
    """The meshes of the file's scene with their places; without a scene, of all its nodes."""
    nodes = file.list("nodes")
    below = {child for node in nodes for child in node.get("children", [])}
    roots = [k for k in range(len(nodes)) if k not in below]
    if file.list("scenes"):
        roots = file.item("scenes", file.json.get("scene", 0)).get("nodes", [])
    todo = [(k, np.eye(4), ()) for k in reversed(roots)]
    met = 0
    while todo:
        index, above, names = todo.pop()
        node = file.item("nodes", index)
        met += 1
        if met > len(nodes) or len(names) > MAX_DEPTH:
            raise InputError("its nodes are their own parents, or nested too deeply")
        place = above @ _local(node)
        mesh = file.item("meshes", node["mesh"]) if "mesh" in node else {}
        own = str(node.get("name") or mesh.get("name") or "")
        if mesh:
            yield _Shown(mesh, place, (own, *names))
        todo += [(k, place, (own, *names)) for k in reversed(node.get("children", []))]


def _local(node: dict[str, Any]) -> NDArray[np.float64]:
    """(4, 4) node → the node above it."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    place = np.eye(4)
    x, y, z, w = np.array(node.get("rotation", (0.0, 0.0, 0.0, 1.0)), dtype=float)
    scale = np.array(node.get("scale", (1.0, 1.0, 1.0)), dtype=float)
    place[:3, :3] = so3.from_quat([w, x, y, z]) * scale
    place[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return place


def _check_size(file: GltfFile, shown: list[_Shown]) -> None:
    """Refuse a file whose nodes show so many copies of its meshes that they fill the memory."""
    size: dict[int, int] = {}
    total = 0
    for mesh, _, _ in shown:
        if id(mesh) not in size:
            used = [
                key
                for part in mesh.get("primitives", [])
                for key in (part.get("indices"), part.get("attributes", {}).get("POSITION"))
                if key is not None
            ]
            size[id(mesh)] = sum(int(file.item("accessors", k).get("count", 0)) for k in used)
        total += size[id(mesh)]
    if total > 3 * MAX_FACES:
        raise InputError(f"its nodes show more than {MAX_FACES:,} faces in all; decimate it")


def _surface(
    file: GltfFile, primitive: dict[str, Any]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Points (V, 3) and triangles (F, 3) of one primitive; none of lines and points."""
    mode = primitive.get("mode", TRIANGLES)
    if mode not in (TRIANGLES, STRIP, FAN):
        return np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64)
    points = file.numbers(primitive["attributes"]["POSITION"])
    if points.shape[1] != 3:
        raise InputError(f"its positions have {points.shape[1]} numbers, not 3")
    rows = np.arange(len(points))
    if "indices" in primitive:
        rows = file.array(primitive["indices"])[:, 0].astype(np.int64)
    if len(rows) and rows.max() >= len(points):
        raise InputError(f"a face names vertex {rows.max()} of {len(points)}")
    if mode == TRIANGLES:
        return points, rows[: len(rows) // 3 * 3].reshape(-1, 3)
    first = np.full(max(len(rows) - 2, 0), rows[0] if len(rows) else 0)
    if mode == FAN:
        return points, np.stack([first, rows[1:-1], rows[2:]], axis=1)
    strip = np.stack([rows[:-2], rows[1:-1], rows[2:]], axis=1)
    strip[1::2] = strip[1::2, [1, 0, 2]]  # every other one runs the other way
    return points, strip


def _material(file: GltfFile, primitive: dict[str, Any]) -> dict[str, Any]:
    return file.item("materials", primitive["material"]) if "material" in primitive else {}
