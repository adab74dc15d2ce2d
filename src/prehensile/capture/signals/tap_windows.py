"""The moments around taps: a piece of the reference, and what the other stream did there."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.signals.traces import Trace

REACH = 0.08
"""[s] before and after a tap that are looked at"""
DEGREE = 6
"""Polynomial that stands for what the finger would have done without the tap."""
STEP = 1e-3
"""[s] of the pieces"""
BEFORE, AFTER = 0.25, 0.15
"""[s] of a piece: the filter starts from rest well before the tap"""


def pieces(reference: Trace, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Reference around taps: (K, n) of its main column, and which taps (K,) it saw whole."""
    grid = np.arange(-BEFORE, AFTER, STEP)
    column = main_column(reference)
    there = np.isfinite(column)
    time = reference.time[there]
    if len(time) < 2:
        return np.zeros((len(times), len(grid))), np.zeros(len(times), bool)
    wanted = times[:, None] + grid
    found = np.interp(wanted, time, column[there])
    after = np.clip(np.searchsorted(time, wanted), 1, len(time) - 1)
    gap = (time[after] - time[after - 1]).max(1)
    usual = float(np.median(np.diff(time)))
    whole = (gap <= max(0.02, 3 * usual)) & (wanted[:, 0] >= time[0]) & (wanted[:, -1] <= time[-1])
    return found, whole


def main_column(seen: Trace) -> np.ndarray:
    """(N,) the only column, or the one combination of columns that moves most."""
    if seen.columns.shape[1] == 1:
        return seen.columns[:, 0]
    rates = np.diff(seen.columns, axis=0)
    rates = rates[np.isfinite(rates).all(1)]
    if not len(rates):
        return np.full(len(seen.time), np.nan)
    return seen.columns @ np.linalg.eigh(rates.T @ rates)[1][:, -1]


class Window(NamedTuple):
    """What the other stream did around one tap, its smooth part taken out."""

    tap: int
    time: np.ndarray
    """(n,) [s] by its own clock"""
    smooth: np.ndarray
    """(n, DEGREE + 1) orthonormal polynomials"""
    rest: np.ndarray
    """(n, D) what they do not explain"""


def window(other: Trace, tap: int, centre: float) -> Window | None:
    """Around an instant of the other's clock; None where too little was measured.

    Columns with a gap inside are left out.
    """
    first, last = np.searchsorted(other.time, (centre - REACH, centre + REACH))
    time, values = other.time[first:last], other.columns[first:last]
    values = values[:, np.isfinite(values).all(0)] if len(values) else values
    if not values.size or len(time) < DEGREE + 4 or time[0] > centre - 0.6 * REACH:
        return None
    if time[-1] < centre + 0.6 * REACH:
        return None
    smooth = polynomials(time)
    values = values - values.mean(0)
    return Window(tap, time, smooth, values - smooth @ (smooth.T @ values))


def polynomials(time: np.ndarray) -> np.ndarray:
    """(n, DEGREE + 1) orthonormal over the samples of a window."""
    part = 2 * (time - time[0]) / (time[-1] - time[0]) - 1
    return np.linalg.qr(np.polynomial.legendre.legvander(part, DEGREE))[0]


def shape_at(piece: np.ndarray, past: np.ndarray, smooth: np.ndarray) -> np.ndarray:
    """(n,) unit: a filtered piece at times past its tap, its smooth part taken out."""
    shape = np.interp(past, np.arange(-BEFORE, AFTER, STEP), piece)
    shape = shape - smooth @ (smooth.T @ shape)
    return shape / max(float(np.linalg.norm(shape)), 1e-300)
