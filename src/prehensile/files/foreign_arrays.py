"""Arrays of an NPZ or NPY that somebody else wrote: any names, numbers or text, never pickles."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import numpy as np

from prehensile.errors import InputError
from prehensile.files.archive import arrays_in
from prehensile.files.limits import MAX_FRAMES
from prehensile.files.opened import opened

MAX_HEADER_BYTES = 10_000
MAX_NAMES = 10_000
"""in one row: markers, joints"""
_ZIP = b"PK\x03\x04"
_HEADERS = {
    (1, 0): (2, np.lib.format.read_array_header_1_0),
    (2, 0): (4, np.lib.format.read_array_header_2_0),
}
"""NPY version → bytes that say how long its header is, and what reads it"""


def read_foreign_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """All arrays of numbers or text, read-only; a lone NPY is named ``array``.

    Raises:
        FileError: missing, empty, damaged, hostile, or holding objects.
    """
    with opened(path, "npz") as file:
        return foreign_arrays(file)


def numbers(
    arrays: Mapping[str, np.ndarray], name: str, shape: tuple[int | None, ...] | None = None
) -> np.ndarray:
    """One of a stranger's arrays as float64, looked at before anything is done with it.

    Args:
        arrays: of a file.
        name: which.
        shape: that it must have, None for any length; any shape if left out.

    Raises:
        InputError: text, another shape, or more frames than are read.
    """
    array = arrays[name]
    if array.dtype.kind not in "fiub":
        raise InputError(f"{name} holds text; expected numbers.")
    if shape is not None and not (
        array.ndim == len(shape)
        and all(want in (None, got) for want, got in zip(shape, array.shape, strict=True))
    ):
        wanted = ", ".join("frames" if n is None else str(n) for n in shape)
        raise InputError(f"{name} has shape {array.shape}; expected ({wanted}).")
    if array.ndim and len(array) > MAX_FRAMES:
        raise InputError(f"{name} has {len(array)} frames, at most {MAX_FRAMES} are read.")
    return array.astype(float)


def texts(arrays: Mapping[str, np.ndarray], name: str) -> tuple[str, ...]:
    """One of a stranger's arrays as a row of texts.

    Raises:
        InputError: not one row.
    """
    array = arrays[name]
    if array.ndim != 1 or len(array) > MAX_NAMES:
        raise InputError(f"{name} has shape {array.shape}; expected one row of names.")
    return tuple(str(text) for text in array)


def foreign_arrays(file: IO[bytes]) -> dict[str, np.ndarray]:
    """All arrays of an open NPZ or NPY, read-only; other errors are those of numpy and zipfile.

    Raises:
        InputError: damaged, hostile, or holding objects.
    """
    if file.read(len(_ZIP)) != _ZIP:
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        return {"array": _array("array", file, size)}
    result = {}
    with arrays_in(file) as reader:
        for name in sorted(reader.names):
            with reader.stream(name) as stream:
                result[name] = _array(name, stream, reader.declared_bytes(name))
    return result


def _array(name: str, stream: IO[bytes], size: int) -> np.ndarray:
    """One array, its claimed size held against the bytes that are there."""
    version = np.lib.format.read_magic(stream)
    if version not in _HEADERS:
        raise InputError(f"the array {name[:60]!r} has NPY version {version}")
    width, read = _HEADERS[version]
    length = stream.read(width)  # numpy would read as much as it claims
    if len(length) < width or int.from_bytes(length, "little") > MAX_HEADER_BYTES:
        raise InputError(f"the array {name[:60]!r} has no header, or one that is too long")
    header = length + stream.read(int.from_bytes(length, "little"))
    shape, fortran, dtype = read(io.BytesIO(header), max_header_size=MAX_HEADER_BYTES)
    if dtype.kind not in "fiubU":
        raise InputError(f"the array {name[:60]!r} holds {dtype}, expected numbers or text")
    count = 1
    for length in shape:
        count *= length
    if not 0 <= count * dtype.itemsize <= size:
        raise InputError(f"the array {name[:60]!r} claims {shape}, more than the file holds")
    data = stream.read(count * dtype.itemsize)
    if len(data) != count * dtype.itemsize:
        raise InputError(f"the array {name[:60]!r} is cut short")
    array = np.frombuffer(data, dtype, count)
    return array.reshape(shape[::-1]).T if fortran else array.reshape(shape)
