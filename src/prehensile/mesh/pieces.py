"""How many pieces of a mesh lie apart, with nothing between them."""

import numpy as np
from numpy.typing import NDArray

MOST = 1000
"""Pieces at most that are compared with each other; a cloud of dust is not looked at"""


def pieces_apart(points: NDArray[np.float64], faces: NDArray[np.int32], gap: float) -> int:
    """Into how many groups a mesh falls whose boxes are farther apart than ``gap``.

    What overlaps, or is so near that the boxes around it do, counts as one: never more are told
    than there are, and interlocked pieces that do not touch are one as well.

    Args:
        points: (V, 3) [m]
        faces: (F, 3) triangles; vertices at the same place are the same vertex.
        gap: [m] along x, y or z.
    """
    from scipy.sparse import coo_matrix  # here: they take a while to load
    from scipy.sparse.csgraph import connected_components

    used, corner = np.unique(faces, return_inverse=True)
    a, b, c = corner.reshape(-1, 3).T
    ends = np.concatenate([a, b]), np.concatenate([b, c])
    graph = coo_matrix((np.ones(len(ends[0])), ends), shape=(len(used), len(used)))
    count, label = connected_components(graph, directed=False)
    if not 1 < count <= MOST:
        return 1
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, label, points[used])
    np.maximum.at(high, label, points[used])
    near = np.ones((count, count), dtype=bool)
    for axis in range(3):
        near &= low[:, None, axis] <= high[None, :, axis] + gap
    return connected_components(coo_matrix(near & near.T), directed=False)[0]
