"""`Journal`: samples on the disk as they come, in blocks that are whole or do not count.

Why not HDF5 at once: a file of it that was open when the process died may be lost as a whole. A
journal is only ever appended to. Each block carries its length and checksum, so whatever cuts the
file short (a crash, a full disk, a power cut) costs the last block alone; everything before it
reads as if nothing had happened. `prehensile.capture.recording.recovered` makes a `Recording` of
it.

The file: the line `MAGIC`, then blocks of a head (kind: 1 byte, a zero, stream: u16, length: u32,
CRC-32 of kind, stream and body: u32; little-endian) and a body:

====  ==========================================================================
R     of the recording: JSON with ``meta`` and ``hand``
S     a stream begins: JSON with the fields of `Stream` that are not arrays
D     n samples of a stream: n times [s], then n × (numbers a sample), float64
C     a reading of a stream's clock: its time, and what to add for the master's [s]
E     the end; without it the recording was cut short
====  ==========================================================================
"""

import json
import os
import struct
import threading
import time as clock
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from prehensile.capture.recording.stream import KINDS, Stream
from prehensile.errors import FileError, InputError
from prehensile.files.limits import KINDS as KINDS_OF_FILES

MAGIC = b"PREHENSILE JOURNAL 1\n"
SUFFIX = ".journal"
SYNC_EVERY = 0.4
"""[s] between two times that all is forced onto the disk. What a dead process had written stays in
the system's hands and is safe at once; this bounds what a power cut takes."""
MOST_BODY = 64 * 1024**2
"""bytes of one block"""
MOST_STREAMS = 4096
LONGEST = KINDS_OF_FILES["journal"].most_bytes - 4096
"""bytes of a journal: what is longer could not be read back"""
_HEAD = struct.Struct("<2sHII")


class Block(NamedTuple):
    """One block of a journal."""

    kind: bytes
    stream: int
    body: bytes


class Journal:
    """A new journal, open to be appended to. May be used by several threads.

    Args:
        path: of the file; nothing may be there.
        about: of the recording, anything JSON holds.

    Raises:
        FileError: it is there already, or cannot be written.
    """

    def __init__(self, path: str | Path, about: Mapping[str, Any]):
        self.path = Path(path)
        self._lock, self._stopped = threading.Lock(), threading.Event()
        self._broken = ""
        self._size = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, flags, 0o666)
        except OSError as error:
            raise FileError(f"cannot write {self.path}: {error.strerror}.") from None
        self._open = True
        self._append(MAGIC)
        self.add(b"R", 0, json.dumps(dict(about), allow_nan=False).encode())
        self._syncing = threading.Thread(target=self._sync, name="journal", daemon=True)
        self._syncing.start()

    def begin(self, number: int, stream: Stream) -> None:
        """Declare a stream; its samples, if it has any, are not written."""
        self.add(b"S", number, json.dumps(declaration(stream), allow_nan=False).encode())

    def samples(self, number: int, time: np.ndarray, values: np.ndarray) -> None:
        """Append n samples of a stream: times (n,) [s] and values (n, …)."""
        parts = (np.ascontiguousarray(time, "<f8"), np.ascontiguousarray(values, "<f8"))
        self.add(b"D", number, parts[0].tobytes() + parts[1].tobytes())

    def clock(self, number: int, at: float, offset: float) -> None:
        """A stream's clock shows ``at`` [s] when the master's shows ``at + offset``."""
        self.add(b"C", number, struct.pack("<dd", at, offset))

    def add(self, kind: bytes, stream: int, body: bytes) -> None:
        """Append a block.

        Raises:
            FileError: the disk is full, or broken; what was written before stays as it is.
        """
        assert len(body) <= MOST_BODY, "chunks are far smaller"
        head = _HEAD.pack(kind, stream, len(body), _checksum(kind, stream, body))
        self._append(head + body)

    def close(self, end: bool = True) -> None:
        """Write the end, force all onto the disk, and close the file."""
        if not self._open:
            return
        try:
            if end and not self._broken:
                self.add(b"E", 0, b"")
                os.fsync(self._file)
        finally:
            self._stopped.set()
            with self._lock:
                self._open = False
                os.close(self._file)

    def _append(self, data: bytes) -> None:
        with self._lock:
            if not self._broken and self._size + len(data) > LONGEST:
                self._broken = (
                    f"{self.path} is as long as one recording can be ({LONGEST} bytes): what came "
                    "so far is kept; begin another."
                )
            if self._broken:
                raise FileError(self._broken)
            view = memoryview(data)
            try:
                while view:
                    view = view[os.write(self._file, view) :]
            except OSError as error:
                self._broken = (
                    f"cannot go on writing {self.path}: {error.strerror}. What was recorded "
                    "before is kept."
                )
                os.ftruncate(self._file, self._size)  # half a block is none
                raise FileError(self._broken) from None
            self._size += len(data)

    def _sync(self) -> None:
        """Beside the recording: a slow disk holds nobody up."""
        last = clock.monotonic()
        while not self._stopped.wait(max(0.0, SYNC_EVERY - (clock.monotonic() - last))):
            last = clock.monotonic()
            try:
                os.fsync(self._file)
            except OSError as error:
                if self._open:
                    self._broken = f"cannot go on writing {self.path}: {error.strerror}."
                return


def declaration(stream: Stream) -> dict[str, Any]:
    """The fields of a stream that are not arrays, as JSON holds them."""
    return {
        "name": stream.name,
        "kind": stream.kind,
        "channels": list(stream.channels),
        "unit": stream.unit,
        "clock": stream.clock,
        "rate_hz": stream.rate_hz,
        "frame": stream.frame,
        "sensor": dict(stream.sensor),
        "delivery": stream.delivery,
        "history": [[done.what, done.by, dict(done.settings)] for done in stream.history],
    }


def empty_stream(**fields: Any) -> Stream:
    """A stream without samples, which says what kind of samples are to come.

    Raises:
        PrehensileError: the fields are not those of a stream.
    """
    kind = KINDS.get(fields.get("kind", ""))
    channels = tuple(fields.pop("channels", ()))
    width = kind.width if kind else ()
    shape = (0,) if fields.get("kind") == "events" else (0, len(channels), *width)
    return Stream(time=np.zeros(0), values=np.zeros(shape), channels=channels, **fields)


def numbers_per_sample(stream: Stream) -> int:
    """How many numbers one sample of a stream has."""
    return int(np.prod(stream.values.shape[1:], dtype=int))


def blocks(file: BinaryIO) -> Iterator[Block]:
    """The whole blocks of a journal, up to the first that is cut short or damaged.

    Raises:
        InputError: it is no journal.
    """
    if file.read(len(MAGIC)) != MAGIC:
        raise InputError("it does not begin as a journal does")
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        kind, stream, length, checksum = _HEAD.unpack(head)
        if length > MOST_BODY or kind[1:] != b"\0":
            return
        body = file.read(length)
        if len(body) < length or _checksum(kind[:1], stream, body) != checksum:
            return
        yield Block(kind[:1], stream, body)


def _checksum(kind: bytes, stream: int, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(kind + struct.pack("<H", stream)))
