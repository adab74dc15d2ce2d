"""Arrays of an NPZ or NPY that somebody else wrote: any names, numbers or text, never pickles."""

import zipfile
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.files.archive import MAX_UNPACKED_BYTES, open_arrays

MAX_HEADER_BYTES = 10_000
_ZIP = b"PK\x03\x04"


def read_foreign_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """All arrays of numbers or text; a lone NPY is named ``array``.

    Raises:
        FileError: missing, empty, damaged, hostile, or holding objects.
    """
    path = Path(path)
    try:
        if not path.stat().st_size:
            raise InputError("the file is empty")
        if path.stat().st_size > MAX_UNPACKED_BYTES:
            raise InputError(f"it has more than {MAX_UNPACKED_BYTES} bytes")
        with path.open("rb") as stream:
            if stream.read(4) != _ZIP:
                stream.seek(0)
                return {"array": _array("array", stream, path.stat().st_size)}
        with open_arrays(path) as reader, zipfile.ZipFile(path) as archive:
            result = {}
            for name in sorted(reader.names):
                with archive.open(f"{name}.npy") as stream:
                    result[name] = _array(name, stream, reader.declared_bytes(name))
            return result
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}.") from None
    except InputError as error:
        raise FileError(f"cannot read {path}: {str(error).rstrip('.')}.") from None
    except (ValueError, EOFError, zipfile.BadZipFile, KeyError, OverflowError) as error:
        reason = " ".join(str(error).split())[:200]
        raise FileError(
            f"cannot read {path}: it is not an NPZ file, or damaged ({reason})."
        ) from None


def _array(name: str, stream, size: int) -> np.ndarray:
    """One array, its claimed size held against the bytes that are there."""
    version = np.lib.format.read_magic(stream)
    if version not in ((1, 0), (2, 0)):
        raise InputError(f"the array {name[:60]!r} has NPY version {version}")
    read = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, fortran, dtype = read(stream, max_header_size=MAX_HEADER_BYTES)
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
