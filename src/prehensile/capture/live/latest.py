"""`Latest`: the last moments of all streams on one clock, for drawing."""

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.capture.live.source import Arrived
from prehensile.capture.recording.stream import Stream

KEPT = 1.0
"""[s] of each stream"""
LATEST = 0.25
"""[s] A stream that is later than this is not waited for."""


class Sample(NamedTuple):
    """One sample of a stream."""

    stream: Stream
    time: float
    """[s] of this machine's clock"""
    values: np.ndarray
    """(C, *width), or a number of an event"""


class Latest:
    """Keeps what came last, and tells what all streams showed at one moment."""

    def __init__(self) -> None:
        self._kept: dict[str, deque[tuple[Stream, np.ndarray, np.ndarray]]] = {}

    def take(self, arrived: Arrived) -> None:
        """Samples came."""
        if not len(arrived.time):
            return
        kept = self._kept.setdefault(arrived.stream.name, deque())
        kept.append((arrived.stream, arrived.time + arrived.offset, arrived.values))
        newest = kept[-1][1][-1]
        while len(kept) > 1 and kept[1][1][0] < newest - KEPT:
            kept.popleft()

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()

    @property
    def newest(self) -> float | None:
        """[s] of the sample that came last of all; None before the first."""
        ends = [kept[-1][1][-1] for kept in self._kept.values()]
        return float(max(ends)) if ends else None

    def moment(self) -> float | None:
        """[s] the latest moment that every stream has reached; those that stopped do not count."""
        ends = [kept[-1][1][-1] for kept in self._kept.values() if kept[-1][0].kind != "events"]
        if not ends:
            return self.newest
        return float(min(end for end in ends if end >= max(ends) - LATEST))

    def at(self, moment: float) -> Mapping[str, Sample]:
        """What each stream showed at a moment [s]: its last sample until then."""
        found: dict[str, Sample] = {}
        for name, kept in self._kept.items():
            for stream, time, values in reversed(kept):
                k = int(np.searchsorted(time, moment, side="right")) - 1
                if k >= 0:
                    found[name] = Sample(stream, float(time[k]), values[k])
                    break
        return found
