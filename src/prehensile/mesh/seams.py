"""Cutting a closed mesh open along seams: one texture vertex for each uncut fan of corners."""

import numpy as np


def edge_sides(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every edge once, and the two faces beside it.

    Args:
        faces: (F, 3) of a closed mesh.

    Returns:
        Edges (E, 2), lower vertex first, in rising order; and the faces (E, 2) beside them.
    """
    ends = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=-1).reshape(-1, 2).astype(np.int64)
    order = np.lexsort(ends.T[::-1])
    return ends[order][::2], (order // 3).reshape(-1, 2)


def cut_open(faces: np.ndarray, seams: np.ndarray) -> np.ndarray:
    """Faces (F, 3) of the mesh cut along its edges ``seams`` (S, 2), lower vertex first.

    Vertices are numbered anew; corners share one if they do so in ``faces`` and no seam parts them.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges, sides = edge_sides(faces)
    base = int(faces.max()) + 1
    kept = ~np.isin(edges[:, 0] * base + edges[:, 1], seams[:, 0] * base + seams[:, 1])
    edges, sides = edges[kept], sides[kept]
    joined = []
    for end in (0, 1):
        corner = [
            3 * sides[:, s] + (faces[sides[:, s]] == edges[:, end, None]).argmax(axis=1)
            for s in (0, 1)
        ]
        joined.append(np.stack(corner))
    rows, columns = np.concatenate(joined, axis=1)
    graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(faces.size, faces.size))
    return connected_components(graph, directed=False)[1].reshape(-1, 3)
