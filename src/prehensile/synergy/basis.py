"""`Basis`: a mean and a few axes about it, of samples of any kind."""

from dataclasses import dataclass, fields, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.synergy.components import Components, principal_components


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Basis:
    """Mean and k axes of samples of n numbers. Arrays are copied and read-only."""

    mean: np.ndarray
    """(n,) in the samples' unit"""
    axes: np.ndarray
    """(k, n) orthonormal rows; of each, the entry of the largest magnitude is positive"""
    variance_ratio: np.ndarray
    """(k,) share of the samples' variance along each axis, falling"""
    lower: np.ndarray
    """(k,) smallest coordinates among the samples"""
    upper: np.ndarray
    """(k,) largest coordinates among the samples"""

    def __post_init__(self) -> None:
        n, k = np.size(self.mean), len(self.axes)
        shapes = {
            "mean": (n,),
            "axes": (k, n),
            "variance_ratio": (k,),
            "lower": (k,),
            "upper": (k,),
        }
        for name, shape in shapes.items():
            array = frozen(getattr(self, name), np.float64, shape, f"{name} of a basis")
            object.__setattr__(self, name, array)

    @property
    def components(self) -> int:
        """Number of axes k."""
        return len(self.axes)

    def project(self, samples: ArrayLike) -> np.ndarray:
        """Coordinates p (..., k) of what the axes say best of samples (..., n)."""
        return (checked(samples, len(self.mean), "a sample") - self.mean) @ self.axes.T

    def sample(self, p: ArrayLike) -> np.ndarray:
        """The sample (..., n) at coordinates p (..., k)."""
        return self.mean + checked(p, self.components, "p") @ self.axes

    def bounded(self, p: ArrayLike) -> np.ndarray:
        """Coordinates (..., k) moved to where the samples lie, each between lower and upper."""
        return np.clip(checked(p, self.components, "p"), self.lower, self.upper)

    def first(self, components: int) -> Self:
        """The same basis with its first axes alone.

        Raises:
            InputError: it has not so many.
        """
        if not 1 <= components <= self.components:
            raise InputError(f"components must be 1 to {self.components}, got {components}.")
        per_axis = ("axes", "variance_ratio", "lower", "upper")
        return replace(self, **{name: getattr(self, name)[:components] for name in per_axis})

    def explained(self, samples: ArrayLike) -> np.ndarray:
        """(k,) share of the variance of other samples that the first 1 … k axes carry.

        Variance is counted about this basis's mean, so that a basis which misses where the samples
        lie is not excused. With the samples that made the basis it is the cumulative
        ``variance_ratio``.

        Args:
            samples: (N, n).

        Raises:
            InputError: none of them differs from the mean.
        """
        away = frozen(samples, np.float64, (None, len(self.mean)), "samples") - self.mean
        whole = (away**2).sum()
        if not whole > 0:
            raise InputError("samples that all equal the basis's mean have no variance to explain.")
        return np.cumsum(((away @ self.axes.T) ** 2).sum(axis=0)) / whole

    def __repr__(self) -> str:
        share = f"{100 * self.variance_ratio.sum():.0f} %"
        return f"<{type(self).__name__}: {self.components} axes carry {share} of the variance>"


def basis_of(samples: ArrayLike, components: int | None = None) -> Basis:
    """The basis of samples (N, n) of any kind, e.g. frames of a pressure sensor.

    Args:
        samples: at least two.
        components: how many axes; all that carry variance by default.

    Raises:
        InputError: fewer than two samples, samples that are all the same, numbers that are not
            finite, or more components than the samples have.
    """
    return Basis(**basis_fields(principal_components(samples, components)))


def basis_fields(found: Components) -> dict[str, np.ndarray]:
    """The fields of a `Basis` by name."""
    values = (
        found.mean, found.axes, found.variance_ratio,
        found.coordinates.min(axis=0), found.coordinates.max(axis=0),
    )  # fmt: skip
    return dict(zip((field.name for field in fields(Basis)), values, strict=True))


def checked(values: ArrayLike, width: int, name: str) -> np.ndarray:
    """As floats (..., width).

    Raises:
        InputError: another width.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.shape[-1:] != (width,):
        raise InputError(f"{name} has shape {array.shape}; expected (..., {width}).")
    return array
