"""What is believed of a reference trajectory: a polynomial, and a little more.

Over a contact the reference is a parabola plus a random function whose third derivative is white
noise (a smoothing spline, Wahba 1978). How much more is a number ρ that the data choose, by
restricted likelihood: 0 is the parabola itself, large ρ any smooth curve, and then what comes after a
contact is hardly told by what was before.
"""

from typing import NamedTuple

import numpy as np

DEGREE = 2
SCALE_S = 0.1
"""[s] unit of time within"""
ROUGHNESS = np.append(0.0, 10.0 ** np.arange(-5.0, 5.1, 0.25))
"""ρ that are tried"""


class ReferenceBasis(NamedTuple):
    """Coordinates of N samples in which the polynomial is gone and the rest independent."""

    rotate: np.ndarray
    """(N − d − 1, N) orthonormal rows"""
    spread: np.ndarray
    """(N − d − 1,) variance of the spline along each, for ρ = 1 and noise of 1"""


def reference_basis(times: np.ndarray, degree: int = DEGREE) -> ReferenceBasis:
    """Of times (N,) [s], increasing, not necessarily even; N is larger than the degree + 1."""
    t = (np.asarray(times, float) - times[0]) / SCALE_S
    X = ((t - t.mean()) / np.ptp(t))[:, None] ** np.arange(degree + 1)
    whole, _ = np.linalg.qr(X, mode="complete")
    free = whole[:, degree + 1 :]
    values, vectors = np.linalg.eigh(free.T @ spline_covariance(t, degree) @ free)
    return ReferenceBasis((free @ vectors).T, np.maximum(values, 0.0))


def spline_covariance(t: np.ndarray, degree: int = DEGREE) -> np.ndarray:
    """(N, N) of ∫₀ᵗ (t−u)^d/d! dW(u): white noise integrated d + 1 times, times (N,) from 0."""
    low, gap = np.minimum.outer(t, t), np.abs(np.subtract.outer(t, t))
    total, choose = np.zeros_like(low), 1.0
    # ∫₀^low (low−u)^d (high−u)^d du with high−u = (low−u) + gap, by the binomial theorem.
    for k in range(degree + 1):
        total += choose * gap ** (degree - k) * low ** (degree + k + 1) / (degree + k + 1)
        choose *= (degree - k) / (k + 1)
    return total / float(np.prod(np.arange(1, degree + 1))) ** 2


def likelihoods(squares: np.ndarray, spread: np.ndarray, noise: float | None) -> np.ndarray:
    """(len(ROUGHNESS),) restricted log likelihood of each ρ.

    Args:
        squares: (m,) of coordinates.
        spread: (m,) of theirs.
        noise: variance of one sample; at its best for each ρ if left out.
    """
    inflated = 1 + ROUGHNESS[:, None] * spread
    sums = (squares / inflated).sum(1)
    if noise is None:
        free = len(squares)
        return -0.5 * (free * np.log(np.maximum(sums / free, 1e-300)) + np.log(inflated).sum(1))
    return -0.5 * (sums / noise + np.log(inflated).sum(1))
