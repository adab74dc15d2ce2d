"""Where a triangle mesh is not a closed surface."""

import numpy as np
from numpy.typing import NDArray


def open_edge_count(faces: NDArray[np.int32]) -> int:
    """How many edges lack a neighbour that runs the other way; 0 for a closed, oriented mesh.

    Edges where four faces meet (two solids that touch) are closed: the volume is well defined.
    """
    ends = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).astype(np.int64)
    low, high = ends.min(axis=1), ends.max(axis=1)
    sign = np.where(ends[:, 0] == low, 1, -1)
    _, edge = np.unique(low * (int(ends.max(initial=0)) + 1) + high, return_inverse=True)
    return int(np.count_nonzero(np.bincount(edge, weights=sign)))
