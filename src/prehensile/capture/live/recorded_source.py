"""A recording as a live source within this process: no network, no device."""

import time as clock
from collections.abc import Callable

import numpy as np

from prehensile.capture.live.source import Arrived
from prehensile.capture.recording.journal import declaration, empty_stream
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError


class RecordedSource:
    """Gives the samples of a recording when their time has come, round and round.

    Args:
        recording: with samples.
        speed: times as fast as it was recorded.
        loop: begin again at the end.
        now: the clock [s]; this machine's by default.

    Raises:
        InputError: there are no samples, or the speed is not above 0.
    """

    def __init__(
        self,
        recording: Recording,
        speed: float = 1.0,
        loop: bool = True,
        now: Callable[[], float] = clock.monotonic,
    ):
        if not (np.isfinite(speed) and speed > 0):
            raise InputError(f"the speed must be above 0, got {speed:g}.")
        self._streams = [
            (empty_stream(**declaration(s)), recording.time(s.name), s.values)
            for s in recording.streams
            if s.n_samples
        ]
        if not self._streams:
            raise InputError("the recording holds no samples that could be played.")
        self._first = min(time[0] for _, time, _ in self._streams)
        ends = [time[-1] + _step(stream, time) for stream, time, _ in self._streams]
        self.duration = float(max(ends) - self._first)
        """[s] of one round, as recorded"""
        self._speed, self._loop, self._now = speed, loop, now
        self._began = now()
        self._done = 0.0
        """[s] how far it has been played, as recorded"""

    @property
    def silent(self) -> tuple[str, ...]:
        """None: nothing can go away."""
        return ()

    def now(self) -> float:
        """[s] of the clock that samples are stamped by."""
        return self._now()

    def close(self) -> None:
        """There is nothing to close."""

    def poll(self) -> list[Arrived]:
        """Samples whose time has come."""
        until = (self._now() - self._began) * self._speed
        if not self._loop:
            until = min(until, self.duration)
        arrived = []
        for stream, time, values in self._streams:
            rows, rounds = _between(time - self._first, self.duration, self._done, until)
            if len(rows):
                played = time[rows] - self._first + rounds * self.duration
                stamped = self._began + played / self._speed
                arrived.append(Arrived(stream, stamped, values[rows]))
        self._done = until
        return arrived


def _step(stream: Stream, time: np.ndarray) -> float:
    """[s] from a stream's last sample to where the next would be; nought where nobody knows."""
    if len(time) < 2 or stream.kind == "events":
        return 0.0
    return float(np.median(np.diff(time)))


def _between(
    time: np.ndarray, period: float, after: float, until: float
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of samples, repeated every period [s], from one moment to before another; their
    rounds.
    """
    rows, rounds = [], []
    for turn in range(int(after // period), int(until // period) + 1):
        low, high = np.searchsorted(time, [after - turn * period, until - turn * period])
        rows.append(np.arange(low, high))
        rounds.append(np.full(high - low, turn))
    return np.concatenate(rows), np.concatenate(rounds)
