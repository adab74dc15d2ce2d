"""Nearest states, compiled. Imported on first use only: Numba takes its time."""

from math import acos, sqrt

import numpy as np
from numba import njit

from prehensile.manipulate.features import TURN

_fast = njit(cache=True, nogil=True, error_model="numpy")


@_fast
def nearest(
    rows: np.ndarray,
    query: np.ndarray,
    blocks: np.ndarray,
    weight: np.ndarray,
    index: np.ndarray,
    distance: np.ndarray,
) -> None:
    """See :mod:`prehensile.manipulate.learn._plain`."""
    k = index.shape[1]
    for m in range(query.shape[0]):
        for j in range(k):
            index[m, j] = -1
            distance[m, j] = np.inf
        for n in range(rows.shape[0]):
            total = 0.0
            for b in range(blocks.shape[0]):
                part = 0.0
                if blocks[b, 2] == TURN:
                    for c in range(blocks[b, 0], blocks[b, 1]):
                        part += rows[n, c] * query[m, c]
                    total += weight[b] * 2 * acos(min(abs(part), 1.0))
                else:
                    for c in range(blocks[b, 0], blocks[b, 1]):
                        part += (rows[n, c] - query[m, c]) ** 2
                    total += weight[b] * sqrt(part)
                if total >= distance[m, k - 1]:
                    break
            if total < distance[m, k - 1]:
                j = k - 1
                while j > 0 and distance[m, j - 1] > total:
                    distance[m, j] = distance[m, j - 1]
                    index[m, j] = index[m, j - 1]
                    j -= 1
                distance[m, j] = total
                index[m, j] = n
