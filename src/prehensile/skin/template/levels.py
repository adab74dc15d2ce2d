"""The skin of a hand at three levels of detail, made once and cached.

Each level is the one before with every triangle cut in four and laid onto the flesh again, so
vertex k of a level is vertex k of all finer ones, and what is painted on one fits the others.
"""

import hashlib
import io
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from prehensile.cache import cached_file, code_digest
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.mesh.remesh import relaxed
from prehensile.mesh.subdivide import loop_subdivision
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.atlas import finer_uv, welded_uv
from prehensile.skin.template.edge_lengths import edge_lengths
from prehensile.skin.template.nails import rim_vertices, settled
from prehensile.skin.template.shipped import FILE as TEMPLATE_FILE
from prehensile.skin.template.shipped import template, worn_template

LEVELS = 3
"""About 3 500, 14 000 and 56 000 triangles."""
SHADING = 0.75
"""Detail of the normals over that of the vertices."""


@dataclass(frozen=True, eq=False)
class SkinMesh:
    """A closed skin in the bind pose, palm frame."""

    vertices: np.ndarray
    """(V, 3) float32 [m]"""
    normals: np.ndarray
    """(V, 3) float32 unit, outward"""
    faces: np.ndarray
    """(F, 3) uint32, anticlockwise seen from outside"""
    nail_depth: np.ndarray
    """(V,) float32: above zero on a nail, zero on its outline, 1 in its middle"""
    uv: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    """(T, 2) float32 places in the atlas, origin upper left; none without the template"""
    uv_faces: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.uint32))
    """(F, 3) uint32 rows of ``uv`` for the corners of ``faces``"""


def skin_mesh(hand: Hand, level: int) -> SkinMesh:
    """The skin of one of our own hands.

    Args:
        hand: of either side; a left one's is the mirror image of the right one's.
        level: 0, 1 or 2.

    Raises:
        InputError: there is no such level.
    """
    if level not in range(LEVELS):
        raise InputError(f"there is no skin level {level!r}; give 0 (coarse), 1 or 2 (fine).")
    spec = hand.spec
    assert isinstance(spec, HandSpec)
    shape = (spec.bone_lengths, np.array(spec.breadth), spec.root_shift, spec.middle_offset)
    sizes = b"".join(array.tobytes() for array in shape)
    path = cached_file(
        "skin",
        ".npz",
        _sources() + sizes + bytes([level]),
        lambda p: _write(hand, level, p),
        _read_ok,
    )
    return _sided(_read(path), hand.side)


def _sided(mesh: SkinMesh, side: str) -> SkinMesh:
    if side == "right":
        return mesh
    mirror = np.array([1, -1, 1], np.float32)
    return replace(
        mesh,
        vertices=mesh.vertices * mirror,
        normals=mesh.normals * mirror,
        faces=np.ascontiguousarray(mesh.faces[:, ::-1]),
        uv_faces=np.ascontiguousarray(mesh.uv_faces[:, ::-1]),
    )


def fitted_skin(hand: Hand, level: int) -> SkinMesh:
    """The right hand's skin of these sizes: the template laid onto its flesh."""
    flesh = right_flesh(hand)
    shape = template()
    mesh = refined(flesh, worn_template(flesh), shape.faces, shape.on_nail, level)
    uv, uv_faces = welded_uv(shape.faces, shape.uv_corner)
    for _ in range(level):
        uv, uv_faces = finer_uv(uv, uv_faces)
    return replace(mesh, uv=uv, uv_faces=uv_faces)


def right_flesh(hand: Hand) -> RestFlesh:
    """The flesh of a hand, or of the right hand that it is the mirror image of."""
    return RestFlesh(hand if hand.side == "right" else hand.spec.mirrored().build())


def refined(
    flesh: RestFlesh, v: np.ndarray, faces: np.ndarray, on_nail: np.ndarray, level: int
) -> SkinMesh:
    """A coarsest mesh cut finer and laid onto the flesh again at each level.

    Args:
        flesh: a right hand's.
        v: (V, 3) [m] vertices on it.
        faces: (F, 3), anticlockwise seen from outside.
        on_nail: (F,) bool: faces of nails.
        level: how many times to cut: 0, 1 or 2.
    """
    edges = edge_lengths(flesh, v)
    rim = rim_vertices(on_nail, faces, len(v))
    for _ in range(level):
        finer, faces = loop_subdivision(faces, len(v))
        v, edges = np.asarray(finer @ v), 0.5 * np.asarray(finer @ edges)
        on_nail = np.tile(on_nail, 4)
        rim = rim_vertices(on_nail, faces, len(v))
        v = settled(flesh, v, edges, rim, 1)
        v = settled(flesh, relaxed(v, faces, edges), edges, rim)
    # Light shows finer relief than the faces can follow.
    normals = flesh.gradient(v, SHADING * edges)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return SkinMesh(
        v.astype(np.float32),
        normals.astype(np.float32),
        faces.astype(np.uint32),
        np.where(rim, 0, flesh.nail_depth(v)).astype(np.float32),
    )


@cache
def _sources() -> bytes:
    """Digest of the code and data that the shape depends on."""
    shipped = resources.files("prehensile.skin").joinpath(TEMPLATE_FILE).read_bytes()
    return hashlib.sha256(code_digest("skin.template.levels").encode() + shipped).digest()


def _write(hand: Hand, level: int, path: Path) -> None:
    buffer = io.BytesIO()
    np.savez(buffer, **vars(fitted_skin(hand, level)))
    path.write_bytes(buffer.getvalue())


def _read(path: Path) -> SkinMesh:
    with np.load(path) as file:
        return SkinMesh(**{f.name: file[f.name] for f in fields(SkinMesh)})


def _read_ok(path: Path) -> bool:
    try:
        _read(path)
    except (OSError, ValueError, KeyError):
        return False
    return True
