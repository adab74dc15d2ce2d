"""`Source`: where live samples come from, a network or a recording that plays."""

from typing import NamedTuple, Protocol

import numpy as np

from prehensile.capture.recording.stream import Stream


class Arrived(NamedTuple):
    """Samples of one stream that came since the last time one asked."""

    stream: Stream
    """what they are of; without samples itself"""
    time: np.ndarray
    """(n,) [s] of the stream's own clock"""
    values: np.ndarray
    """(n, …) as in `Stream`"""
    offset: float = 0.0
    """[s] to be added to its times for those of this machine's clock, as last read"""
    reading: tuple[float, float] | None = None
    """a new reading of its clock: its time, and the offset then [s]"""


class Source(Protocol):
    """Gives what has arrived, never waits."""

    def poll(self) -> list[Arrived]:
        """All that came since the last call."""
        ...

    def now(self) -> float:
        """[s] of this machine's clock, by which offsets are meant."""
        ...

    @property
    def silent(self) -> tuple[str, ...]:
        """Names of streams that have gone away, and may come back."""
        ...

    def close(self) -> None:
        """Nothing is wanted any more."""
        ...
