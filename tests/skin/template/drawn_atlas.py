"""An atlas as a picture, and the areas of its faces."""

import numpy as np
from skimage.draw import polygon


def times_covered(corners: np.ndarray, size: int) -> np.ndarray:
    """How many faces (F, 3, 2) cover each texel; each drawn a little smaller than it is."""
    middle = corners.mean(axis=1, keepdims=True)
    drawn = (middle + 0.97 * (corners - middle)) * size
    count = np.zeros((size, size), int)
    for face in drawn:
        rows, columns = polygon(face[:, 1], face[:, 0], count.shape)
        count[rows, columns] += 1
    return count


def doubled_areas(corners: np.ndarray) -> np.ndarray:
    """Twice the signed areas of flat faces (F, 3, 2)."""
    (x, y), (s, t) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 2] - corners[:, 0]).T
    return x * t - y * s
