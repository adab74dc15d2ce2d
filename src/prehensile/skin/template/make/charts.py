"""Where the skin is cut for its atlas: which face belongs to which chart.

Every digit has three charts: the *nail* with the folds around it, the *pad* under it, and the
*tube* below both, slit along the side that faces its neighbour. The palm, the back and the end of
the arm are one each; palm and back meet along the edges of the hand.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.joints import FINGERS
from prehensile.mesh.normals import smooth_normals
from prehensile.mesh.seams import edge_sides
from prehensile.skin.flesh.digit import NEAR, Digit, nail_outline
from prehensile.skin.flesh.rest import RestFlesh

DIGITS = ("thumb", *FINGERS)
CHARTS = (
    "palm",
    "back",
    "arm",
    *(f"{digit}_{part}" for digit in DIGITS for part in ("tube", "pad", "nail")),
)
"""Their names, in the order of their numbers."""
FINGER_ROOT, THUMB_ROOT = 0.36, 0.30
"""Phase where a tube begins; a finger's begins a little farther on, beyond the web."""
WEB = 0.125
"""By how much, over hand breadth."""
PAD_ROOT = 0.10
"""Phase beyond the last joint where a pad begins: past the crease."""
NAIL_ROOT = 0.50
"""How far behind the nail's root its chart begins, over the digit's last half breadth."""
NAIL_SIDE = -0.08
"""Height of the line between nail and pad over the digit's axis, over the same."""
ARM_END = -0.405
"""Where the end of the arm begins, over hand breadth."""
SURE = 0.5
"""Faces whose normal leans more than this to palm or back belong there; the rest are shared."""
NEIGHBOUR = {
    "thumb": "index", "index": "middle", "middle": "ring", "ring": "little", "little": "ring",
}  # fmt: skip
"""Whom a digit turns its slit to: there it is seen least."""
SLIT_PULL = 6.0
"""How dear it is for a slit to leave the middle of its side."""


@dataclass(frozen=True, eq=False)
class ChartPlan:
    """How a skin is cut."""

    labels: np.ndarray
    """(F,) number of each face's chart, a row of `CHARTS`"""
    seams: np.ndarray
    """(S, 2) edges to cut, lower vertex first: between charts, and the slits of the tubes"""


def chart_plan(flesh: RestFlesh, vertices: np.ndarray, faces: np.ndarray) -> ChartPlan:
    """Cut a closed skin of ``flesh``: vertices (V, 3) [m], faces (F, 3)."""
    edges, sides = edge_sides(faces)
    labels = _digit_labels(flesh, vertices, faces)
    arm = vertices[faces][:, :, 0].mean(axis=1) < ARM_END * flesh.hand.spec.breadth
    labels[arm] = CHARTS.index("arm")
    rest = np.flatnonzero(labels < 0)
    labels[rest] = np.where(_leaning(vertices, faces, sides)[rest] > 0, 1, 0)
    labels = _smoothed(_in_one_piece(labels, sides), sides)
    between = edges[labels[sides[:, 0]] != labels[sides[:, 1]]]
    slits = [_slit(flesh, vertices, edges, sides, labels, digit) for digit in DIGITS]
    return ChartPlan(labels, np.concatenate([between, *slits]))


def _local(digit: Digit, points: np.ndarray) -> tuple[np.ndarray, ...]:
    """x, y, z (N,) [m] in the digit's frame."""
    x, y, z = ((points - digit.T[:3, 3]) @ digit.T[:3, :3]).T
    return x, y, z


def _digit_labels(flesh: RestFlesh, vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """(F,) chart of the faces of digits; −1 for the others."""
    labels = np.full(len(faces), -1)
    middle = vertices[faces].mean(axis=1)
    nearest = np.full(len(faces), np.inf)
    for name, digit in flesh.digits.items():
        x, y, z = _local(digit, middle)
        r = float(digit.radii[-1])
        web = WEB * flesh.hand.spec.breadth
        root = digit.at(FINGER_ROOT) + web if digit.first == 0 else digit.at(THUMB_ROOT)
        beside = np.hypot(y, z)
        own = (x > root) & (beside < NEAR * r) & (beside < nearest)
        nearest[own] = beside[own]
        outline_middle, half, _ = nail_outline(digit)
        nail = (x > outline_middle - half - NAIL_ROOT * r) & (z > NAIL_SIDE * r)
        pad = (x > digit.at(digit.last - 1 + PAD_ROOT)) & ~nail & (z < NAIL_SIDE * r)
        first = CHARTS.index(f"{name}_tube")
        labels[own] = first + pad[own] + 2 * nail[own]
    return labels


def _leaning(vertices: np.ndarray, faces: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """(F,) above zero on the back: harmonic between the faces that surely look up or down."""
    from scipy.sparse import coo_array, csr_array, diags_array
    from scipy.sparse.linalg import spsolve

    normals = smooth_normals(vertices, faces)[faces].mean(axis=1)
    n = len(faces)
    pairs = np.concatenate([sides, sides[:, ::-1]])
    weights = coo_array((np.ones(len(pairs)), tuple(pairs.T)), shape=(n, n))
    laplacian = csr_array(diags_array(weights.sum(axis=1)) - weights)
    known = np.abs(normals[:, 2]) > SURE
    found = np.sign(normals[:, 2])
    free = np.flatnonzero(~known)
    right = -laplacian[free][:, np.flatnonzero(known)] @ found[known]
    found[free] = spsolve(laplacian[free][:, free].tocsc(), right)
    return found


def _in_one_piece(labels: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Labels (F,) with all but the largest piece of each chart given to its neighbours."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(labels)
    same = sides[labels[sides[:, 0]] == labels[sides[:, 1]]]
    graph = coo_array((np.ones(len(same)), tuple(same.T)), shape=(n, n))
    _, piece = connected_components(graph, directed=False)
    size = np.bincount(piece)
    largest = np.zeros(labels.max() + 1, int)
    np.maximum.at(largest, labels, size[piece])
    labels = np.where(size[piece] == largest[labels], labels, -1)
    while (labels < 0).any():
        for one, two in (sides.T, sides.T[::-1]):
            stray = (labels[one] < 0) & (labels[two] >= 0)
            labels[one[stray]] = labels[two[stray]]
    return labels


def _smoothed(labels: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Labels (F,) without single faces that stick out of their chart."""
    labels = labels.copy()
    around = np.concatenate([sides, sides[:, ::-1]])
    around = around[np.argsort(around[:, 0], kind="stable"), 1].reshape(-1, 3)
    while True:
        near = np.sort(labels[around], axis=1)
        common = near[:, 1]  # of three sorted values, a repeated one is in the middle
        agree = (near[:, 0] == common) | (common == near[:, 2])
        odd = np.flatnonzero(agree & (common != labels))
        if not len(odd):
            return labels
        # One at a time, lowest first, so that neighbours do not swap for ever.
        labels[odd[0]] = common[odd[0]]


def _slit(
    flesh: RestFlesh,
    vertices: np.ndarray,
    edges: np.ndarray,
    sides: np.ndarray,
    labels: np.ndarray,
    name: str,
) -> np.ndarray:
    """Edges (S, 2) of the slit that makes a digit's tube a disk."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import dijkstra

    digit, tube = flesh.digits[name], CHARTS.index(f"{name}_tube")
    inside = (labels[sides] == tube).all(axis=1)
    rim = np.unique(edges[(labels[sides] == tube).sum(axis=1) == 1])
    own = edges[inside]
    _, y, z = _local(digit, vertices)
    other = flesh.digits[NEIGHBOUR[name]]
    _, aside, above = _local(digit, other.point(np.array([other.at(1.0), 0, 0]))[None])
    towards = np.array([aside[0], above[0]]) / np.hypot(aside[0], above[0])
    cosine = (np.column_stack([y, z]) @ towards) / np.hypot(y, z)
    length = np.linalg.norm(vertices[own[:, 0]] - vertices[own[:, 1]], axis=1)
    cost = length * (1 + SLIT_PULL * (1 - cosine[own]).sum(axis=1))
    n = len(vertices)
    graph = coo_array((cost, tuple(own.T)), shape=(n, n)).tocsr()
    x = _local(digit, vertices)[0]
    low, high = _two_rims(edges[(labels[sides] == tube).sum(axis=1) == 1], rim, x)
    # The way may touch either rim only at its ends: edges along a rim are not inside, and a
    # shortest way from the nearest start to the nearest goal has no reason to return.
    cost_to, before, _ = dijkstra(
        graph, directed=False, indices=low, return_predecessors=True, min_only=True
    )
    at = int(high[np.argmin(cost_to[high])])
    way = [at]
    while before[at] >= 0:
        at = int(before[at])
        way.append(at)
    return np.sort(np.column_stack([way[:-1], way[1:]]), axis=1)


def _two_rims(
    rim_edges: np.ndarray, rim: np.ndarray, x: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Vertices of the rim towards the palm and of the one towards the tip."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(x)
    graph = coo_array((np.ones(len(rim_edges)), tuple(rim_edges.T)), shape=(n, n))
    _, loop = connected_components(graph, directed=False)
    loops = sorted(
        (rim[loop[rim] == k] for k in np.unique(loop[rim])), key=lambda own: float(x[own].mean())
    )
    return loops[0], loops[-1]
