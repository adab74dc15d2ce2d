"""Normals of a triangle mesh at its vertices."""

import numpy as np


def smooth_normals(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Unit normals (V, 3) out of the faces around each vertex, weighted by their area."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    total = np.zeros((len(vertices), 3))
    for k in range(3):
        np.add.at(total, faces[:, k], across)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    # A vertex of empty faces only has no direction; any unit vector will do.
    return np.where(length > 0, total / np.maximum(length, 1e-300), [0.0, 0.0, 1.0])
