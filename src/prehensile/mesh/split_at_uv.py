"""Seams of a picture: vertices doubled where neighbouring faces lie apart in it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class SplitMesh(NamedTuple):
    """Faces whose vertices have one place in the picture each."""

    source: NDArray[np.int64]
    """(W,) the vertex that each new one was"""
    uv: NDArray[np.float32]
    """(W, 2) its place in the picture"""
    faces: NDArray[np.int32]
    """(F, 3) in the given order"""


def split_at_uv(faces: NDArray[np.integer], corner_uv: NDArray[np.float32]) -> SplitMesh:
    """One vertex for each vertex and place in the picture.

    Args:
        faces: (F, 3)
        corner_uv: (F, 3, 2) place of every corner.
    """
    places = np.ascontiguousarray(corner_uv.reshape(-1, 2), dtype=np.float32) + 0.0
    keys = np.column_stack([faces.reshape(-1).astype(np.int64), places.view(np.int32)])
    kept, row = np.unique(keys, axis=0, return_inverse=True)
    uv = np.ascontiguousarray(kept[:, 1:].astype(np.int32)).view(np.float32)
    return SplitMesh(kept[:, 0].astype(np.int64), uv, row.reshape(-1, 3).astype(np.int32))
