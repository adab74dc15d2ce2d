"""Holes of a triangle mesh, and the triangles that close them.

A hole is a loop of edges that have a face on one side only. It is filled by the triangulation of
its corners with the smallest area, found by dynamic programming (Barequet and Sharir 1995, "Filling
gaps in the boundary of a polyhedron"; Liepa 2003, "Filling holes in meshes"): no vertex is added,
and a flat hole is filled exactly. Of a long loop small ears are cut first, until few enough corners
are left.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_CORNERS = 160
"""of a loop that is filled exactly; the time grows with the third power"""
MOST_MISSING = 30_000
"""Edges that are missing, beyond which there are no holes, but faces that were never joined"""

FloatArray = NDArray[np.float64]
FaceArray = NDArray[np.int32]


class Hole(NamedTuple):
    """A hole and what fills it."""

    loop: NDArray[np.int64]
    """(n,) vertices around it, as the faces that fill it run"""
    faces: FaceArray
    """(n − 2, 3) triangles that fill it"""
    width: float
    """longest side of its bounding box, in the mesh's unit"""
    area: float
    """of ``faces``"""


def find_holes(points: FloatArray, faces: FaceArray) -> tuple[Hole, ...]:
    """Every hole of a mesh with what would close it; none where more than `MOST_MISSING` edges are.

    With all of their faces added the mesh is closed: every edge runs as often one way as the other.

    Args:
        points: (V, 3)
        faces: (F, 3), neighbours turned the same way.
    """
    edges = np.sort(_half_edges(faces), axis=1)
    known = np.unique(edges[:, 0] * len(points) + edges[:, 1])
    holes = []
    for loop in _loops(faces):
        filling = _filled(points, loop, known)
        corners = points[filling]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        area = float(np.linalg.norm(across, axis=1).sum() / 2.0)
        width = float(np.ptp(points[loop], axis=0).max())
        holes.append(Hole(loop, filling.astype(np.int32), width, area))
    return tuple(holes)


def _half_edges(faces: NDArray[np.integer]) -> NDArray[np.int64]:
    """(3 F, 2) the edges of each face in its own direction."""
    ends = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    return ends.astype(np.int64)


def _loops(faces: FaceArray) -> list[NDArray[np.int64]]:
    """Simple loops of the edges that are missing, in the direction in which they are.

    Every face is a loop, so as many missing edges lead to a vertex as away from it: a walk along
    them never ends before it comes back to where it has been.
    """
    ends = _half_edges(faces)
    low, high = ends.min(axis=1), ends.max(axis=1)
    pairs, edge = np.unique(np.stack([low, high], axis=1), axis=0, return_inverse=True)
    surplus = np.rint(
        np.bincount(edge.reshape(-1), weights=np.where(ends[:, 0] == low, 1.0, -1.0))
    ).astype(np.int64)
    if np.abs(surplus).sum() > MOST_MISSING:
        return []
    onward: dict[int, list[int]] = {}
    for (a, b), over in zip(pairs.tolist(), surplus.tolist(), strict=True):
        for _ in range(abs(over)):  # over > 0: too often from a to b
            start, end = (b, a) if over > 0 else (a, b)
            onward.setdefault(start, []).append(end)
    loops = []
    for start in list(onward):
        while onward[start]:
            loops += _walked(start, onward)
    return loops


def _walked(start: int, onward: dict[int, list[int]]) -> list[NDArray[np.int64]]:
    """The loops of one walk from ``start`` back to it; its edges are taken off ``onward``."""
    path, place, loops = [start], {start: 0}, []
    while True:
        here = onward[path[-1]].pop()
        if here not in place:
            place[here] = len(path)
            path.append(here)
            continue
        cut = place[here]
        loops.append(np.array(path[cut:], dtype=np.int64))
        for vertex in path[cut + 1 :]:
            del place[vertex]
        del path[cut + 1 :]
        if cut == 0:
            return loops


def _filled(
    points: FloatArray, loop: NDArray[np.int64], known: NDArray[np.int64]
) -> NDArray[np.int64]:
    """(n − 2, 3) vertices of the triangles that fill a loop (n,).

    Args:
        points: (V, 3)
        loop: vertices in the direction in which the triangles run.
        known: edges that the mesh has, as low · V + high; no new one is laid there if it can be
            helped, for four faces would meet in it.
    """
    ears = []
    while len(loop) > MOST_CORNERS:
        first, loop = _without_small_ears(points, loop)
        ears.append(first)
    ends = np.sort(np.stack(np.broadcast_arrays(loop[:, None], loop[None]), axis=-1), axis=-1)
    taken = np.isin(ends[..., 0] * len(points) + ends[..., 1], known)
    return np.concatenate([*ears, loop[_smallest(points[loop], taken)]])


def _without_small_ears(
    points: FloatArray, loop: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Triangles (k, 3) of the smallest third of a loop's ears, no two of them neighbours."""
    n = len(loop)
    before, after = points[np.roll(loop, 1)], points[np.roll(loop, -1)]
    size = np.linalg.norm(np.cross(points[loop] - before, after - before), axis=1)
    cut = np.zeros(n, dtype=bool)
    for k in np.argsort(size, kind="stable")[: n // 3]:
        cut[k] = not (cut[k - 1] or cut[(k + 1) % n])
    ears = np.stack([np.roll(loop, 1), loop, np.roll(loop, -1)], axis=1)[cut]
    return ears, loop[~cut]


def _smallest(corners: FloatArray, taken: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n − 2, 3) rows of a loop's corners (n, 3): its triangulation of the smallest area.

    Args:
        corners: (n, 3) in order.
        taken: (n, n) between which corners an edge costs more than any area.
    """
    n = len(corners)
    extent = float(np.ptp(corners, axis=0).max())
    dear = 10.0 * n * max(extent, 1e-300) ** 2
    cost, middle = np.zeros((n, n)), np.zeros((n, n), dtype=np.int64)
    for span in range(2, n):
        for i in range(n - span):
            j = i + span
            k = np.arange(i + 1, j)
            side = corners[j] - corners[i]
            area = np.linalg.norm(np.cross(corners[k] - corners[i], side), axis=1) / 2.0
            sums = cost[i, k] + cost[k, j] + area
            best = int(np.argmin(sums))
            inner = span < n - 1  # the longest is an edge of the loop
            cost[i, j] = sums[best] + (dear if inner and taken[i, j] else 0.0)
            middle[i, j] = k[best]
    triangles, todo = [], [(0, n - 1)]
    while todo:
        i, j = todo.pop()
        if j - i > 1:
            k = int(middle[i, j])
            triangles.append((i, k, j))
            todo += [(i, k), (k, j)]
    return np.array(triangles, dtype=np.int64).reshape(-1, 3)
