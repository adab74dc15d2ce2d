"""k nearest neighbours with inverse squared distances as weights (3.3)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.frozen import frozen
from prehensile.manipulate.features import Layout

SAME = 1e-9
"""distance below which a state is taken for its neighbour: 1/d² has to end somewhere"""


class Nearest(NamedTuple):
    """Of M queries."""

    rows: np.ndarray
    """(M, k) numbers, the nearest first"""
    distance: np.ndarray
    """(M, k)"""

    def weights(self) -> np.ndarray:
        """(M, k) w_i = 1/(σ d_i²), which sum to one."""
        raw = 1 / np.maximum(self.distance, SAME) ** 2
        return raw / raw.sum(axis=1, keepdims=True)


class Neighbours:
    """Rows of features among which the nearest are looked for.

    Args:
        layout: of the columns.
        rows: (N, F)

    Raises:
        InputError: no rows, or columns that do not fit.
    """

    def __init__(self, layout: Layout, rows: ArrayLike):
        self.layout = layout
        self.rows = frozen(rows, np.float64, (None, layout.columns), "features")
        if not len(self.rows):
            raise InputError("there are no states to choose among.")

    def nearest(self, query: np.ndarray, k: int) -> Nearest:
        """The k nearest rows of queries (M, F); all rows where there are fewer."""
        query = np.ascontiguousarray(query, float)
        if query.ndim != 2 or query.shape[1] != self.layout.columns:
            raise InputError(
                f"features have shape {query.shape}; expected (M, {self.layout.columns})."
            )
        shape = len(query), min(k, len(self.rows))
        found = Nearest(np.empty(shape, np.int64), np.empty(shape))
        kernels("manipulate.learn").nearest(
            self.rows, query, self.layout.table, self.layout.weight, *found
        )
        return found
