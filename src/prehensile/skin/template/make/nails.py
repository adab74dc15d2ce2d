"""A mesh moved and turned until the outlines of the nails follow its edges."""

import numpy as np

from prehensile.mesh.remesh import relaxed
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.nails import rim_vertices, settled

ROUNDS = 12
"""Rounds of making the other vertices even after some were drawn to a rim."""


def snapped_to_nails(
    flesh: RestFlesh, vertices: np.ndarray, faces: np.ndarray, edges: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The nearer end of each edge across a nail's outline moved onto it; some edges turned.

    Args:
        flesh: the hand that the mesh is of; it says where the nails are.
        vertices: (V, 3) [m].
        faces: (F, 3).
        edges: (V,) [m] lengths of edges wished there.

    Returns:
        Vertices (V, 3) [m], faces (F, 3), and which of them (F,) bool are a nail's.
    """
    depth = flesh.nail_depth(vertices)
    ends = np.unique(np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1), axis=0)
    crossing = ends[(depth[ends] > 0).sum(axis=1) == 1]
    rim = np.zeros(len(vertices), bool)
    # The nearest first, so that a vertex already drawn settles all of its edges.
    order = np.argsort(np.abs(depth[crossing]).min(axis=1), kind="stable")
    for pair in crossing[order]:
        if not rim[pair].any():
            rim[pair[np.abs(depth[pair]).argmin()]] = True
    # Outlines bulge: a face with all its corners on one lies within.
    within = (depth > 0) | rim
    faces, on_nail = _without_ears(faces, np.all(within[faces], axis=1))
    rim = rim_vertices(on_nail, faces, len(vertices))
    for _ in range(ROUNDS):
        vertices = settled(flesh, relaxed(vertices, faces, edges), edges, rim)
    return vertices, faces, on_nail


def _without_ears(faces: np.ndarray, on_nail: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Faces (F, 3) and which are a nail's, none of these with two sides on the outline.

    A smooth outline would press such a face flat. Its third side is turned, so that it shares its
    corner with the nail's face behind.
    """
    faces, on_nail = faces.copy(), on_nail.copy()
    while True:
        owner = {(int(f[k]), int(f[k - 2])): i for i, f in enumerate(faces) for k in range(3)}
        # Across each side, in the order of the corners where sides start.
        across = [[owner[int(f[k - 2]), int(f[k])] for k in range(3)] for f in faces]
        ears = [
            i for i in np.flatnonzero(on_nail) if sum(on_nail[j] for j in across[i]) < 2
        ]  # fmt: skip
        if not ears:
            return faces, on_nail
        ear = ears[0]
        inner = [k for k in range(3) if on_nail[across[ear][k]]]
        if not inner:
            on_nail[ear] = False
            continue
        k, behind = inner[0], across[ear][inner[0]]
        a, c, m = (int(faces[ear][(k + n) % 3]) for n in range(3))
        d = int(next(v for v in faces[behind] if v not in (a, c)))
        if (m, d) in owner or (d, m) in owner:
            on_nail[ear] = False
            continue
        faces[ear], faces[behind] = (m, a, d), (m, d, c)
