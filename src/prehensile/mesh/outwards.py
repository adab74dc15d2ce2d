"""Faces of a triangle mesh turned so that all of them look outwards, as those of a solid do."""

import numpy as np
from numpy.typing import NDArray

SAMPLES = 24
"""Vertices of a piece that say whether it lies within another"""
WITHIN = 0.5
"""Winding number, from which a place is inside"""
MOST_PIECES = 200
"""that are looked at one by one, the largest: each is asked whether it lies within any other"""

FloatArray = NDArray[np.float64]
FaceArray = NDArray[np.int32]


def turned_outwards(points: FloatArray, faces: FaceArray) -> NDArray[np.bool_]:
    """(F,) which faces to turn, so that neighbours agree and every closed piece encloses a volume.

    Neighbours are two faces at an edge that has no third. Of a patch of them that do not agree, the
    smaller share is turned; a patch that has one side only stays as it is. A closed piece that is
    inside out is turned with all that lies within it: what was a cavity there remains one.

    Args:
        points: (V, 3)
        faces: (F, 3); vertices at the same place are the same vertex.
    """
    if not len(faces):
        return np.zeros(0, dtype=bool)
    turned = _disagreeing(points, faces)
    faces = np.where(turned[:, None], faces[:, ::-1], faces)
    piece, closed = _pieces(faces)
    apex = (points.min(axis=0) + points.max(axis=0)) / 2.0
    a, b, c = (points[faces[:, i]] - apex for i in range(3))
    volume = np.bincount(piece, np.einsum("ij,ij->i", a, np.cross(b, c)), len(closed)) / 6.0
    if not (closed & (volume < 0)).any():
        return turned
    size = np.bincount(piece, minlength=len(closed))
    looked_at = [k for k in np.argsort(-size, kind="stable")[:MOST_PIECES].tolist() if closed[k]]
    mine = {k: faces[piece == k] for k in looked_at}
    boxes = {k: _box(points[found]) for k, found in mine.items()}
    for k in looked_at:
        around = [k] + [
            o
            for o in looked_at
            if (boxes[o][0] < boxes[k][0]).all()
            and (boxes[o][1] > boxes[k][1]).all()
            and _lies_within(points, mine[k], mine[o])
        ]
        outermost = max(around, key=lambda o: abs(volume[o]))
        turned[piece == k] ^= volume[outermost] < 0
    return turned


def _box(corners: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(3,) and (3,) the lowest and the highest of corners (F, 3, 3)."""
    return corners.min(axis=(0, 1)), corners.max(axis=(0, 1))


def _lies_within(points: FloatArray, faces: FaceArray, others: FaceArray) -> bool:
    """Whether one closed piece lies within another."""
    mine = np.unique(faces)
    some = points[mine[np.linspace(0, len(mine) - 1, SAMPLES).astype(int)]]
    return bool((np.abs(winding_number(some, points, others)) > WITHIN).all())


def winding_number(at: FloatArray, points: FloatArray, faces: FaceArray) -> FloatArray:
    """(N,) how often a closed mesh goes round places (N, 3): 1 inside, 0 outside.

    The sum of the solid angles of its faces over 4π (Van Oosterom and Strackee 1983).
    """
    found = np.empty(len(at))
    for k, place in enumerate(at):
        a, b, c = (points[faces[:, i]] - place for i in range(3))
        la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
        triple = np.einsum("ij,ij->i", a, np.cross(b, c))
        ab, bc, ca = (np.einsum("ij,ij->i", u, v) for u, v in ((a, b), (b, c), (c, a)))
        solid = np.arctan2(triple, la * lb * lc + ab * lc + bc * la + ca * lb)
        found[k] = solid.sum() / (2 * np.pi)
    return found


def _disagreeing(points: FloatArray, faces: FaceArray) -> NDArray[np.bool_]:
    """(F,) which faces to turn so that neighbours run along their edge in opposite directions.

    Every face is there twice, as it is and turned; neighbours link those of theirs that agree. A
    patch then falls into two halves, each other's mirror image; one of a single side does not.
    """
    from scipy.sparse import coo_matrix  # here: they take a while to load
    from scipy.sparse.csgraph import connected_components

    count = len(faces)
    edge, low_first = _edges(faces)
    order = np.argsort(edge, kind="stable")
    pairs = np.flatnonzero(np.bincount(edge)[edge[order]] == 2).reshape(-1, 2)
    one, other = order[pairs].T
    differ = (low_first[one] == low_first[other]) * count
    one, other = one % count, other % count
    rows, columns = np.concatenate([one, one + count]), np.concatenate([other + differ, other])
    columns[len(one) :] += count - differ
    graph = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(2 * count, 2 * count))
    label = connected_components(graph, directed=False)[1]
    as_is, turned = label[:count], label[count:]
    off = (as_is > turned) & (as_is != turned)
    patch = np.minimum(as_is, turned)
    a, b, c = (points[faces[:, i]] for i in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    more = np.bincount(patch, area * off) > 0.5 * np.bincount(patch, area)
    return off ^ (more[patch] & (as_is != turned))


def _pieces(faces: FaceArray) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """(F,) which piece each face belongs to, and (P,) whether a piece is closed."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    count = len(faces)
    edge, low_first = _edges(faces)
    links = coo_matrix(
        (np.ones(len(edge)), (np.arange(len(edge)) % count, count + edge)),
        shape=(count + int(edge.max()) + 1,) * 2,
    )
    found = connected_components(links, directed=False)[1][:count]
    label = np.unique(found, return_inverse=True)[1]
    left = np.abs(np.bincount(edge, np.where(low_first, 1, -1)))
    open_edges = np.zeros(int(label.max()) + 1)
    np.add.at(open_edges, label[np.arange(len(edge)) % count], left[edge])
    return label.astype(np.int32), open_edges == 0


def _edges(faces: FaceArray) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """(3 F,) the number of each face's edges, and whether it runs from the lower vertex up."""
    ends = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).astype(np.int64)
    low, high = ends.min(axis=1), ends.max(axis=1)
    edge = np.unique(low * (int(ends.max(initial=0)) + 1) + high, return_inverse=True)[1]
    return edge.reshape(-1), ends[:, 0] == low
