"""The zero line of a load and its noise, from the parts in which nothing is pressed."""

from typing import NamedTuple

import numpy as np

BLOCK = 0.1
"""[s] over which the line is a median"""
AROUND = 5.0
"""[s] either way within which something was quiet for a moment"""
FLAT = 2.0
"""Standard deviations by which samples of a quiet block may vary."""
NEAR = 0.8
"""Standard deviations by which the median of a quiet block may differ from the one before,"""
WANDER = 0.05
"""and part of the signal's range for every second since."""
OF_STEP, FEW = 0.6, 0.3
"""Noise is at least this part of a converter's step, which a signal has that takes fewer values
than this part of its samples. The step's error stays the same for a while, as noise does not."""
LEAST = 0.001
"""Noise is taken for at least this part of the signal's range: simulated ones have none."""


class Quiet(NamedTuple):
    """What a load reads when nothing is pressed."""

    line: np.ndarray
    """(N,) straight over touches"""
    noise: float
    """standard deviation about it, a converter's steps included"""


def zero_line(time: np.ndarray, load: np.ndarray) -> Quiet:
    """Zero line and noise of a load (N,) at times (N,) [s].

    The line is the lower side of the signal and wanders slowly. It starts from the lowest flat
    moments within five seconds and is followed from one flat moment to the next, as long as they
    differ no more than a line that wanders.
    """
    _, starts = np.unique(np.floor((time - time[0]) / BLOCK), return_index=True)
    parts = np.split(load, starts[1:])
    medians = np.array([np.median(part) for part in parts])
    centres = np.array([part.mean() for part in np.split(time, starts[1:])])
    extent = float(np.ptp(medians))
    noise = max(_spread(np.diff(load)) / np.sqrt(2), LEAST * extent, 1e-12)
    flat = np.array([part.std() for part in parts]) < FLAT * noise
    if not flat.any():
        flat[:] = True
    lowest = _lowest_around(centres, np.where(flat, medians, np.inf), AROUND)
    quiet = flat & (medians - lowest < NEAR * noise)
    for order in (np.arange(len(parts)), np.arange(len(parts))[::-1]):
        _follow(quiet, flat, centres, medians, order, NEAR * noise, WANDER * extent)
    quiet = _inner(quiet)
    means = np.array([part.mean() for part in parts])  # a converter's steps make medians leap
    line = np.interp(time, centres[quiet], means[quiet])
    still = np.repeat(quiet, [len(part) for part in parts])
    noise = max(_spread((load - line)[still]), OF_STEP * _converter_step(load))
    return Quiet(line, max(noise, LEAST * extent, 1e-12))


def _follow(
    quiet: np.ndarray,
    flat: np.ndarray,
    centres: np.ndarray,
    medians: np.ndarray,
    order: np.ndarray,
    near: float,
    wander: float,
) -> None:
    """Add blocks to the quiet ones in that order, each compared with the quiet one before."""
    last = -1
    for k in order.tolist():
        if not quiet[k] and flat[k] and last >= 0:
            allowed = near + wander * abs(centres[k] - centres[last])
            quiet[k] = abs(medians[k] - medians[last]) < allowed
        last = k if quiet[k] else last


def _inner(quiet: np.ndarray) -> np.ndarray:
    """Without blocks next to others, where a touch may have begun; all if none would be left."""
    padded = np.pad(quiet, 1, mode="edge")
    inner = quiet & padded[:-2] & padded[2:]
    return inner if inner.any() else quiet


def _converter_step(load: np.ndarray) -> float:
    """Smallest difference of a signal that keeps to few levels; 0 of others."""
    levels = np.unique(load)
    if not 1 < len(levels) < FEW * len(load):
        return 0.0
    return float(np.median(np.diff(levels)))


def _lowest_around(centres: np.ndarray, values: np.ndarray, around: float) -> np.ndarray:
    """(k,) smallest value within a distance of each centre."""
    first = np.searchsorted(centres, centres - around)
    last = np.searchsorted(centres, centres + around, side="right")
    return np.array([values[a:b].min() for a, b in zip(first, last, strict=True)])


def _spread(values: np.ndarray) -> float:
    """Standard deviation, that a tenth of wild values do not move.

    By the quieter nine tenths; a converter's steps would make a median leap.
    """
    if not len(values):
        return 0.0
    sizes = np.sort(np.abs(values - np.median(values)))
    lower = sizes[: max(1, int(0.9 * len(sizes)))]
    return float(1.267 * np.sqrt(np.mean(lower**2)))  # as much as of normal values
