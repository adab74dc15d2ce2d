"""Recordings written as C3D: points, analog signals and events, in single precision.

C3D keeps one rate of points, one of analog signals (a whole multiple of it) and one start. What it
has no field for (which stream a signal belongs to, its kind, sensor, history) is written as JSON
into the parameter ``PREHENSILE:STREAMS``, so that a recording comes back as the streams that it
was; other programs see plain points and signals.
"""

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError
from prehensile.extras import optional

PER_METRE = 1e3
"""Points are written in millimetres, for programs that expect nothing else."""
EVEN = 1e-3
"""Share of a period by which a sample may lie off its frame."""
MOST_NAMES = 255
"""that one parameter of C3D holds"""
NOTE_LENGTH = 100
"""letters of one line of our notes"""


def save(recording: Recording, path: str | Path) -> None:
    """Write a recording as C3D, in single precision, points in millimetres.

    Raises:
        InputError: streams that C3D has no place for: uneven times, other rates, too many.
        FileError: the file cannot be written.
        MissingExtraError: ezc3d is not installed.
    """
    ezc3d = optional("ezc3d")
    streams = [s for s in recording.streams if s.kind != "events"]
    if not streams or not all(s.n_samples for s in streams):
        raise InputError("C3D needs streams with samples; this recording has empty ones, or none.")
    points = [s for s in streams if s.kind == "markers"]
    others = [s for s in streams if s.kind != "markers"]
    start = min(float(recording.time(s.name)[0]) for s in streams)
    analog_rate = _rate(others) if others else _rate(points)
    rate = _rate(points) if points else analog_rate
    each = round(analog_rate / rate)
    if not each or abs(each * rate - analog_rate) > 1e-6 * analog_rate:
        raise InputError(
            f"C3D wants signals at a multiple of the markers' rate, got {analog_rate:g} and "
            f"{rate:g} Hz: resample them first, or write .h5."
        )
    rows = {
        s.name: _rows(recording, s, start, rate if s in points else analog_rate) for s in streams
    }
    frames = 1 + max(int(rows[s.name][-1]) // (1 if s in points else each) for s in streams)
    file = ezc3d.c3d()
    labels, _ = _filled(points, rows, frames)
    grid = np.ones((4, len(labels), frames))
    if points:
        grid[:3] = _filled(points, rows, frames)[1].reshape(frames, -1, 3).T * PER_METRE
    file["data"]["points"] = grid
    _set(file, "POINT", RATE=[rate], LABELS=labels, UNITS=["mm"])
    names, values = _filled(others, rows, frames * each)
    units = [s.unit for s in others for _ in range(_columns(s))]
    _set(file, "ANALOG", RATE=[analog_rate], LABELS=names, UNITS=units)
    if others:
        file["data"]["analogs"] = values.T[None]
    for label, at in _event_times(recording, start):
        file.add_event([int(at // 60), at % 60], label=label)
    events = recording.of_kind("events")
    notes = _notes(points, others, events, start=start, rate=rate, analog_rate=analog_rate)
    if notes:
        file.add_parameter("PREHENSILE", "STREAMS", notes)
    with atomic_path(path) as temporary:
        file.write(str(temporary))
        # ezc3d does not say when it could not write.
        if temporary.stat().st_size < 4 * frames * (4 * len(labels) + each * len(names)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _rate(streams: Sequence[Stream]) -> float:
    """[Hz] that all of them have."""
    rates = {s.name: s.rate_hz or s.measured_rate for s in streams}
    if max(rates.values()) - min(rates.values()) > 1e-6 * max(rates.values()) or not all(
        rates.values()
    ):
        told = ", ".join(f"{name} {rate:g} Hz" for name, rate in rates.items())
        raise InputError(f"C3D keeps one rate, got {told}: resample them first, or write .h5.")
    return next(iter(rates.values()))


def _rows(recording: Recording, stream: Stream, start: float, rate: float) -> np.ndarray:
    """(N,) frame of each sample.

    Raises:
        InputError: samples lie between frames.
    """
    at = rate * (recording.time(stream.name) - start)
    rows = np.rint(at).astype(int)
    if np.abs(at - rows).max() > EVEN or (np.diff(rows) < 1).any():
        raise InputError(
            f"C3D has no times, only a rate; those of {stream.name!r} are uneven: resample it "
            "first, or write .h5."
        )
    return rows


def _columns(stream: Stream) -> int:
    return int(np.prod(stream.values.shape[1:]))


def _filled(
    streams: Sequence[Stream], rows: dict[str, np.ndarray], frames: int
) -> tuple[list[str], np.ndarray]:
    """Labels and columns (frames, n) of streams side by side; NaN where there is no sample."""
    labels: list[str] = []
    parts = [np.empty((frames, 0))]
    for stream in streams:
        alone = len(streams) == 1
        width = 1 if stream.kind == "markers" else _columns(stream) // len(stream.channels)
        for channel in stream.channels:
            name = channel if alone else f"{stream.name}.{channel}"
            labels += [name if width == 1 else f"{name}.{k}" for k in range(width)]
        part = np.full((frames, _columns(stream)), np.nan)
        part[rows[stream.name]] = stream.values.reshape(stream.n_samples, -1)
        parts.append(part)
    if len(labels) > MOST_NAMES or len(set(labels)) < len(labels):
        raise InputError(f"C3D has room for {MOST_NAMES} different names, got {len(labels)}.")
    return labels, np.concatenate(parts, axis=1)


def _set(file: Any, group: str, **values: Any) -> None:
    for name, value in values.items():
        file["parameters"][group][name]["value"] = value


def _event_times(recording: Recording, start: float) -> list[tuple[str, float]]:
    return [
        (stream.channels[int(value)], float(at) - start)
        for stream in recording.of_kind("events")
        for at, value in zip(recording.time(stream.name), stream.values, strict=True)
    ]


def _notes(
    points: Sequence[Stream], others: Sequence[Stream], events: Sequence[Stream], **rates: float
) -> list[str]:
    """What C3D has no field for, in lines; none where it is too long for its parameters."""
    heads = [
        {
            "name": s.name,
            "kind": s.kind,
            "channels": s.channels,
            "unit": s.unit,
            "frame": s.frame,
            "rate_hz": s.rate_hz,
            "delivery": s.delivery,
            "sensor": dict(s.sensor),
            "history": [[d.what, d.by, dict(d.settings)] for d in s.history],
        }
        for s in (*points, *others)
    ]
    heads += [
        {"name": s.name, "kind": s.kind, "channels": s.channels, "count": s.n_samples}
        for s in events
    ]
    told = {**rates, "streams": heads}
    text = json.dumps(told, separators=(",", ":"))
    # Blanks at the ends of a text get lost, so that each line stands between bars.
    lines = [f"|{text[k : k + NOTE_LENGTH]}|" for k in range(0, len(text), NOTE_LENGTH)]
    return lines if len(lines) <= MOST_NAMES else []
