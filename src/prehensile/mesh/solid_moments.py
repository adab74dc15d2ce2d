"""Volume, centroid and inertia of what a closed mesh encloses."""

from typing import NamedTuple

import numpy as np


class SolidMoments(NamedTuple):
    """Moments of a solid of unit density."""

    volume: float
    """[m³]"""
    com: np.ndarray
    """(3,) [m] centroid, mesh frame."""
    inertia: np.ndarray
    """(3, 3) [m⁵] about the centroid, mesh axes."""


def solid_moments(vertices: np.ndarray, faces: np.ndarray) -> SolidMoments:
    """Volume, centroid and inertia of the solid inside a closed mesh, at unit density.

    Sums signed tetrahedra (p, a, b, c) over the faces, where ∫x xᵀ dV of one with its apex at
    the origin is det(a, b, c)/120 · (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c. Exact for the
    polyhedron. The volume is negative if the faces are clockwise seen from outside.

    Args:
        vertices: (V, 3) [m]
        faces: (F, 3)
    """
    # Apex in the middle: a mesh far from its origin would lose digits by cancellation.
    apex = (vertices.min(axis=0) + vertices.max(axis=0)) / 2.0
    a, b, c = (vertices[faces[:, i]] - apex for i in range(3))
    s = a + b + c
    det = np.einsum("ij,ij->i", a, np.cross(b, c))
    volume = float(det.sum()) / 6.0
    if volume == 0.0:
        return SolidMoments(0.0, apex, np.zeros((3, 3)))
    offset = (det @ s) / (24.0 * volume)
    second = sum((x * det[:, None]).T @ x for x in (a, b, c, s)) / 120.0
    central = second - volume * np.outer(offset, offset)
    return SolidMoments(volume, apex + offset, np.trace(central) * np.eye(3) - central)
