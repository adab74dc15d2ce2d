"""The skin's atlas: where every corner of every face lies in the pictures painted for it.

Coordinates are glTF's: from 0 to 1, u to the right and v down from the upper left corner. A chart
in the picture looks like the skin seen from outside, so faces turn clockwise in (u, v).
"""

import numpy as np

from prehensile.mesh.flatten import face_gradients, flat_areas


def welded_uv(faces: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Texture vertices of an atlas: corners that share a vertex and a place become one.

    Args:
        faces: (F, 3).
        corners: (F, 3, 2) places.

    Returns:
        ``uv`` (T, 2) float32, and ``uv_faces`` (F, 3) uint32.
    """
    keyed = np.column_stack([faces.reshape(-1), corners.reshape(-1, 2)])
    _, first, row = np.unique(keyed, axis=0, return_index=True, return_inverse=True)
    uv = corners.reshape(-1, 2)[first].astype(np.float32)
    return uv, row.reshape(-1, 3).astype(np.uint32)


def finer_uv(uv: np.ndarray, uv_faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The atlas after one step of `prehensile.mesh.subdivide.loop_subdivision`.

    Inside a chart texture vertices follow Loop's rule, as the vertices do; along its rim they
    stay, or halve the edge, so that charts keep their outlines.

    Args:
        uv: (T, 2).
        uv_faces: (F, 3), in the order of the mesh's faces.

    Returns:
        ``uv`` (T + E, 2) float32, whose first T rows are the old texture vertices, and
        ``uv_faces`` (4 F, 3) uint32 in the order of the finer mesh's faces.
    """
    faces = uv_faces.astype(np.int64)
    ends = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=-1)
    unique, row, count = np.unique(
        ends.reshape(-1, 2), axis=0, return_inverse=True, return_counts=True
    )
    row = row.reshape(-1, 3)
    rim = count == 1
    old = uv.astype(float)
    # New ones: 3/8 of both ends and 1/8 of the two corners across; on the rim the middle.
    middle = old[unique].sum(axis=1)
    far = np.zeros_like(middle)
    np.add.at(far, row.reshape(-1), old[faces[:, [2, 0, 1]].reshape(-1)])
    new = np.where(rim[:, None], middle / 2, 3 / 8 * middle + far / 8)
    # Old ones move towards their n neighbours by n β(n) (Loop 1987), unless they are on the rim.
    n = np.bincount(unique.reshape(-1), minlength=len(uv))
    beta = (5 / 8 - (3 / 8 + np.cos(2 * np.pi / n) / 4) ** 2) / n
    ring = np.zeros_like(old)
    np.add.at(ring, unique[:, 0], old[unique[:, 1]])
    np.add.at(ring, unique[:, 1], old[unique[:, 0]])
    moved = old + beta[:, None] * (ring - n[:, None] * old)
    moved[unique[rim]] = old[unique[rim]]
    a, b, c = faces.T
    ab, bc, ca = (len(uv) + row).T
    quarters = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    finer = np.concatenate([np.stack(q, axis=1) for q in quarters])
    return np.concatenate([moved, new]).astype(np.float32), finer.astype(np.uint32)


def uv_stretch(
    vertices: np.ndarray, faces: np.ndarray, uv: np.ndarray, uv_faces: np.ndarray
) -> np.ndarray:
    """How much each face (F,) is stretched or squeezed by its chart: max(σ₁, 1/σ₂), 1 at best.

    σ₁ ≥ σ₂ are the singular values of the map from the face to the atlas, after each chart is
    scaled to the area of its skin. Infinite where a face is flipped.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3).
        uv: (T, 2).
        uv_faces: (F, 3); charts are the pieces that share texture vertices.
    """
    area, _ = face_gradients(vertices, faces)
    places = uv[uv_faces].astype(float) * [1.0, -1.0]
    flat = flat_areas(places.reshape(-1, 2), np.arange(faces.size).reshape(-1, 3))
    chart = chart_of_faces(uv_faces)
    scale = np.sqrt(np.bincount(chart, area) / np.bincount(chart, np.abs(flat)))[chart]
    a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
    length = np.linalg.norm(b - a, axis=1)
    x = ((c - a) * (b - a)).sum(axis=1) / length
    y = 2 * area / length
    one = scale[:, None] * (places[:, 1] - places[:, 0]) / length[:, None]
    two = (scale[:, None] * (places[:, 2] - places[:, 0]) - x[:, None] * one) / y[:, None]
    sigma = np.linalg.svd(np.stack([one, two], axis=2), compute_uv=False)
    worst = np.maximum(sigma[:, 0], 1 / np.maximum(sigma[:, 1], 1e-12))
    return np.where(flat > 0, worst, np.inf)


def chart_of_faces(uv_faces: np.ndarray) -> np.ndarray:
    """(F,) number of the piece of the atlas that each face belongs to."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = int(uv_faces.max()) + 1
    ends = uv_faces[:, [[0, 1], [1, 2]]].reshape(-1, 2).astype(np.int64)
    graph = coo_array((np.ones(len(ends)), tuple(ends.T)), shape=(n, n))
    _, piece = connected_components(graph, directed=False)
    return np.unique(piece[uv_faces[:, 0]], return_inverse=True)[1]
