"""Recordings as a plain table (CSV) with a small JSON description of its columns.

The description lies beside the table under the same name (``x.csv``, ``x.json``)::

    {
      "format": "prehensile-table", "version": 1,
      "time": {"column": "t", "scale": 0.001},
      "streams": [
        {"name": "fsr", "kind": "voltages", "unit": "V", "scale": 0.001,
         "channels": {"thumb": "a0", "index": "a1"}},
        {"name": "plate", "kind": "wrenches", "rate_hz": 100,
         "channels": {"plate": ["fx", "fy", "fz", "tx", "ty", "tz"]}}
      ]
    }

``time`` is a column (times ``scale`` it is seconds) or ``{"rate_hz": 100}``; a stream may have its
own. ``"clocks"`` may bring clocks to the master's: ``{"card": [offset, scale, "trigger"]}``. Of
events, the one column holds the number of the event, and ``"events"`` their names. A row in
which all cells of a stream are blank is no sample of it. Tables whose columns are known to us
(`data/known_tables.json`) need no description, nor do those of Tekscan.
"""

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.recording import tekscan
from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import KINDS, Done, Stream
from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened, parsing
from prehensile.files.table import SparseTable, read_sparse_table

FORMAT, VERSION = "prehensile-table", 1
TEKSCAN = b"Frame "
"""begins a table of Tekscan frames"""


def load(path: str | Path, describe: str | Path | None = None) -> Recording:
    """Read a table. Safe on a stranger's.

    Args:
        path: the table.
        describe: its description; by default the JSON beside it, else what is known of its columns.

    Raises:
        FileError: missing, damaged, not as described, or of unknown columns.
    """
    path = Path(path)
    beside = path.with_suffix(".json")
    if describe is None and beside.is_file() and beside != path:
        describe = beside
    if describe is None and _is_tekscan(path):
        return tekscan.load(path)
    said = None if describe is None else read_description(describe)
    table = read_sparse_table(path)
    with parsing(path, "csv"):
        return described_table(table, said or _known(table), path.name)


def read_description(path: str | Path) -> dict[str, Any]:
    """The description of a table.

    Raises:
        FileError: missing, or no description.
    """
    with opened(path, "table_description") as file:
        said = parse_json(file.read())
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise InputError(f'it does not describe a table: it lacks "format": "{FORMAT}"')
        if said.get("version") != VERSION:
            raise InputError(f"it has version {str(said.get('version'))[:20]}, expected {VERSION}")
        if not isinstance(said.get("streams"), list) or not said["streams"]:
            raise InputError("it describes no streams")
        return said


def described_table(table: SparseTable, said: dict[str, Any], source: str) -> Recording:
    """The streams of a table.

    Raises:
        InputError: columns that are not there, or numbers that do not fit their kind.
    """
    clocks = {
        str(name): Clock(float(offset), float(scale), str(how))
        for name, (offset, scale, how) in said.get("clocks", {}).items()
    }
    streams = tuple(_stream(table, one, said.get("time", {})) for one in said["streams"])
    meta = {**said.get("meta", {}), "source": source}
    return Recording(streams, clocks=clocks, meta=meta)


def _stream(table: SparseTable, one: dict[str, Any], common_time: dict[str, Any]) -> Stream:
    kind = str(one["kind"])
    if kind not in KINDS:
        raise UnknownNameError("kind of stream", kind, KINDS)
    columns = {
        str(channel): [str(c) for c in ([names] if isinstance(names, str) else names)]
        for channel, names in one["channels"].items()
    }
    flat = [name for names in columns.values() for name in names]
    for name in flat:
        if name not in table.columns:
            raise UnknownNameError("column", name, table.columns)
    there = ~np.all([table.blank[name] for name in flat], axis=0)
    values = float(one.get("scale", 1.0)) * np.stack([table.columns[n] for n in flat], axis=1)
    time = _times(table, one.get("time", common_time), len(values))
    values, width = values[there], KINDS[kind].width
    if kind == "events":
        shape: tuple[int, ...] = (len(values),)
        channels = tuple(str(name) for name in one["events"])
    else:
        shape, channels = (len(values), len(columns), *width), tuple(columns)
    if values.size != int(np.prod(shape)):
        raise InputError(
            f"the stream {str(one.get('name'))[:40]!r} takes {int(np.prod(width))} columns for "
            f"each channel, got {[len(names) for names in columns.values()]}"
        )
    return Stream(
        name=str(one["name"]),
        kind=kind,
        time=time[there],
        values=values.reshape(shape),
        channels=channels,
        unit=str(one.get("unit", "")),
        clock=str(one.get("clock", "")),
        rate_hz=float(one.get("rate_hz", 0.0)),
        frame=str(one.get("frame", "world")),
        sensor=dict(one.get("sensor", {})),
        delivery=one.get("delivery", ""),
        history=tuple(Done(*entry) for entry in one.get("history", [])),
    )


def _times(table: SparseTable, said: dict[str, Any], rows: int) -> np.ndarray:
    """(T,) [s] of the rows."""
    if "column" in said:
        if said["column"] not in table.columns:
            raise UnknownNameError("column", str(said["column"]), table.columns)
        return float(said.get("scale", 1.0)) * table.columns[said["column"]]
    rate = float(said.get("rate_hz", 0.0))
    if not rate > 0:
        raise InputError('its description has no time: give {"column": …} or {"rate_hz": …}')
    return np.arange(rows) / rate


def _known(table: SparseTable) -> dict[str, Any]:
    """The description of a table whose columns are those of a known one.

    Raises:
        InputError: they are not.
    """
    for said in _known_tables():
        names = [c for one in said["streams"] for group in one["channels"].values() for c in group]
        if {*names, said["time"]["column"]} == set(table.columns):
            return said
    raise InputError(
        "what its columns mean is not known: describe them in a JSON file of the same name beside "
        "it, or give one (--describe); docs/the-file-format.md shows how"
    )


@cache
def _known_tables() -> list[dict[str, Any]]:
    shipped = resources.files("prehensile.capture.recording").joinpath("data/known_tables.json")
    return json.loads(shipped.read_text("utf-8"))


def _is_tekscan(path: Path) -> bool:
    with opened(path, "csv") as file:
        return file.read(16).lstrip(b"\xef\xbb\xbf").startswith(TEKSCAN)
