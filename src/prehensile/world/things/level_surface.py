"""The surface where a function of space is zero, as a closed mesh."""

from collections.abc import Callable

import numpy as np

from prehensile.world.objects.object import FloatArray
from prehensile.world.things.joined import Mesh, mesh_of

Distance = Callable[[FloatArray], FloatArray]
"""Points (n, 3) [m] to values (n,) [m], negative inside, about the distance near the surface."""


def level_surface(distance: Distance, low: FloatArray, high: FloatArray, edge: float) -> Mesh:
    """Triangles of about ``edge`` [m] on the zero level of ``distance``.

    Args:
        distance: vectorised; what lies outside the box is cut off.
        low: (3,) [m] lowest corner of the box to look in.
        high: (3,) [m] its highest corner.
        edge: [m]
    """
    import manifold3d

    # Manifold asks point by point. The first time we only note where, so that all values can
    # be found in one go: 50 times faster than calling numpy for each.
    asked: list[tuple[float, float, float]] = []

    def note(x: float, y: float, z: float) -> float:
        asked.append((x, y, z))
        return -1.0

    bounds = [*map(float, low), *map(float, high)]
    manifold3d.Manifold.level_set(note, bounds, edge)
    inside = dict(zip(asked, (-distance(np.array(asked))).tolist(), strict=True))
    found = manifold3d.Manifold.level_set(lambda x, y, z: inside[x, y, z], bounds, edge)
    vertices, faces = mesh_of(found)
    return _polished(distance, vertices, np.asarray(low), np.asarray(high)), faces


def _polished(
    distance: Distance, vertices: FloatArray, low: FloatArray, high: FloatArray
) -> FloatArray:
    """Newton's steps onto the surface; vertices where the box cuts it off stay."""
    step = 1e-6
    free = np.all((vertices > low + 1e-9) & (vertices < high - 1e-9), axis=1)
    points = vertices[free]
    for _ in range(3):
        gradient = np.stack(
            [
                (distance(points + step * way) - distance(points - step * way)) / (2.0 * step)
                for way in np.eye(3)
            ],
            axis=1,
        )
        slope = np.maximum(np.sum(gradient**2, axis=1), 0.25)
        points = points - gradient * (distance(points) / slope)[:, None]
    polished = vertices.copy()
    polished[free] = points
    return polished
