"""The outline of a mesh seen along z, as pixels, and how far two outlines agree."""

import numpy as np

from prehensile.extras import optional


def silhouette(
    vertices: np.ndarray, faces: np.ndarray, low: np.ndarray, high: np.ndarray, pixel: float
) -> np.ndarray:
    """Pixels (X, Y) bool that a mesh covers when seen along z without perspective.

    Args:
        vertices: (V, 3) [m].
        faces: (F, 3).
        low: (2,) [m] corner of the picture in x and y; what lies outside is not drawn.
        high: (2,) [m] the other corner.
        pixel: [m] edge of a pixel.
    """
    polygon = optional("skimage.draw").polygon
    shape = tuple(np.ceil((np.asarray(high) - low) / pixel).astype(int))
    covered = np.zeros(shape, bool)
    corners = (vertices[:, :2] - low) / pixel - 0.5
    for x, y in corners[faces].transpose(0, 2, 1):
        covered[polygon(x, y, shape)] = True
    return covered


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union of two silhouettes."""
    return float((one & other).sum() / max((one | other).sum(), 1))
