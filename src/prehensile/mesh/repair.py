"""What is wrong with a stranger's mesh, and the part of it that can be set right."""

from typing import NamedTuple

import numpy as np

from prehensile.mesh.normals import smooth_normals

WELD = 1e-6
"""[m] Vertices nearer than this are one: files repeat them where their texture has a seam."""
INWARD = -0.5
"""Mean cosine to the outside below which a patch is inside out."""

SMALL = 0.01
"""Share of the surface up to which a patch that looks inwards may be meant so."""


class EdgeCount(NamedTuple):
    """Edges at which a mesh is not a closed surface."""

    open: int
    """edges of one face only"""
    crowded: int
    """edges of three faces or more"""


def welded_rows(vertices: np.ndarray) -> np.ndarray:
    """(V,) one number for all vertices [m] that lie together."""
    _, row = np.unique(np.round(vertices / WELD), axis=0, return_inverse=True)
    return row.reshape(-1)


def count_edges(faces: np.ndarray) -> EdgeCount:
    """How many edges of welded faces (F, 3) are open, and how many are shared too often."""
    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    _, count = np.unique(edges, axis=0, return_counts=True)
    return EdgeCount(int((count == 1).sum()), int((count > 2).sum()))


def without_empty(faces: np.ndarray, row: np.ndarray) -> np.ndarray:
    """(F,) of bool: faces with three different corners, by welded rows (V,)."""
    a, b, c = row[faces].T
    return (a != b) & (b != c) & (c != a)


def inside_out(
    vertices: np.ndarray, faces: np.ndarray, row: np.ndarray, bones: np.ndarray
) -> np.ndarray:
    """(F,) of bool: faces that show their back, judged patch by patch against the bones.

    A patch is what hangs together by edges that its faces run through in opposite directions, as
    the faces of a sound surface do; it is inside out when it looks towards the bones. One small
    patch that lies in a fold, like the underside of a nail, is left alone where the rest is right.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3).
        row: (V,) from `welded_rows`.
        bones: (B, 2, 3) [m] ends of the bones.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    corners = vertices[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1)
    out = (across * _away_from(corners.mean(axis=1), bones)).sum(axis=1)
    ends = row[faces][:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    _, key = np.unique(np.sort(ends, axis=1), axis=0, return_inverse=True)
    key = key.reshape(-1)
    order = np.argsort(key, kind="stable")
    pairs = np.flatnonzero(np.bincount(key)[key[order]] == 2).reshape(-1, 2)
    one, other = order[pairs].T
    sound = ends[one, 0] == ends[other, 1]
    links = (np.ones(int(sound.sum())), (one[sound] // 3, other[sound] // 3))
    graph = csr_array(links, shape=(len(faces), len(faces)))
    count, patch = connected_components(graph, directed=False)
    size, looks = np.bincount(patch, area, count), np.bincount(patch, out, count)
    if looks.sum() < 0:
        return looks[patch] < 0
    small = size < SMALL * size.sum()
    return ((looks < INWARD * size) & ~small)[patch]


def _away_from(points: np.ndarray, bones: np.ndarray) -> np.ndarray:
    """Unit vectors (N, 3) from the nearest place on any bone to points (N, 3)."""
    start, along = bones[:, 0], bones[:, 1] - bones[:, 0]
    best, nearest = np.full(len(points), np.inf), np.zeros_like(points)
    for p, d in zip(start, along, strict=True):
        share = np.clip((points - p) @ d / max(float(d @ d), 1e-12), 0, 1)
        off = points - p - share[:, None] * d
        distance = np.linalg.norm(off, axis=1)
        closer = distance < best
        best[closer], nearest[closer] = distance[closer], off[closer]
    return nearest / np.maximum(np.linalg.norm(nearest, axis=1, keepdims=True), 1e-12)


def seamless_normals(vertices: np.ndarray, faces: np.ndarray, row: np.ndarray) -> np.ndarray:
    """Smooth normals (V, 3), the same at all vertices that lie together."""
    first = np.unique(row, return_index=True)[1]
    return smooth_normals(vertices[first], row[faces])[row]
