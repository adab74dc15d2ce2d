"""`SplineWarp`: a smooth displacement of a picture's places, by a grid of cubic B-splines."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from prehensile.frozen import frozen


@dataclass(frozen=True, eq=False)
class SplineWarp:
    """Where in a photograph the places of the zero-force one are found: x + u(x).

    Cells are cut evenly from a picture of any size; displacements are shares of its side, so that
    one warp serves all sizes.
    """

    control: np.ndarray
    """(n, n, 2) of a grid of n − 3 by n − 3 cells: down and across, shares of the picture's side"""

    def __post_init__(self) -> None:
        n = len(self.control)
        object.__setattr__(self, "control", frozen(self.control, np.float64, (n, n, 2), "warp"))

    @classmethod
    def identity(cls, cells: int) -> "SplineWarp":
        """No displacement."""
        return cls(np.zeros((cells + 3, cells + 3, 2)))

    @property
    def cells(self) -> int:
        """Along a side."""
        return len(self.control) - 3

    def displacement(self, size: int) -> np.ndarray:
        """U (size, size, 2) [pixels of a picture of that size]: down and across."""
        basis = spline_basis(size, self.cells)
        return size * np.einsum("yi,ijc,xj->yxc", basis, self.control, basis, optimize=True)

    def places(self, size: int) -> np.ndarray:
        """(2, size, size) x + u(x), as `scipy.ndimage.map_coordinates` wants them."""
        return np.indices((size, size)) + np.moveaxis(self.displacement(size), -1, 0)

    def warped(self, picture: np.ndarray, order: int = 3) -> np.ndarray:
        """A square picture (size, size, ...) laid into the zero-force frame."""
        from scipy.ndimage import map_coordinates

        size = len(picture)
        places = self.places(size)
        flat = picture.reshape(size, size, -1)
        layers = [
            map_coordinates(flat[..., k], places, order=order, mode="nearest")
            for k in range(flat.shape[-1])
        ]
        return np.stack(layers, axis=-1).reshape(picture.shape)

    def refined(self, cells: int) -> "SplineWarp":
        """The nearest warp on a grid of so many cells."""
        size = 8 * max(cells, self.cells)
        coarse, fine = spline_basis(size, self.cells), spline_basis(size, cells)
        solve = np.linalg.pinv(fine) @ coarse
        return SplineWarp(np.einsum("ai,ijc,bj->abc", solve, self.control, solve, optimize=True))


@lru_cache(maxsize=32)
def spline_basis(size: int, cells: int) -> np.ndarray:
    """(size, cells + 3) cubic B-splines at the middles of pixels; each row sums to 1."""
    place = (np.arange(size) + 0.5) / size * cells
    cell = np.minimum(place.astype(int), cells - 1)
    t = place - cell
    parts = np.stack(
        [(1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, 3 * t + 3 * t**2 - 3 * t**3 + 1, t**3], axis=1
    )
    basis = np.zeros((size, cells + 3))
    np.put_along_axis(basis, cell[:, None] + np.arange(4), parts / 6, axis=1)
    basis.flags.writeable = False
    return basis


@lru_cache(maxsize=8)
def bending(cells: int) -> np.ndarray:
    """(m, m) with m = (cells + 3)²: bᵀ bending b is the squared bending of control points b.

    ∫ (u_yy² + 2 u_xy² + u_xx²) of the grid, by differences; 0 for what is affine.
    """
    n = cells + 3
    one = np.eye(n)
    first, second = np.diff(one, axis=0), np.diff(one, n=2, axis=0)
    # Differences of a grid of unit spacing 1 / cells, over an area of 1.
    weight = cells**4 / cells**2
    total = np.kron(second.T @ second, one) + np.kron(one, second.T @ second)
    total = weight * (total + 2 * np.kron(first.T @ first, first.T @ first))
    total.flags.writeable = False
    return total
