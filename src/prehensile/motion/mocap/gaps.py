"""Gaps in a recording: short ones filled smoothly, long ones left and named."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

SHORT_GAP = 0.2
"""[s] A finger moves on smoothly over this long; over longer gaps anything may have happened."""


class Gap(NamedTuple):
    """A run of frames in which one point was hidden."""

    point: int
    start: int
    stop: int
    """the first frame after it"""


class Filled(NamedTuple):
    """A recording with its short gaps filled."""

    points: np.ndarray
    """(T, K, 3), NaN in the gaps that are left"""
    frames: int
    """number of frames in which at least one point was filled"""
    filled: tuple[Gap, ...]
    left: tuple[Gap, ...]
    """too long, or at an end of the recording"""


def find_gaps(seen: np.ndarray) -> tuple[Gap, ...]:
    """All gaps of points seen (T, K), by point and frame."""
    edges = np.diff(np.pad(~seen, ((1, 1), (0, 0))).astype(np.int8), axis=0)
    gaps = []
    for k in range(seen.shape[1]):
        starts, stops = np.flatnonzero(edges[:, k] == 1), np.flatnonzero(edges[:, k] == -1)
        gaps += [Gap(k, int(a), int(b)) for a, b in zip(starts, stops, strict=True)]
    return tuple(gaps)


def fill_gaps(points: np.ndarray, rate_hz: float, longest: float = SHORT_GAP) -> Filled:
    """Fill short gaps by monotone cubics (PCHIP), which never overshoot.

    Args:
        points: (T, K, 3), NaN where hidden.
        rate_hz: frames a second.
        longest: [s] gap that is filled; 0 fills none.

    Raises:
        InputError: a negative length.
    """
    if not longest >= 0:
        raise InputError(f"the longest gap to fill is {longest:g} s; expected 0 or more.")
    from scipy.interpolate import PchipInterpolator

    seen = np.asarray(np.isfinite(points).all(-1))
    result = points.copy()
    result[~seen] = np.nan
    filled, left = [], []
    for gap in find_gaps(seen):
        inside = gap.start > 0 and gap.stop < len(points)
        if not inside or (gap.stop - gap.start) / rate_hz > longest + 1e-9:
            left.append(gap)
            continue
        there = np.flatnonzero(seen[:, gap.point])
        # Two frames either side give the slopes at the gap's edges.
        at = np.searchsorted(there, gap.start)
        near = there[max(0, at - 2) : at + 2]
        curve = PchipInterpolator(near, points[near, gap.point], axis=0)
        result[gap.start : gap.stop, gap.point] = curve(np.arange(gap.start, gap.stop))
        filled.append(gap)
    touched = np.zeros(len(points), dtype=bool)
    for gap in filled:
        touched[gap.start : gap.stop] = True
    return Filled(result, int(touched.sum()), tuple(filled), tuple(left))
