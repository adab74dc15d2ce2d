"""Randomness on the skin, made in space so that it knows no seams."""

import numpy as np


def smooth_noise(points: np.ndarray, spacing: float, seed: int) -> np.ndarray:
    """(N,) at points (N, 3) [m]: mean 0, deviation about 1, features about ``spacing`` [m] wide."""
    from scipy.ndimage import map_coordinates

    low = points.min(axis=0) - 2 * spacing
    at = ((points - low) / spacing).astype(np.float32)
    shape = np.ceil(at.max(axis=0)).astype(int) + 3
    lattice = np.random.default_rng(seed).standard_normal(shape, np.float32)
    # Without the prefilter a quadratic B-spline smooths the lattice, and keeps 0.41 of its
    # deviation on average over places: √(0.55³).
    found = map_coordinates(lattice, at.T, order=2, mode="nearest", prefilter=False)
    return found.astype(float) / 0.41


def layered_noise(points: np.ndarray, spacing: float, layers: int, seed: int) -> np.ndarray:
    """(N,) noise of ``layers`` sizes, each half as wide and 0.6 as strong; deviation about 1."""
    strength = 0.6 ** np.arange(layers)
    total = sum(
        s * smooth_noise(points, spacing * 0.5**k, seed + k) for k, s in enumerate(strength)
    )
    return np.asarray(total) / np.sqrt((strength**2).sum())


def cells(
    points: np.ndarray, seeds_from: np.ndarray, size: float, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Polygons that tile the skin, as its fine lines do.

    Args:
        points: (N, 3) [m].
        seeds_from: (M, 3) [m] points of the skin that middles of cells are chosen from.
        size: [m] about their breadth.
        seed: of the choice.

    Returns:
        How near (N,) the border of its cell each point is, from 0 in the middle to 1 on it, and a
        random number (N,) from 0 to 1 for each cell.
    """
    from scipy.spatial import KDTree

    rng = np.random.default_rng(seed)
    mixed = seeds_from[rng.permutation(len(seeds_from))]
    cube = np.floor(mixed / size).astype(np.int64) + 4096
    _, first = np.unique(cube @ [1, 1 << 16, 1 << 32], return_index=True)
    middles = mixed[first]
    near, which = map(np.asarray, KDTree(middles).query(points, k=2))
    border = near[:, 0] / np.maximum(near[:, 1], 1e-9)
    return border, rng.random(len(middles))[which[:, 0]]
