"""Files of arrays whose first, ``header``, is JSON that says what the others are.

Read without trust: the type and shape of every array follow from the header, and what differs is
refused. Reasons are those of :func:`prehensile.files.archive.open_arrays`: halves of a sentence,
raised inside its block.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from prehensile.errors import InputError
from prehensile.files.archive import (
    MAX_UNPACKED_BYTES,
    ArrayReader,
    open_arrays,
    packed_arrays,
    write_arrays,
)
from prehensile.files.bounded_text import parse_json

HEADER = "header"

Layout = Mapping[str, tuple[type[np.generic], tuple[int, ...]]]
"""Type and shape of every array but the header, by name."""

T = TypeVar("T")


@dataclass(frozen=True)
class HeadedArrays:
    """One kind of such files."""

    schema: str
    """what the header says that the file is (``prehensile.clip``)"""
    version: int
    """that is written, and the newest that is read"""
    most_header_bytes: int = 1024**2
    """JSON grows about a hundredfold in memory"""
    advice: str = ""
    """what to do about a header that is too long to be written"""
    oldest: int | None = None
    """version that is read; by default the newest alone"""

    def write(
        self, path: str | Path, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
    ) -> None:
        """Write a file, whole or not at all; the same content gives the same bytes.

        Raises:
            InputError: it is larger than what is read.
            FileError: the file cannot be written.
        """
        write_arrays(path, self._headed(header, arrays))

    def packed(self, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
        """The bytes of such a file."""
        return packed_arrays(self._headed(header, arrays))

    def _headed(
        self, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        whole = {"schema": self.schema, "version": self.version, **header}
        text = json.dumps(whole, allow_nan=False).encode()
        parse_json(text)  # what could not be read again is not written
        if len(text) > self.most_header_bytes:
            raise InputError(
                f"what is kept beside the arrays takes {len(text)} bytes as JSON, at most "
                f"{self.most_header_bytes} are allowed{self.advice and f'; {self.advice}'}."
            )
        return {HEADER: np.frombuffer(text, np.uint8), **arrays}

    @contextmanager
    def reading(
        self, path: str | Path, layout: Callable[[dict[str, Any]], Layout]
    ) -> Iterator[tuple[dict[str, Any], dict[str, np.ndarray]]]:
        """The header and all arrays; what goes wrong inside the block is said of the file.

        Args:
            path: of the file.
            layout: of the arrays, as a header says it.

        Raises:
            FileError: missing, damaged, hostile, or of another kind or version.
        """
        with open_arrays(path) as reader:
            yield self.read(reader, layout)

    def read(
        self, reader: ArrayReader, layout: Callable[[dict[str, Any]], Layout]
    ) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """The header and all arrays of an open file, or of bytes.

        Raises:
            InputError: another kind or version, or other arrays than its header says.
        """
        header = self._header(reader)
        kinds = layout(header)
        if reader.names != {HEADER, *kinds}:
            odd = sorted(reader.names ^ {HEADER, *kinds})
            raise InputError(f"its arrays do not fit its header, first {odd[0]!r}")
        return header, {name: reader.read(name, *kind) for name, kind in kinds.items()}

    @contextmanager
    def reading_header(self, path: str | Path) -> Iterator[dict[str, Any]]:
        """The header alone, as `reading` does."""
        with open_arrays(path) as reader:
            yield self._header(reader)

    def _header(self, reader: ArrayReader) -> dict[str, Any]:
        return read_header(reader, self.schema, self.version, self.most_header_bytes, self.oldest)


def read_header(
    reader: ArrayReader, schema: str, version: int, limit: int, oldest: int | None = None
) -> dict[str, Any]:
    """The header of a file of a known kind.

    Args:
        reader: of an open file.
        schema: what its header must say that it is (``prehensile.clip``).
        version: newest that is understood.
        limit: bytes that it may take.
        oldest: version that is understood; by default only the newest.

    Raises:
        InputError: none, not JSON, or of another kind or version.
    """
    kind = schema.rpartition(".")[2]
    if HEADER not in reader.names:
        raise InputError(f"it is an NPZ file, but not a {kind}: it has no header")
    header = parse_json(reader.read_bytes(HEADER, limit), constants=False)
    if not isinstance(header, dict) or header.get("schema") != schema:
        raise InputError(f"it is an NPZ file, but its header does not say {schema!r}")
    found = header_count(header, "version")
    if found > version:
        raise InputError(
            f"it was written by a newer Prehensile ({kind} version {found}, this one reads "
            f"{version}); upgrade with pip install -U prehensile"
        )
    if found < (version if oldest is None else oldest):
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
