"""Blend skinning in NumPy, to be read and to check the compiled kernel against."""

import numpy as np


def blend(
    maps: np.ndarray,
    joints: np.ndarray,
    weights: np.ndarray,
    vertices: np.ndarray,
    normals: np.ndarray,
    posed: np.ndarray,
    turned: np.ndarray,
) -> None:
    """Pose a skin (Kry 2005, eq. 7.1): v ← (Σ w_b T_b) v, and its normals by the linear part.

    Args:
        maps: (F, J, 3, 4) float32, bind pose → world, for each frame and joint.
        joints: (V, K) uint8.
        weights: (V, K) float32, rows sum to 1.
        vertices: (V, 3) float32 [m], bind pose.
        normals: (V, 3) float32 unit.
        posed: (F, V, 3) float32 [m], written.
        turned: (F, V, 3) float32 unit, written.
    """
    for frame, out, out_normals in zip(maps, posed, turned, strict=True):
        blended = (frame[joints] * weights[:, :, None, None]).sum(axis=1)  # (V, 3, 4)
        out[:] = np.einsum("vij,vj->vi", blended[..., :3], vertices) + blended[..., 3]
        n = np.einsum("vij,vj->vi", blended[..., :3], normals)
        out_normals[:] = n / np.sqrt((n * n).sum(axis=1, keepdims=True) + np.float32(1e-30))
