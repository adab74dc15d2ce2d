"""The zero level of a field on a grid as a closed triangle mesh, by marching tetrahedra.

Every cube is cut into the six tetrahedra along its main diagonal. No case is ambiguous, so the
mesh is closed and manifold wherever the level stays inside the grid. Its triangles are uneven:
it is made to be remeshed.
"""

from itertools import permutations

import numpy as np


def zero_level_mesh(field: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (V, 3) in cells, and faces (F, 3) anticlockwise seen from where it is positive.

    Args:
        field: (X, Y, Z), positive at the rim; exact zeros count as outside.
    """
    inside = field < 0
    strides = np.array([field.shape[1] * field.shape[2], field.shape[2], 1])
    cubes = _crossed_cubes(inside) @ strides
    flat, sign = field.reshape(-1), inside.reshape(-1)
    edges = [np.zeros((0, 3, 2), np.int64)]
    for order in permutations(range(3)):
        # From corner 0 along the axes in this order to the corner opposite.
        steps = np.concatenate([[0], np.cumsum(strides[list(order)])])
        tetrahedra = cubes[:, None] + steps
        if _odd(order):
            tetrahedra = tetrahedra[:, [0, 2, 1, 3]]
        edges += _cut(tetrahedra, sign[tetrahedra])
    corners = np.sort(np.concatenate(edges), axis=-1)
    ends, row = np.unique(corners.reshape(-1, 2), axis=0, return_inverse=True)
    # Kept off the grid points: a vertex there would be shared by edges that must stay apart.
    at = np.clip(flat[ends[:, 0]] / (flat[ends[:, 0]] - flat[ends[:, 1]]), 1e-3, 1 - 1e-3)
    start, end = (np.stack(np.unravel_index(ends[:, k], field.shape), axis=1) for k in (0, 1))
    return start + at[:, None] * (end - start), row.reshape(-1, 3)


def _crossed_cubes(inside: np.ndarray) -> np.ndarray:
    """Lowest corners (N, 3) of the cubes whose eight corners do not agree."""
    every, some = True, False
    for offset in np.ndindex(2, 2, 2):
        part = inside[tuple(slice(o, n - 1 + o) for o, n in zip(offset, inside.shape, strict=True))]
        every, some = every & part, some | part
    return np.argwhere(some & ~every)


def _odd(order: tuple[int, ...]) -> bool:
    return sum(a > b for k, a in enumerate(order) for b in order[k + 1 :]) % 2 == 1


def _cut(tetrahedra: np.ndarray, inside: np.ndarray) -> list[np.ndarray]:
    """Triangles (N, 3, 2) as three cut edges each, of tetrahedra (N, 4) of one handedness."""
    code = inside @ np.array([1, 2, 4, 8])
    found = []
    for value in range(1, 15):
        rows = tetrahedra[code == value]
        within = [k for k in range(4) if value >> k & 1]
        without = [k for k in range(4) if k not in within]
        if len(within) == 2:
            (a, b), (c, d) = within, without
            ring = [(a, c), (a, d), (b, d), (b, c)]
            triangles = [ring[:3], [ring[2], ring[3], ring[0]]]
            order = (a, b, c, d)
        else:
            apex, *others = [*within, *without] if len(within) == 1 else [*without, *within]
            triangles = [[(apex, k) for k in others]]
            order = (apex, *others)
        turned = _odd(order) ^ (len(within) == 3)
        for triangle in triangles:
            found.append(rows[:, triangle[::-1] if turned else triangle])
    return found
