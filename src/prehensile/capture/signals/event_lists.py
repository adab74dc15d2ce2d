"""Two lists of instants by two clocks: which of them are the same events, and the line between."""

import numpy as np

from prehensile.capture.recording.recording import Clock
from prehensile.errors import InputError

TOLERANCE = 0.02
"""[s] Events this close are taken for one; drift over a recording is within it."""
CONVINCING = 1.5
"""The best offset pairs this many times more events than any other."""


def paired(own: np.ndarray, masters: np.ndarray, search: float = np.inf) -> np.ndarray:
    """(k, 2) indices of events that both lists hold; missed and extra ones are left out.

    Every difference of two events is tried as the offset; the one that pairs most wins.

    Args:
        own: (m,) [s], in order.
        masters: (n,) [s], in order.
        search: [s] largest offset between the clocks.

    Raises:
        InputError: fewer than half of the shorter list pair up, or another offset pairs nearly as
            many (evenly spaced events).
    """
    offsets = np.unique(np.subtract.outer(masters, own))
    offsets = offsets[np.abs(offsets) <= search]
    pairs = [_paired_at(own + offset, masters) for offset in offsets]
    counts = np.array([len(found) for found in pairs], int)
    if not len(counts):
        raise InputError("they have no event in common within the search.")
    # Of equally good ones the middle: events are stamped with noise.
    good = np.flatnonzero(counts == counts.max())
    best = good[len(good) // 2]
    far = np.abs(offsets - offsets[best]) > 2 * TOLERANCE
    rival = counts[far].max(initial=0)
    few = counts[best] < max(2, min(len(own), len(masters)) / 2)
    if few and not (len(own) == len(masters) == 1):
        raise InputError("too few of their events coincide, whatever the offset.")
    if counts[best] <= CONVINCING * rival:
        raise InputError("their events coincide at more than one offset: they are evenly spaced.")
    return pairs[best]


def line(own: np.ndarray, masters: np.ndarray, how: str) -> Clock:
    """The clock that brings own events (k,) [s] to the master's (k,), by least squares.

    One event gives the offset alone. The deviation is that of a single event about the line.
    """
    if len(own) == 1 or np.ptp(own) == 0:
        return Clock(float(masters[0] - own[0]), 1.0, how)
    middle = own.mean()
    past, ahead = own - middle, masters - own
    drift = float(past @ (ahead - ahead.mean()) / (past @ past))
    left = ahead - ahead.mean() - drift * past
    deviation = float(np.sqrt(left @ left / (len(own) - 2))) if len(own) > 2 else 0.0
    return Clock(float(ahead.mean() - drift * middle), 1 + drift, how, deviation)


def _paired_at(moved: np.ndarray, masters: np.ndarray) -> np.ndarray:
    """(k, 2) mutual nearest neighbours within the tolerance."""
    there = _nearest(moved, masters)
    back = _nearest(masters, moved)
    own = np.arange(len(moved))
    same = (back[there] == own) & (np.abs(moved - masters[there]) <= TOLERANCE)
    return np.column_stack([own[same], there[same]])


def _nearest(these: np.ndarray, those: np.ndarray) -> np.ndarray:
    right = np.clip(np.searchsorted(those, these), 1, max(len(those) - 1, 1))
    left = right - 1
    right = np.minimum(right, len(those) - 1)
    return np.where(these - those[left] <= those[right] - these, left, right)
