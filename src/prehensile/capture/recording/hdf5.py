"""Recordings as HDF5, the format of ours: ``docs/the-file-format.md`` has the schema.

A stranger needs h5py alone. Values are kept as float64, as they are in memory, unpacked and in one
piece, so that a file is hardly larger than its numbers; whoever writes such a file may use smaller
numbers, and gzip. Flags that a reader would derive (missing where NaN) are left out.
"""

import errno
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from prehensile._version import __version__
from prehensile.atomic import atomic_path
from prehensile.capture.recording.recording import (
    CapturedObject,
    Clock,
    NamedContact,
    Recording,
    Touch,
)
from prehensile.capture.recording.stream import Done, Stream, derived_flags
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.files.bounded_text import parse_json
from prehensile.files.hdf5 import Hdf5Group, read_hdf5
from prehensile.files.opened import parsing

FORMAT, VERSION = "prehensile-recording", 1
MOST_STREAMS = 1000

Row = TypeVar("Row", bound=tuple)


def save(recording: Recording, path: str | Path) -> None:
    """Write a recording, whole file or nothing.

    Raises:
        InputError: a description that JSON cannot hold, or text with a NUL.
        FileError: the file cannot be written.
        MissingExtraError: h5py is not installed.
    """
    h5py = optional("h5py")
    if len(recording.streams) > MOST_STREAMS:
        raise InputError(f"a file holds at most {MOST_STREAMS} streams.")
    with atomic_path(path) as temporary:
        try:
            with h5py.File(temporary, "w") as file:
                file.attrs.update(format=FORMAT, version=VERSION, software=_software())
                _write(file, recording)
        except (ValueError, TypeError) as error:  # what JSON or HDF5 has no place for
            raise InputError(f"cannot keep the recording in HDF5: {error}.") from error
        except (OSError, RuntimeError) as error:  # a full disk; h5py's words fill a page
            number = getattr(error, "errno", None) or errno.EIO
            raise OSError(number, os.strerror(number)) from error


def load(path: str | Path) -> Recording:
    """Read a recording. Safe on a stranger's file.

    Raises:
        FileError: missing, damaged, hostile, or not a recording of ours.
        MissingExtraError: h5py is not installed.
    """
    tree = read_hdf5(path)
    with parsing(path, "hdf5"):
        return _recording(tree)


def write_stream_head(group: Any, stream: Stream, position: int) -> None:
    """All of a stream but its samples, into an open h5py group; for writers that go on writing."""
    group.attrs.update(
        position=position,
        kind=stream.kind,
        unit=stream.unit,
        clock=stream.clock,
        rate_hz=stream.rate_hz,
        frame=stream.frame,
        delivery=stream.delivery,
        sensor=_json(stream.sensor),
        history=json.dumps([[d.what, d.by, dict(d.settings)] for d in stream.history]),
    )
    _texts(group, "channels", stream.channels)


def _write(file: Any, recording: Recording) -> None:
    streams = file.create_group("streams")
    for k, stream in enumerate(recording.streams):
        group = streams.create_group(stream.name)
        write_stream_head(group, stream, k)
        group["time"], group["values"] = stream.time, stream.values
        derived = derived_flags(stream.kind, stream.values, len(stream.channels))
        if not np.array_equal(stream.flags, derived):  # pyright: ignore[reportArgumentType]
            group["flags"] = stream.flags
    clocks = file.create_group("clocks")
    _texts(clocks, "clock", recording.clocks)
    _rows(clocks, Clock, recording.clocks.values())
    _rows(file.create_group("contacts"), NamedContact, recording.contacts)
    _rows(file.create_group("touches"), Touch, recording.touches)
    objects = file.create_group("objects")
    for k, thing in enumerate(recording.objects):
        group = objects.create_group(str(k))
        group.attrs.update(
            name=thing.name, mass=thing.mass, friction=thing.friction, source=thing.source
        )
        if thing.vertices is not None:
            group["vertices"] = np.asarray(thing.vertices, float)
        if thing.faces is not None:
            group["faces"] = np.asarray(thing.faces, np.int32)
    if recording.hand is not None:
        file["hand"] = _json(recording.hand)
    file["meta"] = _json(recording.meta)


def _texts(group: Any, name: str, texts: Iterable[str]) -> None:
    h5py = optional("h5py")
    group.create_dataset(name, data=list(texts), dtype=h5py.string_dtype())


def _rows(group: Any, kind: type[tuple], rows: Iterable[tuple]) -> None:
    """Named tuples as one dataset a field: a table by columns."""
    rows = list(rows)
    for k, name in enumerate(kind._fields):  # pyright: ignore[reportAttributeAccessIssue]
        column = [row[k] for row in rows]
        if kind.__annotations__[name] is str:
            _texts(group, name, column)
        else:
            group[name] = np.array(column, float)


def _recording(tree: Hdf5Group) -> Recording:
    if tree.attributes.get("format") != FORMAT:
        raise InputError("it is not a recording of ours: it lacks format = prehensile-recording")
    version = tree.attributes.get("version")
    if version != VERSION:
        raise InputError(f"it has version {str(version)[:20]} of the format, expected {VERSION}")
    streams = tree.groups["streams"].groups
    if len(streams) > MOST_STREAMS:
        raise InputError(f"it has {len(streams)} streams, at most {MOST_STREAMS} are read")
    ordered = sorted(streams, key=lambda name: float(streams[name].attributes.get("position", 0)))
    empty = Hdf5Group({}, {}, {}, {})
    clocks = tree.groups.get("clocks", empty)
    named = clocks.list_of("clock") if clocks.texts else []
    hand = tree.texts.get("hand")
    return Recording(
        streams=tuple(_stream(name, streams[name]) for name in ordered),
        clocks=dict(zip(named, _read_rows(clocks, Clock), strict=True)),
        contacts=tuple(_read_rows(tree.groups.get("contacts", empty), NamedContact)),
        touches=tuple(_read_rows(tree.groups.get("touches", empty), Touch)),
        objects=tuple(
            _object(group)
            for _, group in sorted(
                tree.groups.get("objects", empty).groups.items(), key=lambda item: int(item[0])
            )
        ),
        hand=None if hand is None else _mapping(tree.text("hand"), "hand"),
        meta=_mapping(tree.text("meta", "{}"), "meta"),
    )


def _stream(name: str, group: Hdf5Group) -> Stream:
    said = group.attributes
    flags = group.arrays.get("flags")
    return Stream(
        name=name,
        kind=str(said["kind"]),
        time=group.array("time"),
        values=_float64(group.array("values")),
        channels=tuple(group.list_of("channels")),
        unit=str(said.get("unit", "")),
        clock=str(said.get("clock", "")),
        rate_hz=float(said.get("rate_hz", 0.0)),
        frame=str(said.get("frame", "world")),
        sensor=_mapping(said.get("sensor", "{}"), "sensor"),
        delivery=said.get("delivery", ""),
        flags=flags,  # pyright: ignore[reportArgumentType]
        history=tuple(_done(entry) for entry in parse_json(said.get("history", "[]"))),
    )


def _object(group: Hdf5Group) -> CapturedObject:
    said = group.attributes
    return CapturedObject(
        name=str(said["name"]),
        mass=float(said.get("mass", 0.0)),
        friction=float(said.get("friction", 0.0)),
        source=str(said.get("source", "")),
        vertices=group.arrays.get("vertices"),
        faces=group.arrays.get("faces"),
    )


def _read_rows(group: Hdf5Group, kind: type[Row]) -> list[Row]:
    columns: list[Any] = []
    names = kind._fields  # pyright: ignore[reportAttributeAccessIssue]
    if not group.texts and not group.arrays:
        return []
    for name in names:
        if kind.__annotations__[name] is str:
            columns.append(group.list_of(name))
        else:
            values = group.array(name)
            columns.append([tuple(v) if isinstance(v, list) else v for v in values.tolist()])
    if len({len(column) for column in columns}) != 1:
        raise InputError(f"the columns {', '.join(names)} have unequal lengths")
    return [kind(*row) for row in zip(*columns, strict=True)]


def _done(entry: Any) -> Done:
    what, by, settings = entry
    return Done(str(what), str(by), dict(settings))


def _float64(values: np.ndarray) -> np.ndarray:
    return values if values.dtype == np.float64 else values.astype(np.float64)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), allow_nan=False, sort_keys=True)


def _mapping(text: Any, what: str) -> dict[str, Any]:
    found = parse_json(text)
    if not isinstance(found, dict):
        raise InputError(f"its {what} is not a JSON object")
    return found


def _software() -> str:
    return f"prehensile {__version__}"
