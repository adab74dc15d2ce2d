"""The skin of a hand at three levels of detail, made once and cached.

Each level is the one before with every triangle cut in four and laid onto the flesh again, so
vertex k of a level is vertex k of all finer ones, and what is painted on one fits the others.
"""

import hashlib
import io
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from prehensile.cache import cached_file
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.remesh import isotropic_mesh, relaxed
from prehensile.skin.rest_flesh import RestFlesh
from prehensile.skin.rest_surface import projected, zero_level
from prehensile.skin.subdivide import loop_subdivision

LEVELS = 3
"""About 3 500, 14 000 and 56 000 triangles."""
TIP_EDGE, JOINT_EDGE, DIGIT_EDGE, PALM_EDGE = 0.041, 0.043, 0.065, 0.107
"""Edges of the coarsest level over hand breadth: finer where the skin bends or curves most."""
RIM_EDGE, ARM_RIM = 0.065, -0.32
"""The same at the end of the arm, and where that begins."""
LINE_EDGE, LINE_BAND = 0.048, 0.045
"""The same along the lines of the palm, and how far from them."""
START_CELL = 0.032
"""Cells of the grid that the first mesh is taken from, over hand breadth."""
ROUNDS = 8
SHADING = 0.75
"""Detail of the normals over that of the vertices."""
_SOURCES = (
    "tube", "relief", "digit_flesh", "palm_flesh", "rest_flesh", "rest_surface",
    "marching_tetrahedra", "remesh", "rounded", "subdivide", "skin_levels",
)  # fmt: skip
"""Modules that the shape depends on: a change in one makes every cached skin stale."""


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
    sizes = spec.bone_lengths.tobytes() + np.float64(spec.breadth).tobytes()
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
    faces = np.ascontiguousarray(mesh.faces[:, ::-1])
    return SkinMesh(mesh.vertices * mirror, mesh.normals * mirror, faces, mesh.nail_depth)


def build_skin(hand: Hand, level: int) -> SkinMesh:
    """The right hand's skin of these sizes, made anew."""
    right = hand if hand.side == "right" else hand.spec.mirrored().build()
    flesh = RestFlesh(right)
    v, faces = zero_level(flesh, START_CELL * right.spec.breadth)

    def wished(p: np.ndarray) -> np.ndarray:
        return edge_lengths(flesh, p)

    def laid_on(p: np.ndarray, rounds: int, edges: np.ndarray) -> np.ndarray:
        return projected(flesh, p, edges, rounds)

    v, faces = isotropic_mesh(v, faces, wished, lambda p: laid_on(p, 1, wished(p)), ROUNDS)
    v = laid_on(v, 3, wished(v))
    for k in range(1, level + 1):
        finer, faces = loop_subdivision(faces, len(v))
        v = finer @ v
        edges = 0.5**k * wished(v)
        v = laid_on(v, 2, edges)
        v = laid_on(relaxed(v, faces, edges), 2, edges)
    # Light shows finer relief than the faces can follow.
    normals = flesh.gradient(v, SHADING * 0.5**level * wished(v))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return SkinMesh(
        v.astype(np.float32),
        normals.astype(np.float32),
        faces.astype(np.uint32),
        flesh.nail_depth(v).astype(np.float32),
    )


def edge_lengths(flesh: RestFlesh, points: np.ndarray) -> np.ndarray:
    """Wished edges (N,) [m] of the coarsest level at points (N, 3) [m] near the skin."""
    b = flesh.hand.spec.breadth
    rim = np.clip((points[:, 0] / b - ARM_RIM) / -0.05, 0, 1)
    found = PALM_EDGE + (RIM_EDGE - PALM_EDGE) * rim
    near = np.exp(-((flesh.palm_line_distance(points) / (LINE_BAND * b)) ** 2))
    found = np.minimum(found, PALM_EDGE + (LINE_EDGE - PALM_EDGE) * near)
    for digit in flesh.digits.values():
        x, y, z = ((points - digit.T[:3, 3]) @ digit.T[:3, :3]).T
        beside = np.hypot(y, z)
        # How much a point belongs to the digit: along its bones and near them.
        root = -0.35 * digit.joints[1] if digit.first == 0 else -0.4 * abs(digit.joints[0])
        along = np.clip((x - root) / (0.3 * digit.joints[-1]), 0, 1)
        near = np.clip(2.2 - beside / (0.17 * b), 0, 1)
        bend = [np.exp(-(((x - j) / (0.10 * b)) ** 2)) for j in digit.joints[1:-1]]
        own = DIGIT_EDGE - (DIGIT_EDGE - JOINT_EDGE) * np.clip(np.sum(bend, axis=0), 0, 1)
        tip = np.clip((x - digit.joints[-2]) / (0.6 * (digit.joints[-1] - digit.joints[-2])), 0, 1)
        own = own + (TIP_EDGE - own) * tip
        found = np.minimum(found, PALM_EDGE + (own - PALM_EDGE) * along * near)
    return b * found


@cache
def _sources() -> bytes:
    folder = resources.files("prehensile.skin")
    digest = hashlib.sha256()
    for name in _SOURCES:
        digest.update(folder.joinpath(f"{name}.py").read_bytes())
    return digest.digest()


def _write(hand: Hand, level: int, path: Path) -> None:
    buffer = io.BytesIO()
    np.savez(buffer, **vars(build_skin(hand, level)))
    path.write_bytes(buffer.getvalue())


def _read(path: Path) -> SkinMesh:
    with np.load(path) as file:
        return SkinMesh(*(file[name] for name in ("vertices", "normals", "faces", "nail_depth")))


def _read_ok(path: Path) -> bool:
    try:
        _read(path)
    except (OSError, ValueError, KeyError):
        return False
    return True
