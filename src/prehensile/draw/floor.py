"""A floor that is only a soft shadow: the picture's ground colour, darker below what stands on it.

Shadow maps of software OpenGL are hard and jagged. The light from a wide sky is simpler to make:
what is low over the floor darkens it sharply, what is high faintly and widely.
"""

from typing import NamedTuple

import numpy as np

CELL = 0.0018
"""[m] Half of the sharpest blur."""
MOST_CELLS = 600
"""Along a side; a larger floor gets larger cells."""
MOST_STEPS = 128
"""Points along an edge of a large triangle."""
MOST_POINTS = 2_000_000
"""all over one mesh; five for each cell of the largest floor"""
LAYERS = ((0.004, 0.3), (0.01, 0.2), (0.028, 0.14))
"""Blur [m] and darkness of each layer of the shadow; a layer holds what is lower than four times
its blur above the floor, the last one everything."""


class Floor(NamedTuple):
    """A horizontal rectangle with the light that is left on it."""

    low: np.ndarray
    """(2,) [m] corner in x and y, world"""
    high: np.ndarray
    """(2,) [m]"""
    z: float
    """[m]"""
    light: np.ndarray
    """(nx, ny) from 0 to 1; 1 along the edges, where the floor melts into the background"""


def shadowed_floor(meshes: list[tuple[np.ndarray, np.ndarray]], z: float) -> Floor:
    """The floor at height ``z`` [m] below ``meshes``, each vertices (V, 3) [m] and faces (F, 3)."""
    from scipy.ndimage import gaussian_filter

    places = np.concatenate([np.asarray(v, dtype=float)[:, :2] for v, _ in meshes])
    # At the height of the light the shadow is as broad as the thing; no need to slant it.
    spread = 4 * LAYERS[-1][0]
    low, high = places.min(0) - spread, places.max(0) + spread
    cell = max(CELL, float((high - low).max()) / MOST_CELLS)
    shape = tuple(np.maximum(np.ceil((high - low) / cell).astype(int), 1))
    high = low + np.array(shape) * cell
    covered = [np.zeros(shape) for _ in LAYERS]
    for vertices, faces in meshes:
        points = scattered(vertices, faces, cell)
        index = np.clip(((points[:, :2] - low) / cell).astype(int), 0, np.array(shape) - 1)
        for i, (blur, _) in enumerate(LAYERS):
            last = i == len(LAYERS) - 1
            near = index if last else index[points[:, 2] - z < 4 * blur]
            covered[i][near[:, 0], near[:, 1]] = 1.0
    light = np.ones(shape)
    for layer, (blur, darkness) in zip(covered, LAYERS, strict=True):
        if layer.any():
            light *= 1 - darkness * np.clip(gaussian_filter(layer, blur / cell), 0, 1)
    return Floor(low, high, z, light)


def scattered(vertices: np.ndarray, faces: np.ndarray, spacing: float = CELL) -> np.ndarray:
    """Points (n, 3) all over a mesh, ``spacing`` [m] apart or a little less.

    Wider apart where they would be more than `MOST_POINTS`.
    """
    corners = np.asarray(vertices, dtype=float)[faces]
    size = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=-1).max(1)
    steps = 2 ** np.ceil(np.log2(np.clip(size / spacing, 1, MOST_STEPS))).astype(int)
    most = MOST_STEPS
    while most > 1 and int(((np.minimum(steps, most) + 1) ** 2).sum()) > 2 * MOST_POINTS:
        most //= 2
    steps = np.minimum(steps, most)
    points = [np.asarray(vertices, dtype=float)]
    for n in np.unique(steps):
        u, v = (a.ravel() for a in np.meshgrid(*[np.arange(n + 1) / n] * 2))
        u, v = u[u + v <= 1], v[u + v <= 1]
        weights = np.stack([1 - u - v, u, v], axis=1)
        points.append(np.einsum("wk,fkc->fwc", weights, corners[steps == n]).reshape(-1, 3))
    return np.concatenate(points)
