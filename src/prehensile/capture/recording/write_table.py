"""Recordings written as a plain table (CSV) with the JSON that describes it beside it.

One row for each instant at which any stream has a sample, by the master's clock; cells of streams
that have none are blank, ``nan`` is a sample that was lost. Numbers have as many digits as it takes
to read them back exactly. Flags, contacts, touches and objects have no place in a table.
"""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.capture.recording.table import FORMAT, VERSION
from prehensile.errors import InputError
from prehensile.files.limits import MAX_VALUES


def save(recording: Recording, path: str | Path) -> None:
    """Write ``x.csv`` and ``x.json``.

    Raises:
        InputError: two events of a stream at one instant, or more than is read again.
        FileError: a file cannot be written.
    """
    path = Path(path)
    times = {s.name: recording.time(s.name) for s in recording.streams}
    rows = np.unique(np.concatenate(list(times.values()))) if times else np.empty(0)
    columns = {s.name: _columns(s) for s in recording.streams}
    width = 1 + sum(len(names) for names in columns.values())
    if not len(rows) or len(rows) * width > MAX_VALUES:
        raise InputError(f"a table of {len(rows)} rows and {width} columns is not written.")
    cells = [[repr(float(t)), *[""] * (width - 1)] for t in rows]
    start = 1
    for stream in recording.streams:
        at = np.searchsorted(rows, times[stream.name])
        if len(np.unique(at)) < len(at):
            raise InputError(f"two events of {stream.name!r} fall together: write .h5.")
        flat = stream.values.reshape(stream.n_samples, -1).tolist()
        stop = start + len(columns[stream.name])
        for row, values in zip(at, flat, strict=True):
            cells[row][start:stop] = [repr(value) for value in values]
        start = stop
    said = {
        "format": FORMAT,
        "version": VERSION,
        "time": {"column": "time"},
        "streams": [_described(stream, columns[stream.name]) for stream in recording.streams],
        "meta": dict(recording.meta),
    }
    try:
        text = json.dumps(said, indent=1, allow_nan=False)
    except (ValueError, TypeError) as error:
        raise InputError(f"cannot describe the recording as JSON: {error}.") from error
    with atomic_path(path.with_suffix(".json")) as described, atomic_path(path) as temporary:
        described.write_text(text + "\n", "utf-8")
        with temporary.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["time", *(name for names in columns.values() for name in names)])
            writer.writerows(cells)


def _columns(stream: Stream) -> list[str]:
    """Names of the columns of a stream."""
    if stream.kind == "events":
        return [stream.name]
    width = int(np.prod(stream.values.shape[2:]))
    names = [f"{stream.name}.{channel}" for channel in stream.channels]
    return names if width == 1 else [f"{name}.{k}" for name in names for k in range(width)]


def _described(stream: Stream, columns: list[str]) -> dict[str, Any]:
    said: dict[str, Any] = {
        "name": stream.name,
        "kind": stream.kind,
        "unit": stream.unit,
        "rate_hz": stream.rate_hz,
        "frame": stream.frame,
        "delivery": stream.delivery,
        "sensor": dict(stream.sensor),
        "history": [[d.what, d.by, dict(d.settings)] for d in stream.history],
    }
    if stream.kind == "events":
        return {**said, "channels": {"event": columns[0]}, "events": list(stream.channels)}
    width = len(columns) // len(stream.channels)
    groups = [columns[k : k + width] for k in range(0, len(columns), width)]
    return {**said, "channels": dict(zip(stream.channels, groups, strict=True))}
