"""Samples at the end of a converter's range, where the truth may have been beyond."""

import numpy as np

from prehensile.capture.recording.stream import CLIPPED, Done, Stream
from prehensile.errors import InputError

PILED = 4.0
"""An extreme is a stop if it comes this many times as often as values just inside it."""
LEAST = 3
"""samples in a row at the extreme"""
NEAR = 0.03
"""Part of the range that is just inside."""
AWAY = 0.25
"""A stop lies at least this part of the range from the median: a zero line at rest is none."""


def flag_clipped(stream: Stream, limits: tuple[float, float] | None = None) -> Stream:
    """With CLIPPED set where a channel sits at its stop; values stay as they are.

    Without limits a stop is recognised by its repeated extreme values: three or more in a row,
    and far more of them than of values just inside. A slow rounded peak has no such pile.

    Args:
        stream: of any kind but events and rotations.
        limits: lowest and highest value that the converter can say, in the stream's unit.

    Raises:
        InputError: limits that are not in order, or a stream of events.
    """
    if stream.kind == "events":
        raise InputError(f"stream {stream.name!r} holds events, which are not clipped.")
    if limits is not None and not limits[0] < limits[1]:
        raise InputError(f"limits must be in order, got {limits}.")
    flags = stream.flags & ~np.uint8(CLIPPED)
    columns = stream.values.reshape(stream.n_samples, len(stream.channels), -1)
    for channel in range(columns.shape[1]):
        for axis in range(columns.shape[2]):
            column = columns[:, channel, axis]
            stopped = _beyond(column, limits) if limits else _at_stop(column) | _at_stop(-column)
            flags[stopped, channel] |= CLIPPED
    number = int((flags & CLIPPED > 0).any(1).sum())
    done = Done("checked", "flag_clipped", {"limits": limits and list(limits), "samples": number})
    return stream.changed(done, flags=flags)


def _beyond(column: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    slack = 1e-9 * (limits[1] - limits[0])
    return (column <= limits[0] + slack) | (column >= limits[1] - slack)


def _at_stop(column: np.ndarray) -> np.ndarray:
    """(N,) where a column sits at its largest value, if that is a stop."""
    seen = column[np.isfinite(column)]
    nowhere = np.zeros(len(column), bool)
    if len(seen) < LEAST:
        return nowhere
    top, spread = seen.max(), np.ptp(seen)
    slack = 1e-9 * spread
    at_top = column >= top - slack
    if not spread or top - np.median(seen) < AWAY * spread or _longest_run(at_top) < LEAST:
        return nowhere
    inside = seen[(seen < top - slack) & (seen >= top - NEAR * spread)]
    # Quantised or not: the fullest level just inside, in samples.
    usual = np.unique(inside, return_counts=True)[1].max(initial=1)
    return at_top if at_top.sum() >= PILED * usual else nowhere


def _longest_run(true: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], true, [False]]).astype(np.int8)))
    return int((edges[1::2] - edges[::2]).max(initial=0))
