"""Centred and whitened inputs, so that all directions count alike: r = Bᵀ(x − x̂).

B = (σ₁^−½ u₁, …) with variances σ and principal directions u of the training data (Kry 2005, 3.2.3;
the thesis prints B without the transpose). The first d components are a truncated space.
"""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import read_only

EMPTY = 1e-12
"""share of the largest variance below which a direction holds nothing and is left out"""


class Whitening(NamedTuple):
    """Of m inputs onto d numbers."""

    mean: np.ndarray
    """(m,)"""
    basis: np.ndarray
    """(m, d) B"""
    variance: np.ndarray
    """(d,) decreasing, in the inputs' unit squared"""

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """(..., d) of inputs (..., m)."""
        return (np.asarray(x, float) - self.mean) @ self.basis


def whitening(x: np.ndarray, dimensions: int) -> Whitening:
    """Of training inputs (n, m), truncated.

    Raises:
        InputError: fewer samples than two, or more dimensions than vary.
    """
    x = np.asarray(x, float)
    if x.ndim != 2 or len(x) < 2 or not np.isfinite(x).all():
        raise InputError(f"training inputs are (n, m) finite numbers, got shape {x.shape}.")
    mean = x.mean(0)
    _, s, directions = np.linalg.svd(x - mean, full_matrices=False)
    variance = s**2 / (len(x) - 1)
    there = int((variance > EMPTY * max(variance[0], EMPTY)).sum())
    if not 0 < dimensions <= there:
        raise InputError(f"the inputs vary in {there} directions; asked for {dimensions}.")
    basis = (directions[:dimensions] / np.sqrt(variance[:dimensions, None])).T
    return Whitening(read_only(mean), read_only(basis), read_only(variance[:dimensions]))
