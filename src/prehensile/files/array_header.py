"""The array ``header`` of a file of arrays: JSON that says what the others are, read without trust.

Reasons are those of :func:`prehensile.files.archive.open_arrays`: halves of a sentence, raised
inside its block.
"""

import json
from typing import Any, TypeVar

from prehensile.errors import InputError
from prehensile.files.archive import MAX_UNPACKED_BYTES, ArrayReader

HEADER = "header"

T = TypeVar("T")


def read_header(reader: ArrayReader, schema: str, version: int, limit: int) -> dict[str, Any]:
    """The header of a file of a known kind.

    Args:
        reader: of an open file.
        schema: what its header must say that it is (``prehensile.clip``).
        version: newest that is understood; older ones are refused as well.
        limit: bytes that it may take.

    Raises:
        InputError: none, not JSON, or of another kind or version.
    """
    kind = schema.rpartition(".")[2]
    if HEADER not in reader.names:
        raise InputError(f"it is an NPZ file, but not a {kind}: it has no header")
    text = reader.read_bytes(HEADER, limit).decode()
    header = json.loads(text, parse_constant=_no_constant)
    if not isinstance(header, dict) or header.get("schema") != schema:
        raise InputError(f"it is an NPZ file, but its header does not say {schema!r}")
    found = header_count(header, "version")
    if found > version:
        raise InputError(
            f"it was written by a newer Prehensile ({kind} version {found}, this one reads "
            f"{version}); upgrade with pip install -U prehensile"
        )
    if found != version:
        raise InputError(f"its {kind} version is {found}, expected {version}")
    return header


def header_value(mapping: Any, key: str, kind: type[T]) -> T:
    """What a mapping of the header holds, of one type."""
    value = mapping.get(key) if isinstance(mapping, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"its header has no {key!r} of type {kind.__name__}")
    return value


def header_count(mapping: Any, key: str, most: int = MAX_UNPACKED_BYTES) -> int:
    """A whole number from 0 to ``most``."""
    value = header_value(mapping, key, int)
    if not 0 <= value <= most:
        raise InputError(f"its header holds an impossible {key!r}")
    return value


def _no_constant(name: str) -> None:
    raise InputError(f"its header holds {name}, which is not JSON")
