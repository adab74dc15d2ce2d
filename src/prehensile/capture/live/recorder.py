"""`Recorder`: writes samples as they come; a crash costs no more than what was not handed to it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.recording.journal import SUFFIX, Journal
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.recovered import recovered
from prehensile.capture.recording.stream import Stream
from prehensile.errors import FileError, InputError, UnknownNameError


class Recorder:
    """Records streams into a journal beside ``path``, which becomes the recording at the end.

    What is handed to `write` is with the system when `write` returns, so that the death of the
    process cannot take it any more. `finish` turns the journal into the recording at ``path`` and
    removes it; after a crash `finish_interrupted` does.

    Args:
        path: of the recording, ``.h5`` or another that `Recording.save` knows.
        meta: of the recording; anything JSON holds.
        hand: the hand's spec, where it is known.

    Raises:
        FileError: there is a recording, or a journal of an interrupted one, at that path.
    """

    def __init__(
        self,
        path: str | Path,
        meta: Mapping[str, Any] | None = None,
        hand: Mapping[str, Any] | None = None,
    ):
        self.path = Path(path)
        if self.path.exists():
            raise FileError(f"{self.path} is there already: choose another name.")
        if journal_of(self.path).exists():
            raise FileError(
                f"{journal_of(self.path)} is what an interrupted recording left: make a recording "
                f"of it first (prehensile capture convert), or choose another name."
            )
        about = {"meta": dict(meta or {}), "hand": None if hand is None else dict(hand)}
        self._journal = Journal(journal_of(self.path), about)
        self._streams: dict[str, tuple[int, Stream]] = {}
        self._counts: dict[str, int] = {}
        self._span: dict[str, tuple[float, float]] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """Samples written, by stream."""
        return dict(self._counts)

    @property
    def seconds(self) -> float:
        """[s] that the longest stream spans."""
        return max((last - first for first, last in self._span.values()), default=0.0)

    def begin(self, stream: Stream) -> None:
        """A stream is to be recorded; samples that it has already are written too.

        Raises:
            InputError: one of that name is recorded already.
            FileError: the disk is full.
        """
        if stream.name in self._streams:
            raise InputError(f"a stream {stream.name!r} is recorded already.")
        number = len(self._streams)
        self._journal.begin(number, stream)
        self._streams[stream.name] = number, stream
        self._counts[stream.name] = 0
        if stream.n_samples:
            self.write(stream.name, stream.time, stream.values)

    def rename_events(self, name: str, channels: tuple[str, ...]) -> None:
        """Events of other names may come from now on; those so far keep their numbers."""
        number, stream = self._streams[name]
        if stream.kind != "events" or channels[: len(stream.channels)] != stream.channels:
            raise InputError(f"names of events of {name!r} can only be added.")
        self._streams[name] = number, replace(stream, channels=channels, flags=None)
        self._journal.begin(number, self._streams[name][1])

    def write(self, name: str, time: np.ndarray, values: np.ndarray) -> None:
        """Samples of a stream: times (n,) [s] of its own clock, values (n, …) as in `Stream`.

        Anything is taken, time that runs backwards and infinite numbers too: this is no moment to
        refuse. What they are is said when the recording is made.

        Raises:
            UnknownNameError: no such stream was begun.
            InputError: the shapes do not fit.
            FileError: the disk is full; what was recorded before is kept.
        """
        if name not in self._streams:
            raise UnknownNameError("stream", name, self._streams)
        number, stream = self._streams[name]
        time, values = np.asarray(time, float), np.asarray(values, float)
        shape = (len(time), *stream.values.shape[1:])
        if time.ndim != 1 or values.shape != shape:
            raise InputError(f"samples of {name!r} must have shape {shape}, got {values.shape}.")
        if not len(time):
            return
        self._journal.samples(number, time, values)
        self._counts[name] += len(time)
        first, last = self._span.get(name, (time[0], time[0]))
        self._span[name] = float(min(first, time.min())), float(max(last, time.max()))

    def clock(self, name: str, at: float, offset: float) -> None:
        """A stream's clock showed ``at`` [s] when the master's showed ``at + offset``."""
        if name not in self._streams:
            raise UnknownNameError("stream", name, self._streams)
        self._journal.clock(self._streams[name][0], at, offset)

    def finish(self, **meta: Any) -> Recording:
        """End it: write the recording at its path and remove the journal.

        Args:
            meta: to be added to the recording's.

        Raises:
            FileError: it cannot be written; the journal stays.
        """
        self._journal.close()
        return _turned(self.path, meta)

    def discard(self) -> None:
        """Throw away what was recorded."""
        self.abandon()
        self._journal.path.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Close the journal and leave it as it is."""
        self._journal.close(end=False)


def journal_of(path: str | Path) -> Path:
    """Where the journal of a recording lies while it is made."""
    path = Path(path)
    return path.with_name(path.name + SUFFIX)


def free_path(folder: str | Path, stem: str = "capture") -> Path:
    """``capture-001.h5``, or the next that is neither there nor being written."""
    number = 1
    while True:
        path = Path(folder) / f"{stem}-{number:03d}.h5"
        if not path.exists() and not journal_of(path).exists():
            return path
        number += 1


def finish_interrupted(path: str | Path) -> Path | None:
    """Make a recording of the journal that a crash left beside ``path``; None if there is none.

    Returns:
        Where it is, ``…-recovered.h5``: the name itself stays free for the next.

    Raises:
        FileError: the journal is damaged at its very beginning.
    """
    path = Path(path)
    journal = journal_of(path)
    if not journal.exists():
        return None
    out, number = path.with_stem(f"{path.stem}-recovered"), 2
    while out.exists():
        out, number = path.with_stem(f"{path.stem}-recovered-{number}"), number + 1
    recovered(journal).save(out)
    journal.unlink()
    return out


def _turned(path: Path, meta: Mapping[str, Any]) -> Recording:
    recording = recovered(journal_of(path))
    recording = replace(recording, meta={**recording.meta, **meta})
    recording.save(path)
    journal_of(path).unlink(missing_ok=True)
    return recording
