"""Tangents of a surface with texture coordinates: which way a normal map's axes lie on it."""

import numpy as np


def tangents(
    vertices: np.ndarray, normals: np.ndarray, faces: np.ndarray, uv: np.ndarray
) -> np.ndarray:
    """Tangents as glTF has them: the picture's right, and whether its top is n × t or −n × t.

    Args:
        vertices: (V, 3) [m].
        normals: (V, 3) unit.
        faces: (F, 3).
        uv: (V, 2), origin upper left; vertices are doubled at seams.

    Returns:
        (V, 4) float32: unit tangent ∂p/∂u within the surface, and ±1.
    """
    a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
    ua, ub, uc = (uv[faces[:, k]].astype(float) for k in range(3))
    (u1, v1), (u2, v2) = (ub - ua).T, (uc - ua).T
    sign = np.sign(u1 * v2 - u2 * v1)[:, None]
    # ∂p/∂u and ∂p/∂v of each face, up to a positive factor: their directions are what counts.
    along = sign * ((b - a) * v2[:, None] - (c - a) * v1[:, None])
    down = sign * ((c - a) * u1[:, None] - (b - a) * u2[:, None])
    right, lower = np.zeros((2, len(vertices), 3))
    for k in range(3):
        np.add.at(right, faces[:, k], along)
        np.add.at(lower, faces[:, k], down)
    n = normals.astype(float)
    right -= n * np.sum(n * right, axis=1, keepdims=True)
    length = np.linalg.norm(right, axis=1, keepdims=True)
    # A vertex whose faces have no area in the picture: any direction within the surface.
    other = np.cross(n, np.eye(3)[np.abs(n).argmin(axis=1)])
    other /= np.maximum(np.linalg.norm(other, axis=1, keepdims=True), 1e-300)
    t = np.where(length > 1e-20, right / np.maximum(length, 1e-300), other)
    hand = np.where(np.sum(np.cross(n, t) * lower, axis=1) > 0, -1.0, 1.0)
    return np.column_stack([t, hand]).astype(np.float32)
