"""A coarse mesh made finer without moving its vertices: curved point-normal triangles.

Each triangle becomes four. The middle of an edge from p₀ to p₁ with normals n₀, n₁ goes to that of
the cubic that leaves both ends square to their normals (Vlachos et al. 2001),

    (p₀ + p₁) / 2 − ((p₁ − p₀)·n₀ n₀ + (p₀ − p₁)·n₁ n₁) / 8,

which asks nothing of the mesh: open edges, seams and edges of three faces are as good as others.
"""

from typing import NamedTuple

import numpy as np


class FinerMesh(NamedTuple):
    """One step of subdivision; the old vertices come first and stay."""

    vertices: np.ndarray
    """(V + E, 3)"""
    faces: np.ndarray
    """(4 F, 3)"""
    ends: np.ndarray
    """(E, 2) the old vertices between which each new one lies, to carry over what they hold"""


def curved_subdivision(vertices: np.ndarray, faces: np.ndarray, normals: np.ndarray) -> FinerMesh:
    """One step of subdivision: every triangle becomes four, on a curved surface.

    Args:
        vertices: (V, 3).
        faces: (F, 3).
        normals: (V, 3) unit; the same at vertices that lie together, or the surface tears there.
    """
    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=-1)  # (F, 3, 2)
    ends, row = np.unique(edges.reshape(-1, 2), axis=0, return_inverse=True)
    p, n = vertices[ends], normals[ends]
    along = p[:, 1] - p[:, 0]
    rise = (along * n[:, 0]).sum(-1, keepdims=True) * n[:, 0]
    fall = (along * n[:, 1]).sum(-1, keepdims=True) * n[:, 1]
    middle = 0.5 * (p[:, 0] + p[:, 1]) - (rise - fall) / 8
    a, b, c = faces.T
    ab, bc, ca = (len(vertices) + row.reshape(-1, 3)).T
    quarters = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    finer = np.concatenate([np.stack(q, axis=1) for q in quarters])
    return FinerMesh(np.concatenate([vertices, middle]), finer, ends)
