"""What is believed of a reference trajectory over a contact.

A move of minimum jerk (Flash & Hogan 1985), whose start and duration all joints share, or a
parabola in a short window; and besides a random function whose third derivative is white noise (a
smoothing spline, Wahba 1978). How much of that is a number ρ that the data choose by restricted
likelihood: 0 is the move itself, large ρ any smooth curve, and then what comes after a contact is
hardly told by what was before.
"""

from typing import NamedTuple

import numpy as np

DEGREE = 2
"""the derivative after it is white noise"""
SCALE_S = 0.1
"""[s] unit of time within"""
MODES, GRID = 10, 60
"""of the random function that are kept, and instants at which they are found"""
ROUGHNESS = 10.0 ** np.arange(-7.0, 4.1, 0.25)
"""ρ that are tried"""


class MoveShape(NamedTuple):
    """A move from 0 to 1 at times (N,), and how it changes with start and duration."""

    share: np.ndarray
    rate: np.ndarray
    """(N,) [1/s]"""
    acceleration: np.ndarray
    """(N,) [1/s²]"""
    by_timing: np.ndarray
    """(N, 2) [1/s] derivatives by start and duration"""


def move_shape(t: np.ndarray, start: float, seconds: float) -> MoveShape:
    """The move of minimum jerk."""
    u = np.clip((t - start) / seconds, 0.0, 1.0)
    share = move_share(t, start, seconds)
    rate = 30 * u * u * (1 - u) ** 2 / seconds
    acceleration = 60 * u * (1 - u) * (1 - 2 * u) / seconds**2
    return MoveShape(share, rate, acceleration, -np.stack([rate, u * rate], axis=1))


def move_share(t: np.ndarray, start: float | np.ndarray, seconds: float | np.ndarray) -> np.ndarray:
    """(..., N) of that move alone, for one or many starts and durations."""
    u = np.clip((t - start) / seconds, 0.0, 1.0)
    return u * u * u * (10 - 15 * u + 6 * u * u)


def random_modes(t: np.ndarray) -> np.ndarray:
    """(N, MODES) the random function's main parts for ρ = 1: K ≈ Φ Φᵀ at times (N,) [s]."""
    grid = np.linspace(0.0, float(np.ptp(t)), GRID)
    values, vectors = np.linalg.eigh(spline_covariance(grid / SCALE_S))
    main = vectors[:, -MODES:] * np.sqrt(np.maximum(values[-MODES:], 0.0))
    return np.stack([np.interp(t - t[0], grid, mode) for mode in main.T], axis=1)


def spline_covariance(t: np.ndarray, degree: int = DEGREE) -> np.ndarray:
    """(N, N) of ∫₀ᵗ (t−u)^d/d! dW(u): white noise integrated d + 1 times, times (N,) from 0."""
    low, gap = np.minimum.outer(t, t), np.abs(np.subtract.outer(t, t))
    total, choose = np.zeros_like(low), 1.0
    # ∫₀^low (low−u)^d (high−u)^d du with high−u = (low−u) + gap, by the binomial theorem.
    for k in range(degree + 1):
        total += choose * gap ** (degree - k) * low ** (degree + k + 1) / (degree + k + 1)
        choose *= (degree - k) / (k + 1)
    return total / float(np.prod(np.arange(1, degree + 1))) ** 2


class Roughness:
    """Restricted likelihood of ρ for the samples of one contact.

    Args:
        fixed: (N, d) shapes whose size is unknown.
        modes: (N, r) of the random function.
        weight: (N,) square roots of how many samples each stands for.
    """

    def __init__(self, fixed: np.ndarray, modes: np.ndarray, weight: np.ndarray):
        Q = np.linalg.qr(fixed * weight[:, None])[0]
        rest = modes * weight[:, None]
        rest = rest - Q @ (Q.T @ rest)
        U, s, _ = np.linalg.svd(rest, full_matrices=False)
        self._Q, self._U, self.spread, self._weight = Q, U, s**2, weight
        self.free = len(weight) - fixed.shape[1]

    def squares(self, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(r, n) squares of residuals (N, n) along the modes, and the sum of all others' (n,)."""
        y = left * self._weight[:, None]
        y = y - self._Q @ (self._Q.T @ y)
        along = (self._U.T @ y) ** 2
        return along, np.maximum((y * y).sum(0) - along.sum(0), 0.0)

    def likelihoods(self, left: np.ndarray, noise: np.ndarray) -> np.ndarray:
        """(n, len(ROUGHNESS)) of residuals (N, n), the noise's variance (n,) known."""
        along, other = self.squares(left)
        inflated = 1 + ROUGHNESS[:, None] * self.spread
        squares = (1 / inflated) @ along + other
        return (-0.5 * squares / noise - 0.5 * np.log(inflated).sum(1)[:, None]).T
