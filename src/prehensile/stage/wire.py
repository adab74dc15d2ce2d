"""Messages as bytes: 4-byte header length, JSON header, little-endian blobs.

The header is ``{"type", "data": {plain fields}, "fields": {name: {dtype, shape, offset}}}``.
Offsets count from the end of the header, which is padded with spaces so that every blob begins at a
multiple of eight bytes from the start of the message: a page views it without copying.

What comes from a page is a stranger's: it is bounded, checked field by field, and never pickled.
"""

import json
import math
import struct
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from prehensile.stage.messages import PAGE_MESSAGES, Array
from prehensile.stage.schema import fields_as, schema_of, shown

LONGEST_PAGE_MESSAGE = 64 * 1024
"""[bytes] A page says little; the server closes a connection that sends more at once."""
ALIGNMENT = 8
_LENGTH = struct.Struct("<I")


class WireError(ValueError):
    """Bytes that are no message; says why in one line. Never meets the user of the library."""


def encode(message: Any) -> bytes:
    """A message as bytes."""
    schema = schema_of(type(message))
    layout: dict[str, dict[str, Any]] = {}
    blobs: list[bytes] = []
    offset = 0
    sizes: dict[str, int] = {}
    for name, kind in schema.blobs.items():
        array = _checked(getattr(message, name), kind, name, sizes)
        layout[name] = {"dtype": kind.dtype, "shape": array.shape, "offset": offset}
        blob = array.tobytes()
        blobs += [blob, bytes(-len(blob) % ALIGNMENT)]
        offset += len(blob) + len(blobs[-1])
    header = {
        "type": type(message).__name__,
        "data": {name: _plain(getattr(message, name)) for name in schema.plain},
        "fields": layout,
    }
    text = json.dumps(header, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-(_LENGTH.size + len(text)) % ALIGNMENT)
    return b"".join([_LENGTH.pack(len(text)), text, *blobs])


def decode(data: bytes, accepted: Iterable[type[Any]] = PAGE_MESSAGES) -> Any:
    """The message that ``data`` holds.

    Raises:
        WireError: it is none of the accepted ones.
    """
    header, body = _split(data)
    kinds = {kind.__name__: kind for kind in accepted}
    kind = kinds.get(header["type"]) if isinstance(header.get("type"), str) else None
    if kind is None:
        raise WireError(f"unknown message type {shown(header.get('type'))}")
    try:
        blobs = _read_blobs(schema_of(kind).blobs, header.get("fields", {}), body)
        return kind(**fields_as(kind, header.get("data", {})), **blobs)
    except ValueError as error:
        raise WireError(str(error)) from None


def _split(data: bytes) -> tuple[dict[str, Any], memoryview]:
    if len(data) < _LENGTH.size:
        raise WireError(f"a message of {len(data)} bytes has no header")
    (length,) = _LENGTH.unpack_from(data)
    if length > len(data) - _LENGTH.size:
        raise WireError(f"a header of {length} bytes does not fit into {len(data)} bytes")
    view = memoryview(data)[_LENGTH.size :]
    try:
        header = json.loads(view[:length].tobytes(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise WireError("the header is not JSON") from None
    if not isinstance(header, dict):
        raise WireError(f"the header is {shown(header)}, not an object")
    return header, view[length:]


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _read_blobs(kinds: Mapping[str, Array], layout: Any, body: memoryview) -> dict[str, np.ndarray]:
    if not isinstance(layout, dict) or set(layout) != set(kinds):
        raise WireError("the blobs are not those of this message")
    sizes: dict[str, int] = {}
    return {
        name: _checked(_read_blob(layout[name], kind, name, body), kind, name, sizes)
        for name, kind in kinds.items()
    }


def _read_blob(entry: Any, kind: Array, name: str, body: memoryview) -> np.ndarray:
    if not isinstance(entry, dict) or entry.get("dtype") != kind.dtype:
        raise WireError(f"blob {name!r} must have the dtype {kind.dtype}")
    shape: Any = entry.get("shape")
    offset: Any = entry.get("offset")
    whole = [*shape, offset] if isinstance(shape, list) else [None]
    if not all(type(n) is int and 0 <= n <= len(body) for n in whole):
        raise WireError(f"blob {name!r} has no usable shape and offset")
    count = math.prod(shape)
    if offset + count * np.dtype(kind.dtype).itemsize > len(body):
        raise WireError(f"blob {name!r} ends behind the message")
    return np.frombuffer(body, kind.dtype, count, offset).reshape(shape)


def _checked(value: Any, kind: Array, name: str, sizes: dict[str, int]) -> np.ndarray:
    """An array as its field promises it; lengths of one name agree within the message."""
    array = np.ascontiguousarray(value, dtype=kind.dtype)
    fits = array.ndim == len(kind.shape) and all(
        got == (wanted if isinstance(wanted, int) else sizes.setdefault(wanted, got))
        for got, wanted in zip(array.shape, kind.shape, strict=True)
    )
    if not fits:
        raise WireError(f"blob {name!r} has the shape {array.shape}, not {kind.shape}")
    return array


def _plain(value: Any) -> Any:
    """Dataclasses as objects, tuples as lists."""
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in schema_of(type(value)).plain}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
