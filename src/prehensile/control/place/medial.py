"""How thick an object is where it is touched: the largest balls that fit within its surface.

The ball that touches the surface at a point from within, and touches it once more, has its centre
on the medial axis. It is found by shrinking (Ma, Bae & Choi 2012): a ball that holds another point
of the surface becomes the one through both, until it holds none.
"""

from typing import Any, NamedTuple

import numpy as np

from prehensile.mesh.sample import random_points
from prehensile.world.objects.object import Object

SURFACE = 12000
"""Points that the balls must not hold: thin walls show only to a fine cover"""
SHRINKS = 16
"""Times that a ball is shrunk at most"""
THINNEST = 1e-4
"""[m] of a ball's radius, at least"""
HOLDS = 0.02
"""Share of its radius by which a ball may hold a point that it touches nearly"""


class Medial(NamedTuple):
    """A ball for every point of a surface."""

    centre: np.ndarray
    """(N, 3) [m]"""
    radius: np.ndarray
    """(N,) [m] half the thickness there"""


def medial_balls(
    obj: Object, points: np.ndarray, normals: np.ndarray, rng: np.random.Generator
) -> Medial:
    """The balls within an object that touch its surface at points (N, 3) [m] with outward unit
    normals (N, 3).
    """
    from scipy.spatial import KDTree  # here: it takes a while to load

    cover, _ = random_points(obj.vertices, obj.faces, SURFACE, rng)
    tree = KDTree(cover)
    largest = 0.5 * float(np.linalg.norm(obj.extents))
    radius = _shrunk(tree, points, normals, largest)
    # Scans of thin things may be inside out in places: there the other side is within.
    open_ = np.flatnonzero(radius >= largest)
    other = _shrunk(tree, points[open_], -normals[open_], largest)
    inwards = -normals.copy()
    inwards[open_[other < largest]] *= -1
    radius[open_] = np.minimum(other, largest)
    return Medial(points + radius[:, None] * inwards, radius)


def _shrunk(tree: Any, points: np.ndarray, normals: np.ndarray, largest: float) -> np.ndarray:
    """(N,) [m] radii of balls that touch at points (N, 3), against their normals (N, 3), and hold
    none of a tree's points; ``largest`` [m] where nothing stops them.
    """
    cover = np.asarray(tree.data)
    radius, todo = np.full(len(points), largest), np.arange(len(points))
    for _ in range(SHRINKS):
        p, n, r = points[todo], normals[todo], radius[todo]
        apart, which = tree.query(p - r[:, None] * n)
        holds = apart < (1 - HOLDS) * r
        todo, away = todo[holds], (p - cover[which])[holds]
        if not len(todo):
            break
        # The ball through p, tangent there, and through the point that it held.
        inwards = np.einsum("ij,ij->i", away, n[holds])
        size = np.einsum("ij,ij->i", away, away)
        through = size / (2 * np.maximum(inwards, 1e-12))
        radius[todo] = np.clip(through, THINNEST, r[holds])
    return radius
