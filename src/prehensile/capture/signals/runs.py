"""Unbroken stretches of a stream: no sample missing, no hole in time."""

from collections.abc import Iterator

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError

HOLE = 2.5
"""Samples further apart than this many usual steps have a hole between them."""
UNEVEN = 0.35
"""Steps may differ by this part of the usual one where a filter counts samples."""


def usual_step(stream: Stream) -> float:
    """[s] between samples: the median; of a single sample its set rate's."""
    if stream.n_samples > 1:
        return float(np.median(np.diff(stream.time)))
    return 1 / stream.rate_hz if stream.rate_hz else 1.0


def runs(stream: Stream, column: np.ndarray) -> Iterator[slice]:
    """Stretches in which a column (N, ...) of the stream was measured without a break."""
    seen = np.isfinite(column).reshape(len(column), -1).all(1)
    breaks = np.diff(stream.time) > HOLE * usual_step(stream)
    start = seen & ~np.concatenate([[False], seen[:-1] & ~breaks])
    stop = seen & ~np.concatenate([seen[1:] & ~breaks, [False]])
    firsts, lasts = np.flatnonzero(start), np.flatnonzero(stop)
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        yield slice(first, last + 1)


def even_rate(stream: Stream) -> float:
    """[Hz] of a stream whose samples are evenly spaced, holes apart.

    Raises:
        InputError: they are not, or there is one sample at most.
    """
    if stream.n_samples < 2:
        raise InputError(f"stream {stream.name!r} has too few samples for a rate.")
    step = usual_step(stream)
    steps = np.diff(stream.time)
    steps = steps[steps < HOLE * step]
    uneven = np.quantile(np.abs(steps - step), 0.9) > UNEVEN * step
    if uneven:
        raise InputError(
            f"samples of stream {stream.name!r} are unevenly spaced; bring it to a rate first "
            "(resampled)."
        )
    return 1 / float(steps.mean())
