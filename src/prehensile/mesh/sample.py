"""Points that stand for a surface: drawn at random, or laid so that they cover it."""

import numpy as np


def random_points(
    vertices: np.ndarray, faces: np.ndarray, count: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Points spread evenly over a surface (count, 3) and unit normals there (count, 3).

    Args:
        vertices: (V, 3)
        faces: (F, 3) counter-clockwise seen from outside
        count: how many points to draw.
        rng: same state, same points.
    """
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    cross = np.cross(b - a, c - a)
    area = np.linalg.norm(cross, axis=1)
    face = rng.choice(len(area), size=count, p=area / area.sum())
    u, v = rng.random((2, count, 1))
    fold = u + v > 1
    u, v = np.where(fold, 1 - u, u), np.where(fold, 1 - v, v)
    return a[face] + u * (b - a)[face] + v * (c - a)[face], cross[face] / area[face, None]


def covering_points(
    vertices: np.ndarray, faces: np.ndarray, spacing: float, most: int
) -> np.ndarray:
    """(P, 3) the vertices, and a lattice in every triangle that is larger than the spacing.

    Args:
        vertices: (V, 3)
        faces: (F, 3)
        spacing: between neighbours, at most.
        most: if there are twice as many or more, only every second, third … is kept.
    """
    points = [vertices.astype(float)]
    corners = points[0][faces]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=-1).max(axis=1)
    pieces = np.ceil(longest / spacing).astype(int)
    for cuts in np.unique(pieces):
        if cuts > 1:
            here = corners[pieces == cuts]
            i, j = np.nonzero(np.add.outer(np.arange(cuts + 1), np.arange(cuts + 1)) <= cuts)
            weights = np.stack([i, j, cuts - i - j], axis=1) / cuts
            points.append(np.einsum("pk,fkx->fpx", weights, here).reshape(-1, 3))
    found = np.concatenate(points)
    # Even thinning: every k-th point of an ordered cover is still a cover.
    return found[:: max(len(found) // most, 1)]
