"""A `Recording` of what a journal holds, also after a crash."""

import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.recording.journal import (
    MOST_STREAMS,
    Block,
    blocks,
    empty_stream,
    numbers_per_sample,
)
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Done, Stream
from prehensile.capture.recording.xdf import measured_clock
from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened


def recovered(path: str | Path) -> Recording:
    """Everything that a journal holds. Safe on a stranger's.

    Samples whose time does not increase are put in order, and numbers that are infinite become
    gaps; the streams' histories say so. ``meta["cut_short"]`` is true where the journal has no end.

    Raises:
        FileError: missing, or no journal.
    """
    with opened(path, "journal") as file:
        found = _Found()
        for block in blocks(file):
            found.take(block)
        return found.recording()


load = recovered
"""as `prehensile.capture.recording.formats` calls it"""


class _Found:
    """What was read so far."""

    def __init__(self) -> None:
        self._about: dict[str, Any] = {}
        self._streams: dict[int, Stream] = {}
        self._chunks: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {}
        self._readings: dict[int, list[tuple[float, float]]] = {}
        self._ended = False

    def take(self, block: Block) -> None:
        number = block.stream
        match block.kind:
            case b"R":
                self._about = _object(block.body)
            case b"S":
                if number >= MOST_STREAMS:
                    raise InputError(f"it holds more than {MOST_STREAMS} streams")
                # Declared again where events of another name came: what is there stays.
                self._streams[number] = empty_stream(**_object(block.body))
                self._chunks.setdefault(number, [])
                self._readings.setdefault(number, [])
            case b"D":
                self._chunks[number].append(_samples(self._streams[number], block.body))
            case b"C":
                self._readings[number].append(struct.unpack("<dd", block.body))
            case b"E":
                self._ended = True
            case _:  # of a later version: its length lets us pass over it
                pass

    def recording(self) -> Recording:
        streams = []
        of_clock: dict[str, list[tuple[float, float]]] = {}
        for number, stream in self._streams.items():
            whole, readings = _joined(stream, self._chunks[number]), self._readings[number]
            if readings:
                of_clock.setdefault(stream.clock, []).extend(readings)
                told = {**whole.sensor, "clock_readings_s": [list(one) for one in readings]}
                whole = replace(whole, sensor=told)
            streams.append(whole)
        clocks = {name: measured_clock(np.array(readings)) for name, readings in of_clock.items()}
        meta = dict(self._about.get("meta") or {})
        if not self._ended:
            meta["cut_short"] = True
        return Recording(tuple(streams), clocks, hand=self._about.get("hand"), meta=meta)


def _object(body: bytes) -> dict[str, Any]:
    found = parse_json(body)
    if not isinstance(found, dict):
        raise InputError("a block of it is no JSON object")
    return found


def _samples(stream: Stream, body: bytes) -> tuple[np.ndarray, np.ndarray]:
    numbers = np.frombuffer(body, "<f8")
    count, left = divmod(len(numbers), 1 + numbers_per_sample(stream))
    if left:
        raise InputError(f"a block of the stream {stream.name!r} holds a part of a sample")
    return numbers[:count], numbers[count:].reshape(count, *stream.values.shape[1:])


def _joined(stream: Stream, chunks: list[tuple[np.ndarray, np.ndarray]]) -> Stream:
    """A stream with all its samples, in the order of their times."""
    if not chunks:
        return stream
    time = np.concatenate([chunk[0] for chunk in chunks])
    values = np.concatenate([chunk[1] for chunk in chunks])
    stamped = np.isfinite(time)
    time, values = time[stamped], values[stamped]
    history = stream.history
    if not stamped.all():
        left_out = {"samples": int((~stamped).sum()), "why": "no time"}
        history = (*history, Done("left out", "recovered", left_out))
    in_order, moved = _increasing(time, strictly=stream.kind != "events")
    if moved:
        order = np.argsort(time, kind="stable")
        values = values[order]
        history = (*history, Done("put in order", "recovered", {"samples": moved}))
    wild = np.isinf(values)
    if wild.any():
        values = np.where(wild, np.nan, values)
        history = (*history, Done("left out", "recovered", {"infinite": int(wild.sum())}))
    return replace(stream, time=in_order, values=values, flags=None, history=history)


def _increasing(time: np.ndarray, strictly: bool) -> tuple[np.ndarray, int]:
    """Times in order, equal ones apart by the least that a number can be; how many had to move."""
    steps = np.diff(time)
    moved = int((steps <= 0).sum() if strictly else (steps < 0).sum())
    if not moved:
        return time, 0
    time = np.sort(time, kind="stable")
    if strictly:
        for k in range(1, len(time)):
            if time[k] <= time[k - 1]:
                time[k] = np.nextafter(time[k - 1], np.inf)
    return time, moved
