"""Parts of a surface that lie between two planes, for what is turned or drawn in one piece."""

import numpy as np
from numpy.typing import NDArray

from prehensile.world.things.joined import Mesh


def faces_between(
    mesh: Mesh, axis: int, low: float = -np.inf, high: float = np.inf
) -> NDArray[np.int32]:
    """(n,) the faces whose middle lies between ``low`` and ``high`` [m] along an axis, 0 to 2."""
    vertices, faces = mesh
    middle = vertices[faces, axis].mean(axis=1)
    return np.flatnonzero((middle >= low) & (middle < high)).astype(np.int32)
