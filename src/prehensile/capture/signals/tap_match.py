"""Which offset makes two streams tell of the same taps: a search that would rather refuse."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.signals.tap_windows import REACH, polynomials, shape_at
from prehensile.capture.signals.traces import Trace

CAP, CAP_OF_ALL = 20.0, 100.0
"""Most that one tap may say (as a logarithm of likelihood), unless few are there to say it."""
DRIFT = 1.5e-4
"""Clocks of devices keep within this."""
BLUR = 0.003
"""[s] by which drift may be off in the search"""


class Match(NamedTuple):
    """A candidate: other time ≈ reference time + offset."""

    offset: float
    """[s]"""
    evidence: float
    """of all taps together"""
    rival: float
    """evidence of the next best offset that is not this one"""


def best_offset(
    shapes: np.ndarray, times: np.ndarray, other: Trace, about: float, search: float
) -> Match:
    """Try every offset within the search and every drift that clocks have.

    Args:
        shapes: (K, n) pieces of the reference as they show in the other stream.
        times: (K,) [s] of the taps, by the reference's clock.
        other: where to look.
        about: [s] offset around which to search.
        search: [s] how far to go either way.
    """
    step = max(2e-3, float(np.median(np.diff(other.time))))
    ticks = np.arange(-np.ceil(search / step), np.ceil(search / step) + 1)
    offsets = about + step * ticks
    scores = np.stack(
        [_scores(s, t + offsets, other, step) for s, t in zip(shapes, times, strict=True)]
    )
    scores = np.clip(scores, 0.0, max(CAP, CAP_OF_ALL / len(times)))
    past = times - times.mean()
    n = int(np.ceil(DRIFT * np.ptp(times) / 2 / BLUR))
    slopes = DRIFT * np.arange(-n, n + 1) / max(n, 1)
    total = np.stack([_shifted(scores, slope * past / step) for slope in slopes]).max(0)
    best = int(np.argmax(total))
    elsewhere = np.abs(offsets - offsets[best]) > REACH
    rival = float(total[elsewhere].max(initial=0.0))
    return Match(float(offsets[best]), float(total[best]), rival)


def _scores(shape: np.ndarray, centres: np.ndarray, other: Trace, step: float) -> np.ndarray:
    """(M,) how much better than noise a shape explains what happened around each centre."""
    half = max(6, int(REACH / step))
    past = step * np.arange(-half, half + 1)
    grid = centres[0] - half * step + step * np.arange(len(centres) + 2 * half)
    smooth = polynomials(past)
    basis = np.column_stack([smooth, shape_at(shape, past, smooth)])
    result = np.zeros(len(centres))
    for column in other.columns.T:
        there = np.isfinite(column)
        if there.sum() < 2:
            continue
        time = other.time[there]
        values = np.interp(grid, time, column[there] - column[there].mean())
        outside = (grid < time[0]) | (grid > time[-1])
        views = np.lib.stride_tricks.sliding_window_view(values, 2 * half + 1)
        parts = views @ basis
        left = (views**2).sum(1) - (parts[:, :-1] ** 2).sum(1)
        share = np.clip(parts[:, -1] ** 2 / np.maximum(left, 1e-300), 0, 1 - 1e-12)
        free = 2 * half + 1 - basis.shape[1]
        gained = -0.5 * free * np.log1p(-share) - 0.5
        gone = np.lib.stride_tricks.sliding_window_view(outside, 2 * half + 1).any(1)
        result += np.where(gone, 0.0, gained)
    return result


def _shifted(scores: np.ndarray, ticks: np.ndarray) -> np.ndarray:
    """(M,) sum of rows, each looked up so many ticks further on."""
    n = scores.shape[1]
    columns = np.arange(n) + np.round(ticks).astype(int)[:, None]
    inside = (columns >= 0) & (columns < n)
    rows = np.arange(len(scores))[:, None]
    return np.where(inside, scores[rows, np.clip(columns, 0, n - 1)], 0.0).sum(0)
