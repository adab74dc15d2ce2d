"""Force as a linear function of a nail's readings, as Mascaro and Asada 2004 have it."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError


class NailLine(NamedTuple):
    """F = offset + weights · x, by least squares."""

    offset: float
    """[N]"""
    weights: np.ndarray
    """(m,) [N per unit of the input]"""

    @classmethod
    def train(cls, x: np.ndarray, force: np.ndarray) -> "NailLine":
        """From inputs (n, m) and forces (n,) [N] of the same samples.

        Raises:
            InputError: fewer samples than unknowns, or lengths that differ.
        """
        x, force = np.asarray(x, float), np.asarray(force, float)
        if force.shape != (len(x),) or len(x) <= x.shape[1]:
            raise InputError(f"{len(x)} inputs of {x.shape[1]} and forces {force.shape} do not do.")
        mean = x.mean(0)
        weights = np.linalg.lstsq(x - mean, force - force.mean(), rcond=1e-9)[0]
        return cls(float(force.mean() - mean @ weights), weights)

    def estimate(self, x: np.ndarray) -> np.ndarray:
        """(N,) [N]; what comes out below zero is read as zero."""
        return np.maximum(self.offset + np.asarray(x, float) @ self.weights, 0.0)
