"""Fewer points and triangles: convex hulls to collide with, meshes to draw."""

import numpy as np

HULL_POINTS = 48
"""Something as round and as large as a fingertip is met within a tenth of a millimetre."""
FACES_OF_MESH = 700
"""Triangles that are kept of one drawn mesh."""
ROUND = 16
"""Corners of what is round."""


def few_hull_points(points: np.ndarray, most: int = HULL_POINTS) -> np.ndarray:
    """At most ``most`` corners of the convex hull of points (N, 3), spread over it.

    The extreme points of directions that cover the sphere evenly: each is a corner of the hull, so
    the result lies inside and touches it everywhere.
    """
    k = np.arange(4 * most) + 0.5
    z = 1 - 2 * k / len(k)
    turn = np.pi * (1 + 5**0.5) * k
    flat = np.sqrt(1 - z * z)
    directions = np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)
    extreme = np.unique((directions @ points.T).argmax(axis=1))
    corners = points[extreme]
    while len(corners) > most:  # drop the one nearest to another: it tells least
        apart = np.linalg.norm(corners[:, None] - corners[None], axis=-1)
        np.fill_diagonal(apart, np.inf)
        corners = np.delete(corners, int(apart.min(axis=0).argmin()), axis=0)
    return corners


def fewer_faces(
    vertices: np.ndarray, faces: np.ndarray, most: int = FACES_OF_MESH
) -> tuple[np.ndarray, np.ndarray]:
    """A mesh of at most ``most`` triangles that looks the same from a distance.

    Vertices that share a cell of a grid are merged; the grid is as fine as ``most`` allows.
    """
    vertices, faces = _merged(vertices, faces, 1e-6)
    if len(faces) <= most:
        return vertices, faces
    fine, coarse = 1e-6, float(np.ptp(vertices, axis=0).max())
    result = _merged(vertices, faces, coarse)
    for _ in range(24):
        cell = (fine * coarse) ** 0.5
        tried = _merged(vertices, faces, cell)
        if len(tried[1]) > most:
            fine = cell
        else:
            coarse, result = cell, tried
    return result


def _merged(vertices: np.ndarray, faces: np.ndarray, cell: float) -> tuple[np.ndarray, np.ndarray]:
    """Vertices of one grid cell as one, at their mean; faces that collapse are dropped."""
    _, which = np.unique(np.round(vertices / cell).astype(np.int64), axis=0, return_inverse=True)
    which = which.reshape(-1)
    count = np.bincount(which)
    mean = np.stack([np.bincount(which, vertices[:, k]) / count for k in range(3)], axis=1)
    new = which[faces]
    kept = (new[:, 0] != new[:, 1]) & (new[:, 1] != new[:, 2]) & (new[:, 2] != new[:, 0])
    new = new[kept]
    if len(new):
        _, first = np.unique(np.sort(new, axis=1), axis=0, return_index=True)
        new = new[np.sort(first)]
    used, index = np.unique(new, return_inverse=True)
    return mean[used], index.reshape(-1, 3)


def solid_triangles(kind: str, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A MuJoCo primitive as triangles: vertices (V, 3) [m] and faces (F, 3), its own frame."""
    if kind == "box":
        profile = [(0, -size[2]), (2**0.5, -size[2]), (2**0.5, size[2]), (0, size[2])]
        vertices, faces = _revolved(profile, 4, np.pi / 4)
        return vertices * [size[0], size[1], 1.0], faces
    polar = np.linspace(-np.pi / 2, np.pi / 2, ROUND // 2 + 1)
    if kind in ("sphere", "ellipsoid"):
        vertices, faces = _revolved([(np.cos(a), np.sin(a)) for a in polar])
        return vertices * (size if kind == "ellipsoid" else size[0]), faces
    radius, half = size[0], size[1]
    if kind == "cylinder":
        return _revolved([(0, -half), (radius, -half), (radius, half), (0, half)])
    below = [(radius * np.cos(a), radius * np.sin(a) - half) for a in polar if a <= 0]
    return _revolved(below + [(r, -z) for r, z in reversed(below)])


def _revolved(
    profile: list[tuple[float, float]], around: int = ROUND, start: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Points (radius, z) from the bottom pole to the top one, turned about z."""
    turn = start + np.arange(around) * 2 * np.pi / around
    ring = np.stack([np.cos(turn), np.sin(turn), np.zeros(around)], axis=1)
    vertices = np.concatenate([r * ring + [0, 0, z] for r, z in profile])
    k = np.arange(around)
    after = (k + 1) % around
    faces = []
    for row in range(len(profile) - 1):
        a, b = row * around + k, row * around + after
        c, d = a + around, b + around
        faces += [np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)]
    corners = np.concatenate(faces)
    return _merged(vertices, corners, 1e-7)
