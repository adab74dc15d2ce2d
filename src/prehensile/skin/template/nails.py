"""Nails as regions of a mesh: their outlines follow edges, on every level.

A vertex is inside a nail, outside, or on the rim; no edge goes from inside to outside.
"""

import numpy as np

from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.flesh.surface import projected


def settled(
    flesh: RestFlesh, points: np.ndarray, edges: np.ndarray, rim: np.ndarray, rounds: int = 2
) -> np.ndarray:
    """Points (V, 3) [m] laid onto the skin, those of the ``rim`` (V,) bool on nails' outlines."""
    points = projected(flesh, points, edges, rounds)
    rows = np.flatnonzero(rim)
    if rows.size:
        on = points[rows]
        for _ in range(rounds + 1):  # rim and skin have to be met at once
            on = projected(flesh, flesh.on_nail_rim(on), edges[rows], 1)
        points[rows] = on
    return points


def rim_vertices(on_nail: np.ndarray, faces: np.ndarray, n_vertices: int) -> np.ndarray:
    """(V,) bool: vertices that faces on a nail share with others."""
    within, without = np.zeros(n_vertices, bool), np.zeros(n_vertices, bool)
    within[faces[on_nail]] = True
    without[faces[~on_nail]] = True
    return within & without
