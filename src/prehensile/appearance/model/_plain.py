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
