"""An object to hold from a mesh file: read safely, checked, repaired only where it is harmless."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.limits import MAX_FACES
from prehensile.files.meshes.gltf_scene import read_gltf_scene
from prehensile.files.meshes.obj import read_obj
from prehensile.files.meshes.plain import read_plain
from prehensile.files.meshes.raw_mesh import RawMesh
from prehensile.files.opened import opened
from prehensile.mesh.merge_vertices import merged_vertices
from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.convex import Decomposition, convex_parts
from prehensile.world.objects.object import UNITS, FloatArray, Object, check_length
from prehensile.world.objects.regions import kept_regions

SUFFIXES = (".glb", ".gltf", ".obj", ".off", ".ply", ".stl")
"""What we read: formats that hold geometry only. No loader here can run code or unpickle."""

DEFAULT_DENSITY = 300.0
"""[kg/m³] of an object whose mass is not given: things are hollow, so lighter than water."""

DEFAULT_MASS_RANGE = (0.01, 2.0)
"""[kg] A mass worked out from the volume stays within what a hand lifts with ease."""


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
    mesh that is inside out is turned; holes are never filled silently. Parts that the file names
    (groups, objects and materials of an OBJ, nodes and materials of a glTF, solids of an STL) are
    the object's ``regions``.

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
    mesh = read_closed_mesh(path, unit)
    if mass is None:
        mass = float(np.clip(mesh.volume * density, *DEFAULT_MASS_RANGE))
    elif not (np.isfinite(mass) and mass > 0.0):  # before minutes of decomposition
        raise InputError(f"mass must be positive and finite, not {mass} kg.")
    parts = convex_parts(mesh.points, mesh.faces, how)
    return Object.from_mesh(path.stem, mesh.points, mesh.faces, parts, mass, regions=mesh.regions)


class ClosedMesh(NamedTuple):
    """A surface that encloses a volume."""

    points: FloatArray
    """(V, 3) [m], z up"""
    faces: NDArray[np.int32]
    """(F, 3), anticlockwise seen from outside"""
    volume: float
    """[m³]"""
    regions: dict[str, NDArray[np.int32]]
    """faces by the names that the file gives its parts"""


def read_closed_mesh(path: str | Path, unit: str = "m") -> ClosedMesh:
    """What a mesh file holds, before it is cut into convex pieces.

    Raises:
        FileError, InputError, UnknownNameError: as `load_mesh_object`.
    """
    path = Path(path)
    if unit not in UNITS:
        raise UnknownNameError("unit", unit, UNITS)
    raw = _read(path)
    _check_arrays(path, raw.points, raw.faces)
    mesh = _closed(path, raw, unit)
    volume = solid_moments(mesh.points, mesh.faces).volume
    if abs(volume) <= 1e-9 * float(np.ptp(mesh.points, axis=0).max()) ** 3:
        raise InputError(f"{path} encloses no volume: it is flat or its faces cancel out.")
    faces = mesh.faces[:, ::-1] if volume < 0.0 else mesh.faces
    return mesh._replace(faces=faces, volume=abs(volume))


def _read(path: Path) -> RawMesh:
    """The mesh in the file's unit, z up."""
    suffix = path.suffix.lower()
    if suffix in (".glb", ".gltf"):
        found = read_gltf_scene(path)
        x, y, z = found.points.T
        return found._replace(points=np.stack([x, -z, y], axis=1))
    with opened(path, "mesh") as file:
        if suffix not in SUFFIXES:
            raise InputError(
                f"it is not a mesh file we read; the name must end in one of {' '.join(SUFFIXES)}"
            )
        if suffix == ".obj":
            return read_obj(file.read())
        try:
            return read_plain(file.read(), suffix)
        except AssertionError as error:  # of trimesh: it says so of files, not of itself
            raise ValueError(str(error)) from error


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


def _closed(path: Path, raw: RawMesh, unit: str) -> ClosedMesh:
    """The mesh [m] with duplicate vertices merged; refuse one that still has open edges."""
    mesh = _merged(raw.points * UNITS[unit], raw.faces, raw.regions, 0.0)
    check_length(mesh.points, unit)
    open_edges = open_edge_count(mesh.faces)
    if open_edges:
        # Writers that round to a few digits leave seams; a millionth of the length is no hole.
        seam = 1e-6 * float(np.ptp(mesh.points, axis=0).max())
        mesh = _merged(mesh.points, mesh.faces, mesh.regions, seam)
        open_edges = open_edge_count(mesh.faces)
    if open_edges:
        flipped = _one_sided_edge_count(mesh.faces) == 0
        what = "edges between faces that face opposite ways" if flipped else "open edges"
        cure = "recalculate the normals" if flipped else "fill its holes"
        raise InputError(
            f"{path} is not closed: {open_edges} {what}. {cure.capitalize()} first, "
            "in Blender or MeshLab for instance."
        )
    return mesh


def _merged(
    points: FloatArray,
    faces: NDArray[np.integer],
    regions: Mapping[str, NDArray[np.integer]],
    tolerance: float,
) -> ClosedMesh:
    points, faces, kept = merged_vertices(points, faces, tolerance)
    return ClosedMesh(points, faces, 0.0, kept_regions(regions, kept))


def _one_sided_edge_count(faces: NDArray[np.int32]) -> int:
    """How many edges belong to an odd number of faces, whichever way those are turned."""
    ends = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    _, count = np.unique(ends, axis=0, return_counts=True)
    return int(np.count_nonzero(count % 2))
