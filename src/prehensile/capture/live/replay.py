"""A recording as live streams of the Lab Streaming Layer, for whoever listens."""

import threading
import time as clock
from collections.abc import Callable
from typing import Any

import numpy as np

from prehensile.capture.live.lsl import load_lsl
from prehensile.capture.live.lsl_header import describe, sent_labels
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.source import Arrived
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream

BEAT = 0.005
"""[s] between two chunks"""
LINGER = 0.5
"""[s] that streams stay after their last sample, so that listeners get it"""

TEXT = "Markers"
"""type of a stream of events, as everybody names it; other streams have their kind's name, by which
recordings of LabRecorder (XDF) know them"""


class Replay:
    """Outlets for all streams of a recording, of the same names, rates and channels.

    Args:
        recording: to be played.
        speed: times as fast as it was recorded.
        loop: begin again at the end.

    Raises:
        MissingExtraError: pylsl is not installed.
        InputError: liblsl is not, or there is nothing to play.
    """

    def __init__(self, recording: Recording, speed: float = 1.0, loop: bool = False):
        self._lsl = load_lsl()
        self._recording, self._speed, self._loop = recording, speed, loop
        RecordedSource(recording, speed, loop)  # refuses what cannot be played
        self._outlets = {s.name: self._outlet(s) for s in recording.streams if s.n_samples}
        self.sent = dict.fromkeys(self._outlets, 0)
        """samples, by stream"""

    @property
    def heard(self) -> bool:
        """Whether somebody listens to every stream."""
        return all(outlet.have_consumers() for outlet in self._outlets.values())

    def run(
        self,
        stopping: threading.Event | None = None,
        wait: float = 0.0,
        progress: Callable[[float], None] = lambda played: None,
    ) -> None:
        """Play, until the end or until ``stopping``.

        Args:
            stopping: set from elsewhere to end it.
            wait: [s] that it waits at most for somebody to listen to every stream.
            progress: told the seconds played so far.
        """
        stop = stopping or threading.Event()
        until = clock.monotonic() + wait
        while not self.heard and clock.monotonic() < until and not stop.wait(0.02):
            pass
        source = RecordedSource(self._recording, self._speed, self._loop, self._lsl.local_clock)
        began = clock.monotonic()
        while not stop.is_set():
            for arrived in source.poll():
                self._send(arrived)
            played = (clock.monotonic() - began) * self._speed
            progress(played)
            if not self._loop and played > source.duration:
                break
            stop.wait(BEAT)
        stop.wait(LINGER)

    def close(self) -> None:
        """Take the streams off the network."""
        self._outlets.clear()

    def _send(self, arrived: Arrived) -> None:
        name, outlet = arrived.stream.name, self._outlets[arrived.stream.name]
        if arrived.stream.kind == "events":
            for at, number in zip(arrived.time, arrived.values, strict=True):
                outlet.push_sample([arrived.stream.channels[int(number)]], float(at))
        else:
            flat = np.ascontiguousarray(arrived.values.reshape(len(arrived.time), -1))
            outlet.push_chunk(flat, arrived.time.tolist())
        self.sent[name] += len(arrived.time)

    def _outlet(self, stream: Stream) -> Any:
        events = stream.kind == "events"
        info = self._lsl.StreamInfo(
            stream.name,
            TEXT if events else stream.kind,
            1 if events else len(sent_labels(stream)),
            0.0 if events else stream.rate_hz * self._speed,
            "string" if events else "double64",
            f"prehensile-replay-{stream.name}",
        )
        describe(stream, info)
        return self._lsl.StreamOutlet(info, max_buffered=360)
