"""Where a ray first meets a triangle mesh (Möller & Trumbore 1997)."""

import numpy as np

PARALLEL = 1e-5
"""sine of the angles between ray and sides below which a triangle is a sliver, or not met"""
EDGE = 1e-9
"""by which a ray may pass outside a triangle, so that none slips through between two"""


def first_hit(
    vertices: np.ndarray, faces: np.ndarray, origin: np.ndarray, direction: np.ndarray
) -> float:
    """[m] from an origin (3,) along a unit direction (3,) to a mesh; infinite if it misses.

    Args:
        vertices: (V, 3) [m]
        faces: (F, 3), seen from either side.
        origin: where the ray begins.
        direction: unit.
    """
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    one, two = b - a, c - a
    p = np.cross(direction, two)
    volume = np.einsum("ij,ij->i", one, p)
    sides = np.linalg.norm(one, axis=1) * np.linalg.norm(two, axis=1)
    met = np.abs(volume) > PARALLEL * sides
    inverse = np.divide(1.0, volume, out=np.zeros_like(volume), where=met)
    away = origin - a
    u = np.einsum("ij,ij->i", away, p) * inverse
    q = np.cross(away, one)
    v = q @ direction * inverse
    t = np.einsum("ij,ij->i", two, q) * inverse
    met &= (u >= -EDGE) & (v >= -EDGE) & (u + v <= 1 + EDGE) & (t >= 0)
    return float(t[met].min(initial=np.inf))
