"""Vertices that lie together made one: files repeat them at seams, and STL for every triangle."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Merged(NamedTuple):
    """A mesh without duplicate vertices."""

    points: NDArray[np.float64]
    """(V, 3) those that a face uses"""
    faces: NDArray[np.int32]
    """(F, 3)"""
    kept: NDArray[np.bool_]
    """which of the faces given are still there"""


def merged_vertices(
    points: NDArray[np.float64], faces: NDArray[np.integer], tolerance: float = 0.0
) -> Merged:
    """Merge equal vertices, drop those no face uses, and faces that have become lines.

    What stays keeps its order, so that a clean mesh comes back as it is.

    Args:
        points: (V, 3)
        faces: (F, 3)
        tolerance: vertices that round to the same multiple of it are one; 0 for equal ones only.
    """
    used, local = np.unique(faces, return_inverse=True)
    points = points[used]
    keys = np.round(points / tolerance) if tolerance else points + 0.0  # −0 and 0 are one
    _, first, same = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    merged = rank[same.reshape(-1)][local].reshape(-1, 3)
    a, b, c = merged.T
    kept = (a != b) & (b != c) & (c != a)
    return Merged(points[first[order]], merged[kept].astype(np.int32), kept)
