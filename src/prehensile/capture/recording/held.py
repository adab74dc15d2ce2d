"""A stream's values at other times, inventing nothing: between samples that are near, else NaN."""

import numpy as np

from prehensile.lie import so3

NEAR = 2.5
"""Periods of a stream that two samples may be apart for what lies between them to be known."""


def values_at(time: np.ndarray, values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Values (N, ...) of times (N,) at other times (T,): linear between neighbours, (T, ...).

    NaN outside, next to NaN, and in gaps longer than `NEAR` median steps. A sample that is hit is
    itself.
    """
    before, after, part = _neighbours(time, at)
    share = part.reshape(-1, *[1] * (values.ndim - 1))
    low, high = values[before], values[after]
    # Where a share is nought the other neighbour may be NaN.
    found = np.where(share == 0, low, np.where(share == 1, high, low + share * (high - low)))
    return np.where(np.isnan(share), np.nan, found)


def poses_at(time: np.ndarray, poses: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Poses (N, 7) at other times as `values_at`, turning at constant speed: (T, 7)."""
    before, after, part = _neighbours(time, at)
    found = values_at(time, poses, at)
    there = np.flatnonzero(np.isfinite(found).all(axis=1))
    turned = so3.slerp(poses[before[there], 3:], poses[after[there], 3:], part[there])
    found[there, 3:] = turned
    return found


def carried_on(values: np.ndarray) -> np.ndarray:
    """Rows (T, n) with NaN replaced by the last row that has none, before that by the first."""
    there = np.isfinite(values).all(axis=1)
    last = np.maximum.accumulate(np.where(there, np.arange(len(values)), -1))
    return values[np.where(last < 0, np.argmax(there), last)]


def _neighbours(time: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows before and after, and the share of the way between (T,); NaN where nothing is near."""
    last = len(time) - 1
    after = np.clip(np.searchsorted(time, at), 1, max(last, 1))
    before, after = np.clip(after - 1, 0, last), np.clip(after, 0, last)
    step = time[after] - time[before]
    part = np.where(step > 0, (at - time[before]) / np.where(step > 0, step, 1.0), 0.0)
    period = float(np.median(np.diff(time))) if last else 0.0
    slack = 1e-6 * period + 4 * np.spacing(np.abs(time).max(initial=0.0))
    part = np.where(np.abs(at - time[before]) <= slack, 0.0, part)
    part = np.where(np.abs(at - time[after]) <= slack, 1.0, part)
    exact = (part == 0) & (np.abs(at - time[before]) <= slack) | (part == 1)
    inside = (part >= 0) & (part <= 1) & (step > 0) & (step <= NEAR * period)
    return before, after, np.where(exact | inside, part, np.nan)
