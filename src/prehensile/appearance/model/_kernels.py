"""Compiled law and lag: ten fingers in a few microseconds; ``_plain`` says what they do."""

from math import exp, log, log1p, sqrt

import numpy as np
from numba import njit

_ROOT3, _ROOT5 = sqrt(3.0), sqrt(5.0)


@njit(cache=True, nogil=True, error_model="numpy")
def radial_sums(
    load: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    scales: np.ndarray,
    turn: float,
    first: float,
    centres: np.ndarray,
    weights: np.ndarray,
    tail: np.ndarray,
    radial: int,
    offset: np.ndarray,
) -> np.ndarray:
    """Values (n, 4) at loads (n, d)."""
    n, d = load.shape
    many = weights.shape[1]
    result = np.empty((n, many))
    u = np.empty(d)
    for k in range(n):
        share = 1.0
        for i in range(d):
            x = min(max(load[k, i], lower[i]), upper[i])
            if i == 0:
                if first > 0.0:
                    share = min(1.0, x / first)
                if turn > 0.0:
                    x = turn * log1p(x / turn)
            else:
                x *= share
            u[i] = x / scales[i]
        for c in range(many):
            total = tail[0, c]
            for i in range(d):
                total += u[i] * tail[1 + i, c]
            result[k, c] = total
        for j in range(centres.shape[0]):
            r2 = 0.0
            for i in range(d):
                r2 += (u[i] - centres[j, i]) ** 2
            if radial == 0:
                phi = 0.5 * r2 * log(r2) if r2 > 0.0 else 0.0
            elif radial == 1:
                phi = r2 * sqrt(r2)
            elif radial == 2:
                r = _ROOT3 * sqrt(r2)
                phi = (1.0 + r) * exp(-r)
            else:
                r = _ROOT5 * sqrt(r2)
                phi = (1.0 + r + r * r / 3.0) * exp(-r)
            for c in range(many):
                result[k, c] += phi * weights[j, c]
        for c in range(many):
            result[k, c] -= offset[c]  # last, so that no load gives exactly nothing
    return result


@njit(cache=True, nogil=True, error_model="numpy")
def lagged(
    blood: np.ndarray, target: np.ndarray, dt: np.ndarray, blanch_s: float, refill_s: float
) -> np.ndarray:
    """Blood (n, 4) after steps dt (n,) or (1,)."""
    n, many = target.shape
    result = np.empty((n, many))
    # One step for all is the rule: its two exponentials are taken once.
    blanch, refill = exp(-dt[0] / blanch_s), exp(-dt[0] / refill_s)
    for k in range(n):
        if k and len(dt) > 1:
            blanch, refill = exp(-dt[k] / blanch_s), exp(-dt[k] / refill_s)
        wanted = now = 0.0
        for c in range(many):
            wanted += target[k, c] ** 2
            now += blood[k, c] ** 2
        kept = blanch if wanted > now else refill
        for c in range(many):
            result[k, c] = target[k, c] + (blood[k, c] - target[k, c]) * kept
    return result
