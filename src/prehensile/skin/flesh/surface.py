"""From a field of distances to a fine triangle mesh of its zero level."""

import numpy as np

from prehensile.mesh.marching_tetrahedra import zero_level_mesh
from prehensile.skin.flesh.rest import RestFlesh

COARSE = 4
"""Cells of the fine grid along one of the coarse grid, which finds where the skin is."""
FLATTEST, FARTHEST = 0.05, 0.003
"""Least squared slope, and longest move [m], of a Newton step: far from the skin it may be wild."""


def zero_level(flesh: RestFlesh, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (V, 3) [m] and faces (F, 3), anticlockwise from outside, on cells of ``step`` [m].

    The field is sampled on a coarse grid first, and finely only near the skin.
    """
    low, high = flesh.bounds()
    shape = np.ceil((high - low) / (COARSE * step)).astype(int) + 1
    corners = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
    coarse = flesh.distance(low + COARSE * step * corners.reshape(-1, 3)).reshape(shape)
    field = _finer(coarse)
    # Distances are true to first order only: the band is generous.
    near = np.abs(field) < 1.6 * COARSE * step
    at = np.argwhere(near)
    field[near] = flesh.distance(low + step * at)
    vertices, faces = zero_level_mesh(field)
    return low + step * vertices, faces


def projected(flesh: RestFlesh, points: np.ndarray, detail: np.ndarray, rounds: int) -> np.ndarray:
    """The points (N, 3) [m] moved onto the skin along the field's slope where they start.

    ``detail`` as in :meth:`RestFlesh.distance`. Newton's steps with one slope for all of them, as
    a slope costs three distances; from afar call it again.
    """
    far, slope = flesh.distance_and_slope(points, detail)
    slope /= np.maximum((slope**2).sum(axis=1, keepdims=True), FLATTEST)
    for k in range(rounds):
        if k:
            far = flesh.distance(points, detail)
        move = far[:, None] * slope
        size = np.linalg.norm(move, axis=1, keepdims=True)
        points = points - move * np.minimum(1, FARTHEST / np.maximum(size, 1e-12))
    return points


def _finer(coarse: np.ndarray) -> np.ndarray:
    from scipy.ndimage import zoom

    shape = (np.array(coarse.shape) - 1) * COARSE + 1
    return np.asarray(zoom(coarse, shape / coarse.shape, order=1, grid_mode=False))
