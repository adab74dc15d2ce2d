"""When: a recording cut into phases, without being told how many or of which kind.

Andrews 2014 (6.4) wishes for it: "automatic segmentation of interaction forces into phases". Load
that a hand bears is steady, or goes over to another state; the boundaries lie where the speed of
the image, in its first components, rises from rest and comes back to it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.synergy.activity import Activity, activity

SIGNIFICANT = 0.12
"""of the largest speed: slower changes are drift"""
NOISE_SPEED = 3.0
"""times the speed of noise: slower changes may be noise"""
AT_REST = 0.13
"""of a change's largest speed: below that it has not begun, or is over"""
SHORTEST = 0.06
"""[s] Phases that are shorter belong to their neighbours."""


class Phases(NamedTuple):
    """P phases, one after the other."""

    start: np.ndarray
    """(P,) [s]"""
    end: np.ndarray
    """(P,) [s]; the start of the next"""
    changing: np.ndarray
    """(P,) bool: whether load goes over to another state, or is steady"""

    @property
    def boundaries(self) -> np.ndarray:
        """(P − 1,) [s] where one phase goes over into the next."""
        return self.start[1:]


def find_phases(time: ArrayLike, frames: ArrayLike) -> Phases:
    """Cut a recording into steady and changing phases.

    Args:
        time: (T,) [s], strictly increasing.
        frames: (T, n) of any sensor.

    Raises:
        InputError: too few frames, times that do not increase, or frames that are all the same.
    """
    found = activity(time, frames)
    begin, finish = float(found.time[0]), float(found.time[-1])
    edges, changing = [begin], []
    for start, end in _changes(found):
        if start > edges[-1]:
            edges.append(start)
            changing.append(False)
        edges.append(end)
        changing.append(True)
    if edges[-1] < finish:
        edges.append(finish)
        changing.append(False)
    ends = np.array(edges)
    return Phases(ends[:-1], ends[1:], np.array(changing, bool))


def _changes(found: Activity) -> list[tuple[float, float]]:
    """Start and end [s] of every change, in order; none overlap."""
    speed, time, noise = found.speed, found.time, found.noise_speed
    least = max(SIGNIFICANT * float(speed.max()), NOISE_SPEED * noise)
    spans: list[tuple[float, float]] = []
    last = 0
    for first, stop in _runs(speed >= least):
        if stop <= last:
            continue  # the change before has not come to rest yet
        rest = max(AT_REST * float(speed[first:stop].max()), 0.5 * NOISE_SPEED * noise)
        first, last = _while_above(speed, rest, first, -1), _while_above(speed, rest, stop - 1, 1)
        spans.append((float(time[first]), float(time[last])))
    return _apart(spans)


def _runs(flags: np.ndarray) -> np.ndarray:
    """(R, 2) first frame of every run of truths, and the frame after its last."""
    edge = np.diff(np.concatenate([[0], flags.astype(int), [0]]))
    return np.stack([np.flatnonzero(edge > 0), np.flatnonzero(edge < 0)], axis=1)


def _while_above(values: np.ndarray, level: float, k: int, step: int) -> int:
    """From frame ``k`` on, in steps of ±1, as long as values stay above a level."""
    while 0 <= k + step < len(values) and values[k] > level:
        k += step
    return k


def _apart(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Without changes that are too short, and without rests between them that are."""
    kept: list[tuple[float, float]] = []
    for start, end in spans:
        if kept and start - kept[-1][1] < SHORTEST:
            start = 0.5 * (start + kept[-1][1])
            kept[-1] = (kept[-1][0], start)
        kept.append((start, end))
    return [span for span in kept if span[1] - span[0] >= SHORTEST]
