"""How high things are, for tests of what they stand on."""

import numpy as np

from prehensile.lie import se3
from prehensile.world.objects.object import Object


def lowest(obj: Object, T: np.ndarray) -> float:
    """[m] height of its lowest point."""
    return float(se3.apply(T, obj.vertices)[:, 2].min())
