"""The moments around taps: a piece of the reference, and what the other stream did there."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.signals.traces import Trace

REACH = 0.08
"""[s] before and after a tap that are looked at"""
STEP = 5e-4
"""[s] of the pieces"""
SLOW = 0.05
"""[s]"""
SOFT, SOFT_MOTION = 1.2e-3, 5e-3
"""[s] standard deviation of the bell that takes noise out of pieces of loads and of motion. Noise
in the shape makes the likelihood of a shift ripple, and a search stops in a wrong trough."""
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
    soft = SOFT if reference.order else SOFT_MOTION
    found = _softened(np.interp(wanted, time, column[there]), soft)
    after = np.clip(np.searchsorted(time, wanted), 1, len(time) - 1)
    gap = (time[after] - time[after - 1]).max(1)
    usual = float(np.median(np.diff(time)))
    whole = (gap <= max(0.02, 3 * usual)) & (wanted[:, 0] >= time[0]) & (wanted[:, -1] <= time[-1])
    return found, whole


def _softened(found: np.ndarray, soft: float) -> np.ndarray:
    """(K, n) without the noise that is faster than any motion, and without delay."""
    from scipy.ndimage import gaussian_filter1d

    return gaussian_filter1d(found, soft / STEP, axis=1, mode="nearest")


def main_column(seen: Trace) -> np.ndarray:
    """(N,) the only column, or the one combination of columns that changes most within `SLOW`.

    NaN where no column was measured; where some were not, they are bridged.
    """
    if seen.columns.shape[1] == 1:
        return seen.columns[:, 0]
    there = np.isfinite(seen.columns)
    if not there.any():
        return np.full(len(seen.time), np.nan)
    columns = np.stack(
        [
            np.interp(seen.time, seen.time[ok], column[ok]) if ok.any() else 0 * seen.time
            for column, ok in zip(seen.columns.T, there.T, strict=True)
        ],
        1,
    )
    n = max(1, round(SLOW / float(np.median(np.diff(seen.time)))))
    changes = columns[n:] - columns[:-n]
    main = (columns - columns.mean(0)) @ np.linalg.eigh(changes.T @ changes)[1][:, -1]
    return np.where(there.any(1), main, np.nan)


class Window(NamedTuple):
    """What the other stream did around one tap, its smooth part taken out."""

    tap: int
    time: np.ndarray
    """(n,) [s] by its own clock"""
    smooth: np.ndarray
    """(n, degree + 1) orthonormal polynomials"""
    rest: np.ndarray
    """(n, D) what they do not explain"""


def window(other: Trace, tap: int, centre: float, degree: int) -> Window | None:
    """Around an instant of the other's clock; None where too little was measured.

    Columns with a gap inside are left out. The degree is of the smooth part.
    """
    first, last = np.searchsorted(other.time, (centre - REACH, centre + REACH))
    time, values = other.time[first:last], other.columns[first:last]
    values = values[:, np.isfinite(values).all(0)] if len(values) else values
    if not values.size or len(time) < degree + 4 or time[0] > centre - 0.6 * REACH:
        return None
    if time[-1] < centre + 0.6 * REACH:
        return None
    smooth = polynomials(time, degree)
    values = values - values.mean(0)
    return Window(tap, time, smooth, values - smooth @ (smooth.T @ values))


def polynomials(time: np.ndarray, degree: int) -> np.ndarray:
    """(n, degree + 1) orthonormal over the samples of a window."""
    part = 2 * (time - time[0]) / (time[-1] - time[0]) - 1
    return np.linalg.qr(np.polynomial.legendre.legvander(part, degree))[0]


def splines(shapes: np.ndarray) -> np.ndarray:
    """(K, n) shapes for `shape_at`: straight lines between samples have kinks, on which a search
    for the shift gets stuck.
    """
    from scipy.ndimage import spline_filter1d

    return spline_filter1d(shapes, 2, axis=1, mode="nearest")


def shape_at(spline: np.ndarray, past: np.ndarray, smooth: np.ndarray) -> np.ndarray:
    """(n,) unit: one of `splines` at times past its tap, its smooth part taken out."""
    from scipy.ndimage import map_coordinates

    at = [(past + BEFORE) / STEP]
    shape = map_coordinates(spline, at, order=2, mode="nearest", prefilter=False)
    shape = shape - smooth @ (smooth.T @ shape)
    return shape / max(float(np.linalg.norm(shape)), 1e-300)
