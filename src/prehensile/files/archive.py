"""Named arrays in one zip file: written with the same bytes every time, read without trust.

The files are ordinary ``.npz`` that ``numpy.load(path, allow_pickle=False)`` opens. Reading
never unpickles, and believes no size before it has been held against a limit, against the
size of the file, and against the shape that the caller expects.
"""

import io
import struct
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.errors import InputError
from prehensile.files.opened import opened

MAX_UNPACKED_BYTES = 1024**3
"""A quarter of an hour of two hands at 120 Hz with fifty contacts a frame takes half of it; what
is larger is a zip bomb. It also keeps files below the 4 GiB at which zip changes its format."""

FREE_UNPACKED_BYTES = 192 * 1024**2
MAX_PACKED = 16
"""What a file unpacks to is at most `FREE_UNPACKED_BYTES` and this many times its own size: some
megabytes must not claim a gigabyte, of which readers hold several copies."""

MAX_MEMBERS = 10_000
"""Arrays in one file: two for a hand, three for a body."""

MAX_DIRECTORY_BYTES = 1024**2
"""The zip's table of contents, which zipfile reads as a whole: 100 bytes for each member."""

MAX_EXPANSION = 1032
"""Deflate cannot pack a byte into less than 1/1032 of a byte: who declares more, lies."""

MAX_NPY_HEADER_BYTES = 4096
"""What precedes the numbers of one array; numpy writes 128 bytes."""

PIECE_BYTES = 1024**2
"""How much is unpacked at a time."""

_END_RECORD = struct.Struct("<4s4H2LH")
_ZIP64_LOCATOR_BYTES = 20


def write_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write arrays, whole file or nothing; the same arrays give the same bytes.

    Raises:
        InputError: more than the reader would accept.
        FileError: the file cannot be written.
    """
    total = sum(array.nbytes for array in arrays.values())
    if total > MAX_UNPACKED_BYTES or len(arrays) > MAX_MEMBERS:
        raise InputError(
            f"{len(arrays)} arrays of {total} bytes are too many for one file "
            f"(at most {MAX_MEMBERS} and {MAX_UNPACKED_BYTES}); save shorter clips."
        )
    with atomic_path(path) as temporary:
        _pack(temporary, arrays, zipfile.ZIP_DEFLATED)
        room = most_unpacked(temporary.stat().st_size)
        if total + MAX_NPY_HEADER_BYTES * len(arrays) > room:
            # It packs so well that it would be taken for a bomb.
            _pack(temporary, arrays, zipfile.ZIP_STORED)


def packed_arrays(arrays: Mapping[str, np.ndarray]) -> bytes:
    """The same bytes without a file; for a few megabytes."""
    buffer = io.BytesIO()
    _pack(buffer, arrays, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _pack(target: Path | IO[bytes], arrays: Mapping[str, np.ndarray], how: int) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for name, array in arrays.items():
            # A fixed date and system: otherwise the bytes would tell when and where.
            member = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            member.compress_type = how
            member.create_system = 3
            member.external_attr = 0o644 << 16
            little = array.astype(array.dtype.newbyteorder("<"), copy=False)
            packed = io.BytesIO()
            np.lib.format.write_array(packed, little, version=(1, 0), allow_pickle=False)
            archive.writestr(member, packed.getbuffer(), compresslevel=6)


def most_unpacked(file_bytes: int) -> int:
    """Bytes to which a file of ours may unpack."""
    return min(MAX_UNPACKED_BYTES, FREE_UNPACKED_BYTES + MAX_PACKED * file_bytes)


class ArrayReader:
    """The arrays of an open file; made by :func:`open_arrays`."""

    def __init__(self, archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo]):
        self._archive = archive
        self._members = members

    @property
    def names(self) -> set[str]:
        """Names of the arrays in the file."""
        return set(self._members)

    def declared_bytes(self, name: str) -> int:
        """What the directory says the array takes unpacked, header of the array included."""
        if name not in self._members:
            raise InputError(f"it has no array {name!r}")
        return self._members[name].file_size

    def stream(self, name: str) -> IO[bytes]:
        """The array's bytes as they are packed, its header first, for a reader of its own."""
        return self._archive.open(self._members[name])

    def read(self, name: str, dtype: type[np.generic], shape: tuple[int, ...]) -> np.ndarray:
        """The array, read-only, in native byte order.

        Raises:
            InputError: it is absent, or not of exactly this type and shape.
        """
        wanted = np.dtype(dtype).newbyteorder("<")
        size = wanted.itemsize
        for length in shape:  # Python integers: a product of hostile int64 could wrap around.
            size *= length
        declared = self.declared_bytes(name)
        if not size < declared <= size + MAX_NPY_HEADER_BYTES:
            raise InputError(
                f"the array {name!r} of shape {shape} takes {size} bytes, the file says {declared}"
            )
        with self.stream(name) as stream:
            found_shape, fortran, found = _npy_header(stream)
            if (found_shape, fortran, found) != (shape, False, wanted):
                raise InputError(
                    f"the array {name!r} is {found} {found_shape}, expected {wanted} {shape}"
                )
            array = np.empty(shape, wanted)
            if _fill(array.reshape(-1).view(np.uint8), stream) != size or stream.read(1):
                raise InputError(f"the array {name!r} is cut short or too long")
        array = array.astype(dtype, copy=False)
        array.flags.writeable = False
        return array

    def read_bytes(self, name: str, limit: int) -> bytes:
        """A one-dimensional array of bytes, of any length up to ``limit``.

        Raises:
            InputError: it is absent, longer, or not bytes.
        """
        if self.declared_bytes(name) > limit + MAX_NPY_HEADER_BYTES:
            raise InputError(f"the array {name!r} is longer than {limit} bytes")
        with self.stream(name) as stream:
            shape, _, found = _npy_header(stream)
        if len(shape) != 1 or found != np.uint8:
            raise InputError(f"the array {name!r} is {found} {shape}, expected uint8 (any,)")
        return self.read(name, np.uint8, shape).tobytes()


@contextmanager
def open_arrays(path: str | Path) -> Iterator[ArrayReader]:
    """Open a file of arrays and check its directory; whatever goes wrong inside is a FileError.

    Raises:
        FileError: missing, a folder, unreadable, damaged, hostile, or not what was asked for.
    """
    with opened(path, "npz") as file, arrays_in(file) as reader:
        yield reader


@contextmanager
def arrays_in(file: IO[bytes]) -> Iterator[ArrayReader]:
    """The arrays of an open file, its directory checked; other errors are those of zipfile.

    Raises:
        InputError: damaged, or hostile.
    """
    size = _check_end_record(file)
    with zipfile.ZipFile(file) as archive:
        yield ArrayReader(archive, _checked_members(archive, size))


def _check_end_record(file: IO[bytes]) -> int:
    """Look at the size of the zip's directory before zipfile reads all of it; return the file's.

    Our files have no comment and no zip64 part, so the record is the last thing in them.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END_RECORD.size - _ZIP64_LOCATOR_BYTES))
    tail = file.read()
    file.seek(0)
    end = tail[-_END_RECORD.size :]
    # A comment would let zipfile look for, and find, another record than this one.
    if len(end) < _END_RECORD.size or end[:4] != b"PK\x05\x06" or end[-2:] != b"\0\0":
        raise InputError("it is not an NPZ file of ours, or its end is missing")
    _, _, _, _, members, directory, _, _ = _END_RECORD.unpack(end)
    zip64 = tail[:4] == b"PK\x06\x07"
    if zip64 or members > MAX_MEMBERS or directory > MAX_DIRECTORY_BYTES:
        raise InputError(f"its directory is too large (at most {MAX_MEMBERS} arrays)")
    return size


def _checked_members(archive: zipfile.ZipFile, file_bytes: int) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    unpacked = packed = 0
    for info in archive.infolist():
        name = info.filename.removesuffix(".npy")
        if name in members or name == info.filename:
            raise InputError(f"it holds an unexpected or repeated member {info.filename!r}")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InputError(f"the member {info.filename!r} is packed in an unknown way")
        if info.flag_bits & 0x1:
            raise InputError(f"the member {info.filename!r} is encrypted")
        if info.file_size > MAX_EXPANSION * (info.compress_size + 1):
            raise InputError(f"the member {info.filename!r} claims an impossible size")
        members[name] = info
        unpacked += info.file_size
        packed += info.compress_size
    most = most_unpacked(file_bytes)
    if unpacked > most:
        raise InputError(
            f"it would unpack to {unpacked} bytes, the limit for a file of its size is {most}"
        )
    if packed > file_bytes:
        raise InputError("its members overlap")
    return members


def _fill(target: np.ndarray, stream: IO[bytes]) -> int:
    """Read into ``(n,)`` bytes, in pieces, so that a large array is in memory once, not twice."""
    position = 0
    while position < len(target):
        piece = stream.read(min(PIECE_BYTES, len(target) - position))
        if not piece:
            break
        target[position : position + len(piece)] = np.frombuffer(piece, np.uint8)
        position += len(piece)
    return position


def _npy_header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype]:
    version = np.lib.format.read_magic(stream)
    if version != (1, 0):
        raise InputError(f"an array has the NPY version {version}, expected (1, 0)")
    try:
        return np.lib.format.read_array_header_1_0(stream, max_header_size=MAX_NPY_HEADER_BYTES)
    except Exception as error:  # numpy lets errors of Python's own parser through, e.g. TokenError
        raise InputError(f"an array has a damaged header: {error}") from error
