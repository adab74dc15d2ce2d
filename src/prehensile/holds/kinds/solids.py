"""Convex solids of holds by their outlines: what is touched and what is seen."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from prehensile.world.objects.object import ConvexPart, FloatArray, Object
from prehensile.world.things.hold import CENTRE, FRICTION
from prehensile.world.things.joined import Mesh, joined, mesh_of
from prehensile.world.things.turned import rounded_outline

DENSITY = 1200.0
"""[kg/m³] of polyurethane"""


def ledge(corners: Sequence[Sequence[float]], left: float, right: float) -> FloatArray:
    """(n, 3) [m] points of a solid with one outline all along x.

    Args:
        corners: rows (out, up) or (out, up, rounding) [m] from the hold's middle; convex.
        left: [m] lowest x.
        right: [m] highest x.
    """
    outline = rounded_outline(corners)
    return np.concatenate([_placed(x, *outline.T) for x in (left, right)])


def _placed(x: float, out: FloatArray, up: FloatArray) -> FloatArray:
    return np.stack([np.full(len(out), x), -out, CENTRE + up], axis=1)


def convex_mesh(points: FloatArray) -> Mesh:
    """The hull's surface."""
    import manifold3d

    return mesh_of(manifold3d.Manifold.hull_points(np.asarray(points)))


def solid_object(
    name: str, pieces: Sequence[ArrayLike], color: tuple[float, float, float]
) -> Object:
    """An object of convex pieces, each the hull of its points (n, 3) [m]."""
    points = [np.asarray(piece, dtype=float) for piece in pieces]
    mesh = joined(*(convex_mesh(p) for p in points))
    parts = tuple(ConvexPart("hull", vertices=p) for p in points)
    mass = DENSITY * sum(part.volume for part in parts)
    return Object.from_mesh(name, *mesh, parts, mass, friction=FRICTION, color=color)
