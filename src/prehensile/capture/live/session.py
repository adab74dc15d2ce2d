"""`LiveSession`: takes what arrives, keeps the last moments for drawing, records when asked to."""

import threading
import time as clock
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from prehensile.capture.live.latest import Latest, Sample
from prehensile.capture.live.loss import LossCounter
from prehensile.capture.live.recorder import Recorder
from prehensile.capture.live.source import Arrived, Source
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError, PrehensileError

BEAT = 0.01
"""[s] between two looks at what arrived"""


class StreamState(NamedTuple):
    """How one stream does."""

    stream: Stream
    received: int
    """samples since the session began"""
    rate: float
    """[Hz] samples a second over the last seconds"""
    lost: int
    """samples that never came, by the holes in its time stamps"""
    silent: bool
    """gone away; it may come back"""


class _Watched:
    """Counts of one stream."""

    def __init__(self, stream: Stream):
        self.stream = stream
        self.received, self.loss = 0, LossCounter(stream.rate_hz)
        self.since, self.counted, self.rate = clock.monotonic(), 0, 0.0

    def follow(self, arrived: Arrived) -> None:
        self.received += len(arrived.time)
        self.loss.follow(arrived.time)

    def measure(self, now: float) -> None:
        if now - self.since >= 1.0:
            self.rate = (self.received - self.counted) / (now - self.since)
            self.since, self.counted = now, self.received


class LiveSession:
    """A source that is listened to, in a thread of its own once `start` was called.

    Args:
        source: of samples; closed with the session.
    """

    def __init__(self, source: Source):
        self._source = source
        self._lock = threading.Lock()
        self._latest = Latest()
        self._watched: dict[str, _Watched] = {}
        self._recorder: Recorder | None = None
        self._lost_before: dict[str, int] = {}
        self.trouble = ""
        """why the recording ended by itself; empty while all is well"""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-capture", daemon=True)

    def start(self) -> "LiveSession":
        """Listen from now on."""
        self._thread.start()
        return self

    def poll(self) -> int:
        """Take what has arrived; how many samples that was. `start` does it by itself."""
        arrived = self._source.poll()
        count = 0
        with self._lock:
            for one in arrived:
                count += len(one.time)
                self._take(one)
            now = clock.monotonic()
            for watched in self._watched.values():
                watched.measure(now)
        return count

    def now(self) -> float:
        """[s] of the clock that samples are shown by."""
        return self._source.now()

    def states(self) -> list[StreamState]:
        """How each stream does."""
        silent = self._source.silent
        with self._lock:
            return [
                StreamState(w.stream, w.received, w.rate, w.loss.lost, name in silent)
                for name, w in self._watched.items()
            ]

    def samples(self) -> tuple[float, Mapping[str, Sample]]:
        """The latest moment [s] that all streams have reached, and what they showed then."""
        with self._lock:
            moment = self._latest.moment()
            return (0.0, {}) if moment is None else (moment, self._latest.at(moment))

    @property
    def recording(self) -> bool:
        """Whether samples are being written."""
        return self._recorder is not None

    @property
    def path(self) -> Path | None:
        """Of what is being recorded."""
        recorder = self._recorder
        return None if recorder is None else recorder.path

    @property
    def recorded_seconds(self) -> float:
        """[s] written so far; 0 while nothing is."""
        recorder = self._recorder
        return 0.0 if recorder is None else recorder.seconds

    def record(
        self,
        path: str | Path,
        meta: Mapping[str, Any] | None = None,
        hand: Mapping[str, Any] | None = None,
    ) -> None:
        """Write every sample from now on.

        Raises:
            InputError: it records already.
            FileError: the file is there, or cannot be written.
        """
        with self._lock:
            if self._recorder is not None:
                raise InputError("it records already.")
            self.trouble = ""
            self._recorder = Recorder(path, meta, hand)
            self._lost_before = {name: w.loss.lost for name, w in self._watched.items()}

    def lost(self) -> int:
        """Samples that never came since the recording began."""
        with self._lock:
            before = self._lost_before
            return sum(w.loss.lost - before.get(name, 0) for name, w in self._watched.items())

    def end(self) -> Callable[[], Recording]:
        """Stop recording now; what is returned writes the file, when and where one likes.

        Raises:
            InputError: nothing is recorded, or nothing came.
        """
        lost = self.lost()
        with self._lock:
            recorder, self._recorder = self._recorder, None
        if recorder is None:
            raise InputError("nothing is being recorded.")
        if not recorder.counts:
            recorder.discard()
            raise InputError("nothing was recorded: no stream sent anything.")
        return lambda: recorder.finish(lost_samples=lost)

    def finish(self) -> Recording:
        """Stop recording and write the file; listening goes on.

        Raises:
            InputError: nothing is recorded, or nothing came.
            FileError: the file cannot be written; the journal stays.
        """
        return self.end()()

    def close(self) -> None:
        """Stop listening; what is being recorded is left as a journal."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
        with self._lock:
            if self._recorder is not None:
                self._recorder.abandon()
                self._recorder = None
        self._source.close()

    def _take(self, arrived: Arrived) -> None:
        name = arrived.stream.name
        watched = self._watched.setdefault(name, _Watched(arrived.stream))
        watched.follow(arrived)
        self._latest.take(arrived)
        if self._recorder is not None:
            try:
                self._write(self._recorder, watched, arrived)
            except PrehensileError as error:
                self.trouble = str(error)
                self._recorder.abandon()
                self._recorder = None
        watched.stream = arrived.stream

    @staticmethod
    def _write(recorder: Recorder, watched: _Watched, arrived: Arrived) -> None:
        stream = arrived.stream
        if stream.name not in recorder.counts:
            recorder.begin(stream)
            if arrived.offset and arrived.reading is None:
                recorder.clock(stream.name, float(arrived.time[-1]), arrived.offset)
        elif stream.channels != watched.stream.channels:
            recorder.rename_events(stream.name, stream.channels)
        recorder.write(stream.name, arrived.time, arrived.values)
        if arrived.reading is not None:
            recorder.clock(stream.name, *arrived.reading)

    def _run(self) -> None:
        due = clock.monotonic()
        while not self._stopping.is_set():
            try:
                self.poll()
            except Exception as error:
                self.trouble = f"listening ended: {error}"
                raise
            due = max(due + BEAT, clock.monotonic() - BEAT)
            self._stopping.wait(max(0.0, due - clock.monotonic()))
