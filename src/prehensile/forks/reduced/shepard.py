"""Shepard's weights: nearer anchors count more, and the nearest one alone at its own place."""

import numpy as np

CLOSE = 1e-6
"""Added to squared distances, relative to the farthest anchor: no division by zero."""


def shepard(z: np.ndarray, anchors: np.ndarray, scale: float) -> np.ndarray:
    """(A,) that sum to 1, as 1/d⁴ of the distances from z (r,) to anchors (A, r).

    Args:
        scale: of squared distances.
    """
    d2 = ((anchors - z) ** 2).sum(axis=1) / scale + CLOSE
    w = d2**-2.0
    return w / w.sum()
