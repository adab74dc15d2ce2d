"""Compiled sums over contacts. Imported on first use only: Numba takes its time to load."""

from math import sqrt

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def pad_sums(
    digit: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    pos: np.ndarray,
    normal: np.ndarray,
    force: np.ndarray,
    frame: np.ndarray,
    T_world_tip: np.ndarray,
    middle: np.ndarray,
    mirror: float,
    least: float,
    total: np.ndarray,
    center: np.ndarray,
    spread: np.ndarray,
) -> None:
    """See :mod:`prehensile.motion._plain`."""
    for again in range(2):
        for n in range(a.shape[0]):
            for side in range(2):
                d = digit[a[n]] if side == 0 else digit[b[n]]
                if d < 0:
                    continue
                f = frame[n]
                T = T_world_tip[f, d]
                palmar = 0.0
                pressed = 0.0
                for i in range(3):
                    palmar += T[i, 2] * normal[n, i]
                    pressed += force[n, i] * normal[n, i]
                if (palmar if side == 1 else -palmar) <= least or pressed <= 0:
                    continue
                x, y = -middle[d, 0], -middle[d, 1]
                for i in range(3):
                    x += T[i, 0] * (pos[n, i] - T[i, 3])
                    y += T[i, 1] * (pos[n, i] - T[i, 3])
                y *= mirror
                if again == 0:
                    total[f, d] += pressed
                    center[f, d, 0] += pressed * x
                    center[f, d, 1] += pressed * y
                else:
                    x -= center[f, d, 0]
                    y -= center[f, d, 1]
                    spread[f, d] += pressed * (x * x + y * y)
        for f in range(total.shape[0]):
            for d in range(total.shape[1]):
                if total[f, d] > 0 and again == 0:
                    center[f, d, 0] /= total[f, d]
                    center[f, d, 1] /= total[f, d]
                elif total[f, d] > 0:
                    spread[f, d] = sqrt(spread[f, d] / total[f, d])
