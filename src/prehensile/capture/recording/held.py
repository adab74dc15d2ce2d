"""A stream's values at other times, inventing nothing: between samples that are near, else NaN."""

import numpy as np

from prehensile.capture.recording.blend import blended
from prehensile.motion.located import Located, located, snap_slack

HOLE = 2.5
"""Samples further apart than this many usual steps have a hole between them."""


def known_at(time: np.ndarray, at: np.ndarray) -> tuple[Located, np.ndarray]:
    """Samples next to given times (T,), and where (T,) these say what was: not outside of what was
    recorded, nor in holes. A sample that is hit is itself.
    """
    found, slack = located(time, at), snap_slack(time)
    inside = (at >= time[0] - slack[0]) & (at <= time[-1] + slack[-1])
    usual = float(np.median(np.diff(time))) if len(time) > 1 else 0.0
    near = time[found.after] - time[found.frame] <= HOLE * usual
    return found, inside & ((found.part == 0) | near)


def values_at(kind: str, time: np.ndarray, values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Values (N, *width) of times (N,) at other times (T,), `blended` by their kind: (T, *width).

    NaN outside, next to NaN, and in holes.
    """
    next_to, known = known_at(time, at)
    frame, after, part = (each[known] for each in next_to)
    found = np.full((len(at), *values.shape[1:]), np.nan)
    found[known] = blended(kind, values[frame], values[after], part)
    return found


def carried_on(values: np.ndarray) -> np.ndarray:
    """Rows (T, n) with NaN replaced by the last row that has none, before that by the first."""
    there = np.isfinite(values).all(axis=1)
    last = np.maximum.accumulate(np.where(there, np.arange(len(values)), -1))
    return values[np.where(last < 0, np.argmax(there), last)]
