"""Compiled skinning. Imported on first use only: Numba takes its time to load."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def blend(
    maps: np.ndarray,
    joints: np.ndarray,
    weights: np.ndarray,
    vertices: np.ndarray,
    normals: np.ndarray,
    coordinates: np.ndarray,
    start: np.ndarray,
    column: np.ndarray,
    entries: np.ndarray,
    posed: np.ndarray,
    turned: np.ndarray,
) -> None:
    """See :mod:`prehensile.skin.rig._plain`."""
    for f in range(maps.shape[0]):
        for v in range(vertices.shape[0]):
            x, y, z = vertices[v, 0], vertices[v, 1], vertices[v, 2]
            nx, ny, nz = normals[v, 0], normals[v, 1], normals[v, 2]
            # Unsigned numbers: signed ones would be tested for counting from the end.
            for m in range(start[v], start[v + 1]):
                a = coordinates[f, column[m]]
                x += a * entries[m, 0]
                y += a * entries[m, 1]
                z += a * entries[m, 2]
                nx += a * entries[m, 3]
                ny += a * entries[m, 4]
                nz += a * entries[m, 5]
            w = weights[v, 0]
            M = maps[f, joints[v, 0]]
            a00, a01, a02, a03 = w * M[0, 0], w * M[0, 1], w * M[0, 2], w * M[0, 3]
            a10, a11, a12, a13 = w * M[1, 0], w * M[1, 1], w * M[1, 2], w * M[1, 3]
            a20, a21, a22, a23 = w * M[2, 0], w * M[2, 1], w * M[2, 2], w * M[2, 3]
            for k in range(1, joints.shape[1]):
                w = weights[v, k]
                M = maps[f, joints[v, k]]
                a00 += w * M[0, 0]
                a01 += w * M[0, 1]
                a02 += w * M[0, 2]
                a03 += w * M[0, 3]
                a10 += w * M[1, 0]
                a11 += w * M[1, 1]
                a12 += w * M[1, 2]
                a13 += w * M[1, 3]
                a20 += w * M[2, 0]
                a21 += w * M[2, 1]
                a22 += w * M[2, 2]
                a23 += w * M[2, 3]
            posed[f, v, 0] = a00 * x + a01 * y + a02 * z + a03
            posed[f, v, 1] = a10 * x + a11 * y + a12 * z + a13
            posed[f, v, 2] = a20 * x + a21 * y + a22 * z + a23
            x = a00 * nx + a01 * ny + a02 * nz
            y = a10 * nx + a11 * ny + a12 * nz
            z = a20 * nx + a21 * ny + a22 * nz
            s = np.float32(1) / np.sqrt(x * x + y * y + z * z + np.float32(1e-30))
            turned[f, v, 0] = x * s
            turned[f, v, 1] = y * s
            turned[f, v, 2] = z * s
