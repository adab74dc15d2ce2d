"""The surface of somebody else's hand: mended where it can be, and fine enough to bend."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.mesh.curved_subdivision import curved_subdivision
from prehensile.mesh.repair import (
    count_edges,
    inside_out,
    seamless_normals,
    welded_rows,
    without_empty,
)

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FEWEST_TRIANGLES = 3500
"""Meshes with fewer are made finer."""
AGREE = 0.8
"""Share of the stored normals that must agree with the faces before they are believed."""

OPPOSITE = -0.5
"""Cosine to the faces' normal below which a stored one is a mistake."""


class Surface(NamedTuple):
    """A mesh, and how it comes from the file's."""

    vertices: np.ndarray
    """(V, 3) [m]"""
    normals: np.ndarray
    """(V, 3) unit"""
    faces: np.ndarray
    """(F, 3), anticlockwise seen from outside"""
    origin: "csr_array"
    """(V, file's) shares of the file's vertices in each one: first those that are vertices of the
    file themselves, then new ones, the mean of their neighbours; for what vertices hold"""
    file_faces: np.ndarray
    """(G, 3) the same mended, but not finer, of the file's vertices"""
    file_count: int
    """vertices in the file"""
    repairs: tuple[str, ...]
    notes: tuple[str, ...]


def imported_surface(
    vertices: np.ndarray,
    faces: np.ndarray,
    normals: np.ndarray | None,
    bones: np.ndarray,
) -> Surface:
    """Mend a mesh and make it finer.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3).
        normals: (V, 3) as stored, if they are.
        bones: (B, 2, 3) [m] ends of the bones inside.

    Raises:
        InputError: it has no faces.
    """
    from scipy.sparse import csr_array, eye_array, vstack

    row, file_count = welded_rows(vertices), len(vertices)
    origin = csr_array(eye_array(file_count))
    repairs, notes = [], []
    whole = without_empty(faces, row)
    if not whole.all():
        repairs.append(f"{(~whole).sum()} triangles without area are left out")
        faces = faces[whole]
    if not len(faces):
        raise InputError("its mesh has no triangles")
    wrong = inside_out(vertices, faces, row, bones)
    if wrong.any():
        repairs.append(f"{wrong.sum()} of {len(faces)} triangles were inside out, and are turned")
        faces = np.where(wrong[:, None], faces[:, ::-1], faces)
    edges = count_edges(row[faces])
    if edges.open:
        notes.append(f"the mesh is open along {edges.open} edges; it is drawn as it is")
    if edges.crowded:
        notes.append(f"{edges.crowded} edges have three faces or more; they are drawn as they are")
    smooth = seamless_normals(vertices, faces, row)
    shown, mended = _shown_normals(normals, smooth, repairs), faces
    while len(faces) < FEWEST_TRIANGLES:
        finer = curved_subdivision(vertices, faces, smooth)
        vertices, faces = finer.vertices, finer.faces
        a, b = finer.ends.T
        origin = csr_array(vstack([origin, 0.5 * (origin[a] + origin[b])]))
        shown = _unit(np.concatenate([shown, shown[finer.ends].sum(axis=1)]))
        smooth = seamless_normals(vertices, faces, welded_rows(vertices))
    used = np.unique(faces)
    faces = np.searchsorted(used, faces)
    return Surface(
        vertices[used],
        shown[used],
        faces,
        origin[used],
        mended,
        file_count,
        tuple(repairs),
        tuple(notes),
    )


def _shown_normals(stored: np.ndarray | None, smooth: np.ndarray, repairs: list[str]) -> np.ndarray:
    """The stored normals where they fit the faces: their maker may have sharpened an edge."""
    if stored is None:
        return smooth
    cosine = (_unit(stored) * smooth).sum(axis=1)
    if (cosine > 0).mean() < AGREE:
        repairs.append("normals that do not fit the faces are made anew")
        return smooth
    # At a sharp rim they part by a right angle; only what points the other way is wrong.
    return np.where(cosine[:, None] > OPPOSITE, _unit(stored), smooth)


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
