"""The surface in a mesh file, cleaned: one unit, no duplicate vertices, small holes closed."""

import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError, MeshWarning, MissingExtraError, UnknownNameError
from prehensile.files.limits import MAX_FACES
from prehensile.files.meshes.gltf_scene import read_gltf_scene
from prehensile.files.meshes.obj import read_obj
from prehensile.files.meshes.plain import read_plain
from prehensile.files.meshes.raw_mesh import RawMesh
from prehensile.files.opened import one_line, opened
from prehensile.files.pictures.texture import Texture, kept_picture
from prehensile.mesh.close_holes import Hole, find_holes
from prehensile.mesh.merge_vertices import merged_vertices
from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.outwards import turned_outwards
from prehensile.mesh.pieces import pieces_apart
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.object import UNITS, FloatArray, check_length
from prehensile.world.objects.regions import kept_regions

SUFFIXES = (".glb", ".gltf", ".obj", ".off", ".ply", ".stl")
"""What we read: formats that hold geometry only. No loader here can run code or unpickle."""

SMALL_WIDTH = 0.25
"""A hole is small up to this share of the mesh's longest side, measured along the hole's own
longest side: the end of a bone-thin spout, not the mouth of a cup."""
SMALL_AREA = 0.03
"""and if what fills it is at most this share of the surface"""

THINNEST = 3e-5
"""Volume over surface and longest side of what has an inside; a sheet of paper has five times as
much"""

SUSPECT = 0.02
"""[m] What is shorter in a unit other than metres"""
USUAL = (0.03, 0.6)
"""[m] and would be as long as this in metres, is probably in metres."""

APART = 1e-3
"""[m] between pieces of which nobody would think that they hold together"""

CLOSE = "--close (in Python close=True)"


class Surface(NamedTuple):
    """A mesh to hold."""

    points: FloatArray
    """(V, 3) [m], z up"""
    faces: NDArray[np.int32]
    """(F, 3), anticlockwise seen from outside"""
    regions: dict[str, NDArray[np.int32]]
    """faces by the names that the file gives its parts"""
    corner_uv: NDArray[np.float64] | None = None
    """(F, 3, 2) places of the corners in its picture; None without one"""
    picture: bytes | None = None
    volume: float = 0.0
    """[m³] inside; 0 unless it is closed"""

    @property
    def closed(self) -> bool:
        """Whether it has an inside."""
        return self.volume > 0.0

    @property
    def texture(self) -> Texture | None:
        """What it is painted with."""
        if self.corner_uv is None or self.picture is None:
            return None
        return Texture(self.corner_uv.astype(np.float32), self.picture)


def read_surface(path: str | Path, unit: str = "m", close: bool = False) -> Surface:
    """What a mesh file holds, before it is cut into convex pieces.

    Duplicate vertices are merged; what is inside out is turned, all of it or some of its faces.
    Small holes are closed, larger ones if asked for; what was turned or closed is said in a
    `MeshWarning`. A mesh that is still open, or encloses nothing, comes back as it is. Pieces that
    lie apart are one rigid thing, which is said as well.

    Raises:
        FileError: missing, unreadable or of an unknown kind.
        InputError: no surface, or one of a size that no hand holds.
    """
    path = Path(path)
    if unit not in UNITS:
        raise UnknownNameError("unit", unit, UNITS)
    raw = _read(path)
    _check_arrays(path, raw.points, raw.faces)
    regions = {name: part.astype(np.int32) for name, part in raw.regions.items()}
    points, faces = raw.points * UNITS[unit], raw.faces.astype(np.int32)
    mesh = _merged(Surface(points, faces, regions, raw.corner_uv))
    check_length(mesh.points, unit)
    _question_unit(path, float(np.ptp(mesh.points, axis=0).max()), unit)
    if open_edge_count(mesh.faces):
        # Writers that round to a few digits leave seams; a millionth of the length is no hole.
        mesh = _merged(mesh, 1e-6 * float(np.ptp(mesh.points, axis=0).max()))
    mesh = _turned(path, mesh)
    if open_edge_count(mesh.faces):
        mesh = _turned(path, _with_holes_closed(path, mesh, close))
    mesh = _painted(path, mesh, raw)
    _tell_of_pieces(path, mesh)
    return mesh if open_edge_count(mesh.faces) else mesh._replace(volume=_volume(path, mesh))


def _question_unit(path: Path, length: float, unit: str) -> None:
    """Warn of a unit that makes a tiny thing of what would be an ordinary one in metres."""
    in_metres = length / UNITS[unit]
    if unit != "m" and length < SUSPECT and USUAL[0] <= in_metres <= USUAL[1]:
        warnings.warn(
            f"{path} is {1000.0 * length:.2g} mm long with --unit {unit}; if it is in metres "
            f"({1000.0 * in_metres:.3g} mm) pass --unit m.",
            MeshWarning,
            stacklevel=3,
        )


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
            return read_obj(file.read(), path)
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


def _merged(mesh: Surface, tolerance: float = 0.0) -> Surface:
    points, faces, kept = merged_vertices(mesh.points, mesh.faces, tolerance)
    uv = None if mesh.corner_uv is None else mesh.corner_uv[kept]
    return Surface(points, faces, kept_regions(mesh.regions, kept), uv)


def _painted(path: Path, mesh: Surface, raw: RawMesh) -> Surface:
    """The mesh with its picture, or a line that says why one is left out."""
    why = raw.unpainted
    if raw.picture is not None and mesh.corner_uv is not None:
        try:
            painted = mesh._replace(picture=kept_picture(raw.picture))
            assert painted.texture is not None
            return painted
        except (InputError, MissingExtraError) as error:
            why = one_line(error)
    if why:
        warnings.warn(f"{path}: its picture is left out: {why}.", MeshWarning, stacklevel=3)
    return mesh._replace(corner_uv=None)


def _tell_of_pieces(path: Path, mesh: Surface) -> None:
    """Warn of a file of several things: nobody sees what holds them together."""
    count = pieces_apart(mesh.points, mesh.faces, APART)
    if count > 1:
        said = f"{path}: its {count} pieces lie apart; they are held and move as one."
        warnings.warn(said, MeshWarning, stacklevel=3)


def _turned(path: Path, mesh: Surface) -> Surface:
    """The mesh with its faces looking outwards; says so where only some of them did not."""
    turned = turned_outwards(mesh.points, mesh.faces)
    if not turned.any():
        return mesh
    if not turned.all():
        some = f"{np.count_nonzero(turned)} of {len(turned)} faces"
        warnings.warn(
            f"{path}: turned {some}, which looked inwards.",
            MeshWarning,
            stacklevel=4,
        )
    faces = np.where(turned[:, None], mesh.faces[:, ::-1], mesh.faces)
    uv = mesh.corner_uv
    if uv is not None:
        uv = np.where(turned[:, None, None], uv[:, ::-1], uv)
    return mesh._replace(faces=faces, corner_uv=uv)


def _volume(path: Path, mesh: Surface) -> float:
    """[m³] inside a closed mesh; 0, and said so, where it crosses itself so that nothing is."""
    found = solid_moments(mesh.points, mesh.faces)
    length = float(np.ptp(mesh.points, axis=0).max())
    x, y, z = np.linalg.eigvalsh(found.inertia)
    if found.volume > THINNEST * length * _area(mesh) and x > 0 and x + y > (1 - 1e-9) * z:
        return found.volume
    warnings.warn(
        f"{path} encloses nothing: it is folded, or its faces cancel out. Mass and balance are "
        "those of its convex parts.",
        MeshWarning,
        stacklevel=4,
    )
    return 0.0


def _area(mesh: Surface) -> float:
    """[m²] of all faces."""
    corners = mesh.points[mesh.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(across, axis=1).sum()) / 2.0


def _with_holes_closed(path: Path, mesh: Surface, close: bool) -> Surface:
    """The mesh with its small holes closed, or with all of them; says what it did and left."""
    holes = find_holes(mesh.points, mesh.faces)
    length, area = float(np.ptp(mesh.points, axis=0).max()), _area(mesh)
    small = [h.width <= SMALL_WIDTH * length and h.area <= SMALL_AREA * area for h in holes]
    filled = [h for h, few in zip(holes, small, strict=True) if few or close]
    left = [h for h, few in zip(holes, small, strict=True) if not (few or close)]
    if filled:
        mesh = _filled(mesh, filled)
        warnings.warn(f"{path}: closed {_listed(filled)}.", MeshWarning, stacklevel=4)
    if left or open_edge_count(mesh.faces):
        one_sided = "it has one side only, or its faces are not joined"
        why = f"it has {_listed(left)}" if left else one_sided
        more = f"; {CLOSE} closes it" if left else ""
        warnings.warn(
            f"{path} is not closed: {why}. Mass and balance are those of its convex parts{more}.",
            MeshWarning,
            stacklevel=4,
        )
    return mesh


def _listed(holes: list[Hole]) -> str:
    edges = sum(len(h.loop) for h in holes)
    width = 1000.0 * max(h.width for h in holes)
    text = f"{width:.2g}" if width < 10 else f"{width:.0f}"  # of 100, .2g would make 1e+02
    if len(holes) == 1:
        return f"a hole of {edges} edges, {text} mm wide"
    return f"{len(holes)} holes of {edges} edges in all, the widest {text} mm"


def _filled(mesh: Surface, holes: list[Hole]) -> Surface:
    """The mesh with the faces of holes behind its own; a hole inside a part belongs to it."""
    faces, count = mesh.faces, len(mesh.faces)
    ends = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).tolist()
    owner = {(a, b): row % count for row, (a, b) in enumerate(ends)}
    regions = {name: [part] for name, part in mesh.regions.items()}
    inside = {name: np.isin(np.arange(count), part) for name, part in mesh.regions.items()}
    for hole in holes:
        loop = hole.loop.tolist()
        around = [owner.get((b, a), 0) for a, b in zip(loop, loop[1:] + loop[:1], strict=True)]
        for name, member in inside.items():
            if member[around].all():
                regions[name].append(np.arange(count, count + len(hole.faces), dtype=np.int32))
        count += len(hole.faces)
    filling = np.concatenate([hole.faces for hole in holes])
    uv = mesh.corner_uv
    if uv is not None:  # each corner as some face beside the hole has it
        place = np.zeros((len(mesh.points), 2))
        place[faces.reshape(-1)] = uv.reshape(-1, 2)
        uv = np.concatenate([uv, place[filling]])
    return mesh._replace(
        faces=np.concatenate([faces, filling]),
        corner_uv=uv,
        regions={name: np.concatenate(parts) for name, parts in regions.items()},
    )
