"""Compiled blood over time. Imported on first use only: Numba takes its time to load."""

from math import exp

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def follow(
    time: np.ndarray, targets: np.ndarray, blanch_s: float, refill_s: float, blood: np.ndarray
) -> None:
    """See :mod:`prehensile.appearance._plain`."""
    n, m = targets.shape[1:]
    for i in range(n):
        for c in range(m):
            blood[0, i, c] = targets[0, i, c]
    for k in range(1, time.shape[0]):
        dt = time[k] - time[k - 1]
        blanch, refill = exp(-dt / blanch_s), exp(-dt / refill_s)
        for i in range(n):
            wanted = now = 0.0
            for c in range(m):
                wanted += targets[k - 1, i, c] ** 2
                now += blood[k - 1, i, c] ** 2
            kept = blanch if wanted > now else refill
            for c in range(m):
                y = targets[k - 1, i, c]
                blood[k, i, c] = y + (blood[k - 1, i, c] - y) * kept
