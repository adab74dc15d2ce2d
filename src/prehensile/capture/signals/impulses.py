"""When something sudden happened in a stream: a force that rises, a motion that is stopped."""

import numpy as np

from prehensile.capture.signals.traces import Trace

RISE = 0.012
"""[s] over which the values before and after an instant are compared"""
APART = 0.15
"""[s] Impulses closer than this are one: the plate rings."""
LEAST = 6.0
"""An impulse stands out by this many standard deviations of the quiet signal."""
MOST = 100
"""of the strongest are kept"""


def impulses(seen: Trace) -> np.ndarray:
    """(K,) [s] by the stream's own clock, in order.

    Of loads it is the steepest rise of the first one, of motion the sharpest change of velocity.
    Both are found to a few samples; `tap_fit` brings that below one.
    """
    columns = np.where(np.isfinite(seen.columns), seen.columns, np.nan)
    step = float(np.median(np.diff(seen.time)))
    n = max(2, round(RISE / step))
    if len(columns) < 4 * n:
        return np.zeros(0)
    columns = np.stack([_bridged(seen.time, column) for column in columns.T], 1)
    total = np.cumsum(columns, 0)
    at = np.arange(n, len(columns) - n)
    if seen.order:  # mean after less mean before
        jump = (total[at + n] - 2 * total[at] + total[at - n]) / n
        jump = jump[:, 0] if jump.shape[1] == 1 else np.linalg.norm(jump, axis=1)
    else:  # velocity after less velocity before
        kink = columns[at + n] - 2 * columns[at] + columns[at - n]
        jump = np.linalg.norm(kink / _spread(kink, 0), axis=1)
    jump = jump - np.median(jump)
    high = np.flatnonzero(jump > LEAST * _spread(jump, 0))
    if not len(high):
        return np.zeros(0)
    found, strength = [], []
    for group in np.split(high, np.flatnonzero(np.diff(high) > APART / step) + 1):
        first = np.split(group, np.flatnonzero(np.diff(group) > 1) + 1)[0]
        best = first[np.argmax(jump[first])]
        found.append(seen.time[at[best]])
        strength.append(jump[group].max())
    kept = np.sort(np.argsort(strength)[::-1][:MOST])
    return np.array(found)[kept]


def _bridged(time: np.ndarray, column: np.ndarray) -> np.ndarray:
    there = np.isfinite(column)
    return np.interp(time, time[there], column[there]) if there.any() else np.zeros(len(column))


def _spread(values: np.ndarray, axis: int) -> np.ndarray:
    """Standard deviation by the median of absolute values, that a few impulses do not move."""
    middle = np.median(np.abs(values - np.median(values, axis)), axis)
    return 1.4826 * np.maximum(middle, 1e-12 * np.abs(values).max(initial=1e-12))
