"""Principal components of samples of any kind, the same in every run and on every machine.

A sample x ≈ x̄ + Uᵀ p: the mean and a few orthonormal axes, the rows of U, in the order of the
variance along them. Posture, force and both together are kept in bases of this kind.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen

FLAT = 1e-9
"""Samples whose largest deviation from their mean is below this, relative to their size (at least
one of the sample's unit), are all the same but for rounding."""


class Components(NamedTuple):
    """Mean and axes of N samples of n numbers."""

    mean: np.ndarray
    """(n,)"""
    axes: np.ndarray
    """(k, n) orthonormal rows; of each, the entry of the largest magnitude is positive"""
    variance_ratio: np.ndarray
    """(k,) share of the whole variance along each axis, falling; the sum is at most 1"""
    coordinates: np.ndarray
    """(N, k) of the samples"""


def principal_components(samples: ArrayLike, components: int | None = None) -> Components:
    """The axes along which samples differ most, by singular values of what is left of the mean.

    Args:
        samples: (N, n), at least two.
        components: how many axes k; all that carry variance by default.

    Raises:
        InputError: fewer than two samples, samples that are all the same, numbers that are not
            finite, or more components than the samples have.
    """
    x = frozen(samples, np.float64, (None, None), "samples")
    if len(x) < 2 or not x.shape[1]:
        raise InputError(f"components need at least two samples of numbers, got shape {x.shape}.")
    mean = x.mean(axis=0)
    away = x - mean
    if np.abs(away).max() <= FLAT * max(1.0, np.abs(x).max()):
        raise InputError(f"the {len(x)} samples are all the same: there is nothing to tell apart.")
    _, sigma, axes = np.linalg.svd(away, full_matrices=False)
    # Singular values this small are the rounding of the largest, as in NumPy's matrix_rank.
    rank = int((sigma > sigma[0] * max(x.shape) * np.finfo(float).eps).sum())
    count = rank if components is None else components
    if not 1 <= count <= rank:
        raise InputError(f"components must be 1 to {rank} for these samples, got {components}.")
    axes = _signed(axes[:count])
    ratio = sigma[:count] ** 2 / (sigma**2).sum()
    return Components(mean, axes, ratio, away @ axes.T)


def _signed(axes: np.ndarray) -> np.ndarray:
    """Turned so that each row's entry of the largest magnitude is positive, of equals the first."""
    size = np.abs(axes)
    # Equal but for rounding counts as equal: the sign must not hang on the last bit.
    leading = np.argmax(size >= (1.0 - 1e-9) * size.max(axis=1, keepdims=True), axis=1)
    return axes * np.sign(axes[np.arange(len(axes)), leading])[:, None]
