"""Nearest states, in NumPy: the oracle of the compiled kernel, and its stand-in without Numba."""

import numpy as np

from prehensile.manipulate.features import TURN


def nearest(
    rows: np.ndarray,
    query: np.ndarray,
    blocks: np.ndarray,
    weight: np.ndarray,
    index: np.ndarray,
    distance: np.ndarray,
) -> None:
    """The k nearest rows of each query, the nearest first; of equal ones the earlier.

    Args:
        rows: (N, F), N ≥ k
        query: (M, F)
        blocks: (B, 3) as `Layout.table`.
        weight: (B,)
        index: (M, k) written: which rows.
        distance: (M, k) written: how far.
    """
    k = index.shape[1]
    for m, one in enumerate(query):
        total = np.zeros(len(rows))
        for (begin, end, kind), beta in zip(blocks, weight, strict=True):
            if kind == TURN:
                cosine = np.abs(rows[:, begin:end] @ one[begin:end])
                total += beta * 2 * np.arccos(np.minimum(cosine, 1.0))
            else:
                total += beta * np.linalg.norm(rows[:, begin:end] - one[begin:end], axis=1)
        order = np.argsort(total, kind="stable")[:k]
        index[m], distance[m] = order, total[order]
