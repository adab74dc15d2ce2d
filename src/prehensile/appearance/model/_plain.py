"""The plain twin of ``_kernels``, and what says what they do."""

import numpy as np


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
    """Values (n, 4) of a `RadialLaw` with these fields at loads (n, d)."""
    from prehensile.appearance.model.law import RADIAL, radial_values, scaled_loads

    u = scaled_loads(load, lower, upper, scales, turn, first)
    distance = np.sqrt(((u[:, None] - centres) ** 2).sum(axis=-1))
    sums = tail[0] + u @ tail[1:] + radial_values(distance, RADIAL[radial]) @ weights
    return sums - offset  # last, so that no load gives exactly nothing


def lagged(
    blood: np.ndarray, target: np.ndarray, dt: np.ndarray, blanch_s: float, refill_s: float
) -> np.ndarray:
    """Blood (n, 4) on its way to targets (n, 4) after steps dt (n,) or (1,) [s]."""
    leaving = (target**2).sum(axis=-1) > (blood**2).sum(axis=-1)
    kept = np.exp(-dt / np.where(leaving, blanch_s, refill_s))
    return target + (blood - target) * kept[:, None]
