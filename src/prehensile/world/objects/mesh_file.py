"""An object to hold from a mesh file: read safely, checked, repaired only where it is harmless."""

import io
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_json
from prehensile.files.glb import Gltf, glb_chunks
from prehensile.files.inside import Neighbours
from prehensile.files.opened import one_line, opened, plain_file
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.convex import Decomposition, convex_parts
from prehensile.world.objects.object import (
    UNITS,
    FloatArray,
    Object,
    check_length,
    open_edge_count,
)

SUFFIXES = (".glb", ".gltf", ".obj", ".off", ".ply", ".stl")
"""What we read: formats that hold geometry only. No loader here can run code or unpickle."""

DEFAULT_DENSITY = 300.0
"""[kg/m³] of an object whose mass is not given: things are hollow, so lighter than water."""

DEFAULT_MASS_RANGE = (0.01, 2.0)
"""[kg] A mass worked out from the volume stays within what a hand lifts with ease."""

MAX_FACES = 2_000_000


def load_mesh_object(
    path: str | Path,
    unit: str = "m",
    mass: float | None = None,
    density: float = DEFAULT_DENSITY,
    how: Decomposition | None = None,
) -> Object:
    """Read a closed mesh as a rigid object of uniform density.

    The file's origin and axes become the object frame, with one exception: glTF is y up by
    definition, and (x, y, z) becomes (x, −z, y). Several meshes in one file are put together by
    their transforms; where they overlap, mass counts twice. Duplicate vertices are merged and a
    mesh that is inside out is turned; holes are never filled silently.

    Args:
        path: a file with one of ``SUFFIXES``.
        unit: of lengths in the file: ``m``, ``cm``, ``mm`` or ``in``.
        mass: [kg]; if absent, volume times ``density``, within ``DEFAULT_MASS_RANGE``.
        density: [kg/m³]
        how: knobs of the convex decomposition.

    Raises:
        FileError: missing, unreadable or of an unknown kind.
        InputError: no closed mesh of a size to hold.
    """
    path = Path(path)
    if not (np.isfinite(density) and density > 0.0):
        raise InputError(f"density must be positive, not {density} kg/m³.")
    points, faces, volume = read_closed_mesh(path, unit)
    if mass is None:
        mass = float(np.clip(volume * density, *DEFAULT_MASS_RANGE))
    elif not (np.isfinite(mass) and mass > 0.0):  # before minutes of decomposition
        raise InputError(f"mass must be positive and finite, not {mass} kg.")
    parts = convex_parts(points, faces, how)
    return Object.from_mesh(path.stem, points, faces, parts, mass)


class ClosedMesh(NamedTuple):
    """A surface that encloses a volume."""

    points: FloatArray
    """(V, 3) [m], z up"""
    faces: NDArray[np.int32]
    """(F, 3), anticlockwise seen from outside"""
    volume: float
    """[m³]"""


def read_closed_mesh(path: str | Path, unit: str = "m") -> ClosedMesh:
    """What a mesh file holds, before it is cut into convex pieces.

    Raises:
        FileError, InputError, UnknownNameError: as `load_mesh_object`.
    """
    path = Path(path)
    if unit not in UNITS:
        raise UnknownNameError("unit", unit, UNITS)
    points, faces = _read(path)
    _check_arrays(path, points, faces)
    points, faces = _closed(path, points * UNITS[unit], faces, unit)
    moments = solid_moments(points, faces)
    if moments.volume < 0.0:
        faces = faces[:, ::-1]
    volume = abs(moments.volume)
    if volume <= 1e-9 * float(np.ptp(points, axis=0).max()) ** 3:
        raise InputError(f"{path} encloses no volume: it is flat or its faces cancel out.")
    return ClosedMesh(points, faces, volume)


def _read(path: Path) -> tuple[FloatArray, NDArray[np.int64]]:
    """Vertices in the file's unit, z up, and triangles."""
    suffix = path.suffix.lower()
    with opened(path, "mesh") as file:
        if suffix not in SUFFIXES:
            raise InputError(
                f"it is not a mesh file we read; the name must end in one of {' '.join(SUFFIXES)}"
            )
        try:
            points, faces = _parse(file.read(), suffix, path.parent)
        except AssertionError as error:  # of trimesh: it says so of files, not of itself
            raise ValueError(str(error)) from error
    if suffix in (".glb", ".gltf"):
        points = np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)
    return points, faces


def _parse(content: bytes, suffix: str, folder: Path) -> tuple[FloatArray, NDArray[np.int64]]:
    import trimesh  # here: it takes 0.2 s to load

    options: dict[str, Any] = {"process": False}
    if suffix in (".obj", ".glb", ".gltf"):
        options["skip_materials"] = True  # pictures are never opened
    if suffix in (".glb", ".gltf"):
        document = glb_chunks(content)[0] if content[:4] == b"glTF" else parse_json(content)
        _check_instances(Gltf(document))
        if suffix == ".gltf":
            options["resolver"] = _buffers_beside(document, folder)
    loaded = trimesh.load(io.BytesIO(content), file_type=suffix[1:], **options)
    if isinstance(loaded, trimesh.Scene):
        meshes = [m for m in loaded.dump() if isinstance(m, trimesh.Trimesh)]
        loaded = trimesh.util.concatenate(meshes) if meshes else trimesh.Trimesh()
    if not isinstance(loaded, trimesh.Trimesh):  # a point cloud or a path
        loaded = trimesh.Trimesh()
    points = np.array(loaded.vertices, dtype=float).reshape(-1, 3)
    return points, np.array(loaded.faces, dtype=np.int64).reshape(-1, 3)


def _check_instances(file: Gltf) -> None:
    """Refuse a glTF whose nodes show so many copies of its meshes that they fill the memory."""
    rows = {k: int(a.get("count", 0)) for k, a in enumerate(file.list("accessors"))}
    empty = [rows[k] for k, a in enumerate(file.list("accessors")) if "bufferView" not in a]
    size = []
    for mesh in file.list("meshes"):
        used = [
            rows.get(k, 0)
            for part in mesh.get("primitives", [])
            for k in (part.get("indices"), part.get("attributes", {}).get("POSITION"))
        ]
        size.append(sum(used))
    shown = sum(size[node["mesh"]] for node in file.list("nodes") if "mesh" in node)
    if max(shown, sum(empty)) > 3 * MAX_FACES:
        raise InputError(f"its nodes show more than {MAX_FACES:,} faces in all; decimate it")


def _buffers_beside(document: dict[str, Any], folder: Path) -> dict[str, bytes]:
    """The .bin files of a .gltf by name: only from its own folder, nothing else on this machine."""
    buffers, near = {}, Neighbours(folder / "it", more=False)
    for buffer in document.get("buffers", []):
        name = buffer.get("uri", "data:")
        if name.startswith("data:"):  # inside the file
            continue
        if Path(name).name != name or not name.lower().endswith(".bin"):
            raise InputError(f"it refers to {name!r}, which is not a .bin file beside it")
        try:
            with plain_file(near.find(name), "mesh") as file:
                buffers[name] = file.read()
        except (OSError, InputError) as error:
            raise InputError(f"it needs {name!r} beside it: {one_line(error)}") from error
    return buffers


def _check_arrays(path: Path, points: FloatArray, faces: NDArray[np.int64]) -> None:
    if len(points) == 0 or len(faces) == 0:
        raise InputError(f"{path} holds no triangles; expected a closed surface.")
    if len(faces) > MAX_FACES:
        raise InputError(
            f"{path} has {len(faces):,} faces; at most {MAX_FACES:,} are read. Decimate it."
        )
    if faces.min() < 0 or faces.max() >= len(points):
        raise InputError(f"{path} is damaged: a face names a vertex that does not exist.")
    bad = np.count_nonzero(~np.isfinite(points[np.unique(faces)]).all(axis=1))
    if bad:
        raise InputError(f"{path} has {bad} vertices that are not finite numbers (NaN).")


def _closed(
    path: Path, points: FloatArray, faces: NDArray[np.int64], unit: str
) -> tuple[FloatArray, NDArray[np.int32]]:
    """The mesh with duplicate vertices merged; refuse one that still has open edges."""
    points, joined = _merged(points, faces, 0.0)
    check_length(points, unit)
    open_edges = open_edge_count(joined)
    if open_edges:
        # Writers that round to a few digits leave seams; a millionth of the length is no hole.
        points, joined = _merged(points, joined, 1e-6 * float(np.ptp(points, axis=0).max()))
        open_edges = open_edge_count(joined)
    if open_edges:
        flipped = _one_sided_edge_count(joined) == 0
        what = "edges between faces that face opposite ways" if flipped else "open edges"
        cure = "recalculate the normals" if flipped else "fill its holes"
        raise InputError(
            f"{path} is not closed: {open_edges} {what}. {cure.capitalize()} first, "
            "in Blender or MeshLab for instance."
        )
    return points, joined


def _merged(
    points: FloatArray, faces: NDArray[np.integer], tolerance: float
) -> tuple[FloatArray, NDArray[np.int32]]:
    """Merge equal vertices, drop those no face uses, and faces that have become lines."""
    used, local = np.unique(faces, return_inverse=True)
    points = points[used]
    keys = np.round(points / tolerance) if tolerance else points + 0.0  # −0 and 0 are one
    _, first, same = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    # In the file's order, so that a clean mesh keeps its numbering.
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    merged = rank[same.reshape(-1)][local].reshape(-1, 3)
    a, b, c = merged.T
    return points[first[order]], merged[(a != b) & (b != c) & (c != a)].astype(np.int32)


def _one_sided_edge_count(faces: NDArray[np.int32]) -> int:
    """How many edges belong to an odd number of faces, whichever way those are turned."""
    ends = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    _, count = np.unique(ends, axis=0, return_counts=True)
    return int(np.count_nonzero(count % 2))
