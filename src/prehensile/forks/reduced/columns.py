"""Poses of many links as twelve rows, the layout of the kernels."""

import numpy as np


def to_columns(T: np.ndarray) -> np.ndarray:
    """(12, n) of (n, 4, 4): rows 0–8 the rotation by rows, 9–11 the position [m]."""
    return np.ascontiguousarray(np.vstack([T[:, :3, :3].reshape(-1, 9).T, T[:, :3, 3].T]))


def from_columns(columns: np.ndarray) -> np.ndarray:
    """(n, 4, 4) of (12, n)."""
    T = np.zeros((columns.shape[1], 4, 4))
    T[:, :3, :3], T[:, :3, 3] = columns[:9].T.reshape(-1, 3, 3), columns[9:].T
    T[:, 3, 3] = 1.0
    return T
