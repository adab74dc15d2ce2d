"""Triangles of a mesh that pass through each other."""

import numpy as np

CHUNK = 400_000
"""Pairs looked at together."""
OVER = -0.98
"""Cosine between neighbours' normals below which one lies folded on the other."""


def intersecting_pairs(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Pairs (N, 2) of faces that cross, or that share an edge and lie folded on each other.

    Two triangles cross where an edge of one goes through the other; those that share corners
    count only where edges away from these corners do. Coplanar overlaps do not count.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3).
    """
    from scipy.spatial import KDTree

    corners = np.asarray(vertices, float)[np.asarray(faces, np.int64)]
    faces = np.asarray(faces, np.int64)
    centre = corners.mean(axis=1)
    size = np.linalg.norm(corners - centre[:, None], axis=2).max()
    pairs = KDTree(centre).query_pairs(2 * size, output_type="ndarray")
    low, high = corners.min(axis=1), corners.max(axis=1)
    near = (low[pairs[:, 0]] <= high[pairs[:, 1]]) & (low[pairs[:, 1]] <= high[pairs[:, 0]])
    pairs = pairs[near.all(axis=1)]
    shared = (faces[pairs[:, 0], :, None] == faces[pairs[:, 1], None, :]).sum(axis=(1, 2))
    folded = pairs[shared == 2]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    folded = folded[(normal[folded[:, 0]] * normal[folded[:, 1]]).sum(axis=1) < OVER]
    apart = pairs[shared < 2]
    hit = [_cross(corners, faces, apart[k : k + CHUNK]) for k in range(0, len(apart), CHUNK)]
    return np.concatenate([folded, apart[np.concatenate(hit)] if hit else apart])


def _cross(corners: np.ndarray, faces: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    found = np.zeros(len(pairs), bool)
    for one, other in ((0, 1), (1, 0)):
        edges, triangle = corners[pairs[:, one]], corners[pairs[:, other]]
        for k in range(3):
            ends = faces[pairs[:, one]][:, [k, (k + 1) % 3]]
            touches = (ends[:, :, None] == faces[pairs[:, other]][:, None, :]).any(axis=(1, 2))
            found |= ~touches & _through(edges[:, k], edges[:, (k + 1) % 3], triangle)
    return found


def _through(start: np.ndarray, end: np.ndarray, triangle: np.ndarray) -> np.ndarray:
    """Whether edges (N, 3) to (N, 3) go through triangles (N, 3, 3), by five signed volumes."""
    a, b, c = triangle[:, 0], triangle[:, 1], triangle[:, 2]
    ahead, behind = _volume(start, a, b, c), _volume(end, a, b, c)
    sides = [_volume(start, end, p, q) for p, q in ((a, b), (b, c), (c, a))]
    inside = np.logical_and.reduce([s > 0 for s in sides])
    inside |= np.logical_and.reduce([s < 0 for s in sides])
    return inside & (ahead * behind < 0)


def _volume(p: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    return (np.cross(a - p, b - p) * (c - p)).sum(axis=1)
