"""Which directions of a compliance give way at all, read off its spectrum.

The thesis truncates its inverses by inspection. Rigid directions have eigenvalues that rounding
makes, many orders below the rest, so the threshold lies in the largest gap. Lengths are scaled by
the mechanism's size first: a metre and a radian do not compare.
"""

from typing import NamedTuple

import numpy as np

FLOOR = 1e-15
"""Eigenvalues below this share of the largest are rounding."""
CLEAR_GAP = 1e5
"""A gap between neighbours that counts; soft and stiff directions of one mechanism are closer."""


class Spectrum(NamedTuple):
    """Eigenvalues of a scaled compliance, largest first."""

    values: np.ndarray
    """(n,) with lengths in units of the scale and turns in radians"""
    vectors: np.ndarray
    """(n, n) columns"""
    scale: np.ndarray
    """(n,) twists are divided by it"""
    rank: int
    """how many directions give way"""
    gap: float
    """ratio between the last that does and the first that does not; ∞ if all do"""


def spectrum(compliance: np.ndarray, length: float) -> Spectrum:
    """Spectrum of a compliance (6 E, 6 E) and its rank by the largest gap.

    Args:
        compliance: symmetric, blocks of (v, ω).
        length: [m] that counts as much as a radian.
    """
    scale = np.tile([length] * 3 + [1.0] * 3, len(compliance) // 6)
    scaled = compliance / np.outer(scale, scale)
    values, vectors = np.linalg.eigh((scaled + scaled.T) / 2)
    values, vectors = values[::-1], vectors[:, ::-1]
    rank, gap = _largest_gap(values)
    return Spectrum(values, vectors, scale, rank, gap)


def _largest_gap(values: np.ndarray) -> tuple[int, float]:
    clipped = np.maximum(values, FLOOR * values[0])
    ratios = clipped[:-1] / clipped[1:]
    k = int(np.argmax(ratios))
    if ratios[k] < CLEAR_GAP:
        return len(values), float("inf")
    return k + 1, float(ratios[k])
