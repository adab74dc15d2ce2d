"""Sharp edges: vertices doubled where a surface turns sharply, so that it shades as it should."""

import numpy as np

CREASE = 0.6
"""[rad] Neighbouring faces that turn by more meet in a sharp edge."""


def split_at_creases(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same triangles, with one vertex for each smooth fan of corners around an old one.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3).

    Returns:
        Vertices (W, 3) of the given type, and faces (F, 3) in the given order.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(faces):
        return vertices, faces
    a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
    across = np.cross(b - a, c - a)
    unit = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
    # Both corners of every edge of every face, ends in rising order, equal edges side by side.
    corners = np.arange(faces.size).reshape(-1, 3)
    ends = np.concatenate([corners[:, [k, (k + 1) % 3]] for k in range(3)])
    named = faces.reshape(-1)[ends]
    flip = named[:, 0] > named[:, 1]
    ends[flip], named[flip] = ends[flip, ::-1], named[flip, ::-1]
    order = np.lexsort(named.T[::-1])
    ends, named = ends[order], named[order]
    same = (named[1:] == named[:-1]).all(axis=1)
    one, two = ends[:-1][same], ends[1:][same]
    turn = np.sum(unit[one[:, 0] // 3] * unit[two[:, 0] // 3], axis=1)
    smooth = turn > np.cos(CREASE)
    pairs = np.concatenate([np.stack([one[smooth, k], two[smooth, k]]) for k in (0, 1)], axis=1)
    graph = coo_array((np.ones(pairs.shape[1]), tuple(pairs)), shape=(faces.size, faces.size))
    count, fan = connected_components(graph, directed=False)
    source = np.empty(count, np.int64)
    source[fan] = faces.reshape(-1)
    return vertices[source], fan.reshape(-1, 3)
