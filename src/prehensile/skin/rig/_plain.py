"""Skinning in NumPy, to be read and to check the compiled kernel against."""

import numpy as np


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
    """Pose a skin (Kry 2005, eq. 7.2): v ← (Σ w_b T_b) (v + Σ a û), normals by the linear part.

    Args:
        maps: (F, J, 3, 4) float32, bind pose → world, for each frame and joint.
        joints: (V, K) uint8.
        weights: (V, K) float32, rows sum to 1.
        vertices: (V, 3) float32 [m], bind pose.
        normals: (V, 3) float32 unit.
        coordinates: (F, C) float32, a of each frame.
        start: (V + 1,) uint32, first entry of each vertex; the last is M.
        column: (M,) uint8, coordinate of each entry.
        entries: (M, 6) float32 [m], what it adds to its vertex, then to its normal.
        posed: (F, V, 3) float32 [m], written.
        turned: (F, V, 3) float32 unit, written.
    """
    owner = np.repeat(np.arange(len(vertices)), np.diff(start.astype(np.int64)))
    for frame, a, out, out_normals in zip(maps, coordinates, posed, turned, strict=True):
        rest = np.concatenate([vertices, normals], axis=1)
        np.add.at(rest, owner, a[column][:, None] * entries)
        blended = (frame[joints] * weights[:, :, None, None]).sum(axis=1)  # (V, 3, 4)
        out[:] = np.einsum("vij,vj->vi", blended[..., :3], rest[:, :3]) + blended[..., 3]
        n = np.einsum("vij,vj->vi", blended[..., :3], rest[:, 3:])
        out_normals[:] = n / np.sqrt((n * n).sum(axis=1, keepdims=True) + np.float32(1e-30))
