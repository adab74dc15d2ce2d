"""A box by its corners, as a mesh."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.world.objects.primitives import box
from prehensile.world.things.joined import Mesh


def block(low: ArrayLike, high: ArrayLike) -> Mesh:
    """A box with its sides along the axes, from its lowest to its highest corner (3,) [m]."""
    a, b = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    unit = box((1.0, 1.0, 1.0), 1.0)  # of a size to hold, however thin the block is
    return unit.vertices * (b - a) + (a + b) / 2.0, unit.faces
