"""Force from the nearest neighbours of a reading among training data (Kry 2005, 3.2.3, (3.1))."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prehensile.capture.sensors.nail.whitening import Whitening, whitening
from prehensile.errors import InputError

if TYPE_CHECKING:
    from scipy.spatial import KDTree

THRESHOLD = 0.18
"""[N] neighbours with less do not count in the mean"""
DIMENSIONS = 3
"""of the truncated space: they hold nearly all variance"""
NEIGHBOURS = 40
BINS, BIN = 50, 0.1
"""number and width [N] of the histogram's bins (Figure 3.11)"""


class Neighbourhood(NamedTuple):
    """The k training samples that are nearest to each of N readings, nearest first."""

    distance: np.ndarray
    """(N, k) in the whitened space"""
    force: np.ndarray
    """(N, k) [N]"""


@dataclass(frozen=True, eq=False)
class NailNeighbours:
    """Training data of one nail in a tree. Make one with `train`."""

    space: Whitening
    reading: np.ndarray
    """(n, d) whitened"""
    force: np.ndarray
    """(n,) [N] normal"""
    k: int = NEIGHBOURS

    @classmethod
    def train(
        cls, x: np.ndarray, force: np.ndarray, dimensions: int = DIMENSIONS, k: int = NEIGHBOURS
    ) -> "NailNeighbours":
        """From inputs (n, m) and normal forces (n,) [N] of the same samples.

        Raises:
            InputError: lengths that differ, forces below zero, or fewer samples than neighbours.
        """
        force = np.asarray(force, float)
        if force.shape != (len(x),) or len(x) < k:
            raise InputError(f"{len(x)} inputs and forces {force.shape}; expected {k} of both.")
        if not (force >= 0).all():
            raise InputError("normal forces of the training data are not below zero.")
        space = whitening(x, dimensions)
        return cls(space, space(x), force, k)

    @cached_property
    def _tree(self) -> "KDTree":
        from scipy.spatial import KDTree

        return KDTree(self.reading)

    def near(self, x: np.ndarray) -> Neighbourhood:
        """Neighbours of inputs (N, m); NaN those of inputs that are not all there."""
        r = self.space(x)
        there = np.isfinite(r).all(1)
        found = Neighbourhood(*(np.full((len(r), self.k), np.nan) for _ in range(2)))
        if there.any():
            distance, row = self._tree.query(r[there], self.k)
            found.distance[there] = distance.reshape(-1, self.k)
            found.force[there] = self.force[row].reshape(-1, self.k)
        return found

    def estimate(self, x: np.ndarray, threshold: float = THRESHOLD) -> np.ndarray:
        """(N,) [N] mean of those neighbours that press harder than the threshold; nought where none
        does. Without it the many samples of an unloaded finger would drown the rest.
        """
        force = self.near(x).force
        pressing = ~(force <= threshold)
        count = np.maximum(pressing.sum(1), 1)
        return np.where(pressing, force, 0.0).sum(1) / count

    def density(self, x: np.ndarray, width: float = BIN, bins: int = BINS) -> np.ndarray:
        """(N, bins) [1/N] of (3.1): share of the neighbours in each bin, over its width; forces
        beyond the last bin count in none.
        """
        force = self.near(x).force
        row = np.floor(np.where(np.isfinite(force), force, np.inf) / width)
        found = np.zeros((len(force), bins + 1))
        column = np.minimum(row, bins).astype(int)
        np.add.at(found, (np.arange(len(force))[:, None], column), 1.0)
        return found[:, :bins] / (width * self.k)
