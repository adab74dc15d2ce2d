"""Tetrahedra between the skin and the bones, as plain arrays.

The skin's own triangles bound the mesh, so the mechanics moves the skin's vertices themselves and
nothing has to be interpolated. Tetrahedra are Netgen's (advancing front, then optimised).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.skin.tissue.bones import Rod, bone_surface

GRADING = 0.3
"""How fast tetrahedra grow away from the surfaces (Netgen's parameter, 0 to 1)."""
ROUNDS = 3
"""Rounds of Netgen's optimisation of the tetrahedra."""


@dataclass(frozen=True, eq=False)
class TissueMesh:
    """Tetrahedra of soft tissue around rigid bones, at rest. Corners come before edge middles."""

    corners: np.ndarray
    """(N, 3) [m]; the first ``skin_count`` are vertices of the skin, in the skin's order"""
    tetrahedra: np.ndarray
    """(T, 4) corners, of positive volume"""
    bone: np.ndarray
    """(N,) row of ``segments`` for a corner on a bone's surface, −1 elsewhere"""
    segments: tuple[str, ...]
    """names of the rigid bones"""
    skin_count: int
    """number of skin vertices; 0 for a piece cut from a larger mesh"""

    @cached_property
    def edges(self) -> np.ndarray:
        """(E, 2) corners of every edge, the smaller number first, sorted."""
        pairs = self.tetrahedra[:, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]]
        return np.unique(np.sort(pairs.reshape(-1, 2), axis=1), axis=0)

    @cached_property
    def nodes(self) -> np.ndarray:
        """(N + E, 3) [m] corners, then middles of edges: the nodes of quadratic tetrahedra."""
        return np.concatenate([self.corners, self.corners[self.edges].mean(axis=1)])

    @cached_property
    def node_bone(self) -> np.ndarray:
        """(N + E,) as ``bone``; the middle of an edge belongs to a bone if both ends do."""
        ends = self.bone[self.edges]
        return np.concatenate([self.bone, np.where(ends[:, 0] == ends[:, 1], ends[:, 0], -1)])

    @cached_property
    def volumes(self) -> np.ndarray:
        """(T,) [m³] volumes of the tetrahedra at rest."""
        a, b, c, d = (self.corners[self.tetrahedra[:, k]] for k in range(4))
        return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) / 6

    def piece(self, kept: np.ndarray) -> tuple["TissueMesh", np.ndarray]:
        """The tetrahedra ``kept`` (T,) bool as a mesh, and its nodes' numbers in this one."""
        rows, numbers = np.unique(self.tetrahedra[kept], return_inverse=True)
        part = TissueMesh(
            self.corners[rows], numbers.reshape(-1, 4), self.bone[rows], self.segments, 0
        )
        known = self.edges[:, 0] * len(self.corners) + self.edges[:, 1]
        wanted = rows[part.edges]  # still sorted: rows ascend
        found = np.searchsorted(known, wanted[:, 0] * len(self.corners) + wanted[:, 1])
        return part, np.concatenate([rows, len(self.corners) + found])


def tissue_mesh(
    vertices: np.ndarray, faces: np.ndarray, bones: dict[str, tuple[Rod, ...]], breadth: float
) -> TissueMesh:
    """Fill the space between a closed skin and the bones with tetrahedra.

    Args:
        vertices: (V, 3) [m] of the skin.
        faces: (F, 3), closed, anticlockwise seen from outside.
        bones: segment → its rods, all within the skin.
        breadth: [m] of the hand; sets the size of the bones' triangles.

    Raises:
        InputError: the surfaces cross one another, or the skin is not closed.
        MissingExtraError: Netgen is not installed.
    """
    surfaces = [(np.asarray(vertices, float), np.asarray(faces))]
    surfaces += [bone_surface(rods, breadth) for rods in bones.values()]
    corners, tetrahedra = filled(surfaces)
    bone = np.full(len(corners), -1)
    first = len(vertices)
    for k, (points, _) in enumerate(surfaces[1:]):
        bone[first : first + len(points)] = k
        first += len(points)
    return TissueMesh(corners, tetrahedra, bone, tuple(bones), len(vertices))


def filled(surfaces: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Corners (N, 3) and tetrahedra (T, 4) inside the first surface and outside the others.

    The vertices of all surfaces come first, in order. Each surface is (V, 3) [m] and (F, 3),
    anticlockwise seen from its own outside.

    Raises:
        InputError: the surfaces cross one another or are not closed.
        MissingExtraError: Netgen is not installed.
    """
    meshing = optional("netgen.meshing")
    point = optional("netgen.csg").Pnt
    mesh = meshing.Mesh(dim=3)
    for k, (vertices, faces) in enumerate(surfaces):
        _check_closed(faces, "the skin" if k == 0 else f"bone surface {k}")
        inside, outside = (1, 0) if k == 0 else (0, 1)
        mesh.Add(meshing.FaceDescriptor(surfnr=k + 1, domin=inside, domout=outside, bc=k + 1))
        ids = [mesh.Add(meshing.MeshPoint(point(*p))) for p in vertices.tolist()]
        for face in faces.tolist():
            mesh.Add(meshing.Element2D(k + 1, [ids[v] for v in face]))
    try:
        mesh.GenerateVolumeMesh(
            meshing.MeshingParameters(grading=GRADING, optsteps3d=ROUNDS, maxh=1.0)
        )
    except Exception as error:  # netgen's own exception class is not exported
        raise InputError(f"no tetrahedra between skin and bones ({error}): {_CROSSING}") from None
    corners = np.array([p.p for p in mesh.Points()])
    rows = [[v.nr for v in e.vertices] for e in mesh.Elements3D()]
    if not rows:
        raise InputError(f"no tetrahedra between skin and bones: {_CROSSING}")
    tetrahedra = np.array(rows) - 1
    a, b, c, d = (corners[tetrahedra[:, k]] for k in range(4))
    turned = np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) < 0
    tetrahedra[turned] = tetrahedra[turned][:, [0, 1, 3, 2]]
    return corners, tetrahedra


_CROSSING = "surfaces may cross. Give a closed skin of this hand's size in its bind pose."


def _check_closed(faces: np.ndarray, what: str) -> None:
    ends = faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    forward = {(a, b) for a, b in ends.tolist()}
    if len(forward) != len(ends) or any((b, a) not in forward for a, b in forward):
        raise InputError(f"{what} is not a closed surface; every edge needs two faces.")
