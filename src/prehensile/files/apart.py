"""A parser in a process of its own: what a damaged file does to a library must not happen to us.

Libraries in C end the whole process on some bytes, or never end (h5py#1183). The child has a limit
of time, memory and output, and hands back plain arrays and JSON through a temporary file::

    parsed = parsed_apart("prehensile.files.hdf5", path, "h5py", "capture")

The module named has ``parse(path, give) -> dict``: it calls ``give(name, array)`` for every array
as soon as it has it, so that a large file is never in memory twice, and returns what JSON holds.
"""

import contextlib
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from prehensile.children import bound
from prehensile.errors import InputError, MissingExtraError, PrehensileError
from prehensile.files.limits import GIB, SMALL

SECONDS = 6.0
"""of work after which a parser of a small file counts as hung; libraries take one"""
PATIENCE = 6
"""times that many seconds on the clock: a busy machine gives it a part of a core"""
SECONDS_PER_BYTE = 1e-6
"""added for what is larger: ten times what the slowest library takes"""
MEMORY = GIB // 2
"""[bytes] of address space of a parser of a small file, libraries (0.1 GiB) included; on Linux"""
MEMORY_PER_BYTE = 40
"""added for larger ones: ezc3d makes an object of every point"""
MOST_MEMORY = 16 * GIB
MOST_OUTPUT = 3 * GIB
"""[bytes] that the child may hand back"""
MOST_TEXT = 64 * 1024**2
"""[bytes] of JSON among it"""
MAX_REASON = 200
REFUSED = 3
"""Exit code of a child that says itself what is wrong with the file."""
OUT_OF_TIME = -int(getattr(signal, "SIGXCPU", 24))
"""Exit code of one that the system ended because it worked too long."""

Give = Callable[[str, np.ndarray], None]

_DTYPE = re.compile(r"[<|][fiub][1248]")
_ROOT = str(Path(__file__).resolve().parents[2])
_PROGRAM = (
    f"import sys; sys.path.insert(0, {_ROOT!r}); "
    "from prehensile.files.apart import serve; sys.exit(serve(*sys.argv[1:]))"
)


class Parsed(NamedTuple):
    """What a parser found."""

    said: dict[str, Any]
    """anything JSON holds"""
    arrays: dict[str, np.ndarray]
    """numbers, read-only, by name"""


def parsed_apart(
    module: str, path: str | Path, package: str, extra: str, seconds: float | None = None
) -> Parsed:
    """Let ``module.parse`` read a file in a child process.

    Args:
        module: of ours, dotted.
        path: a plain file; call it inside ``with opened(path, kind)``.
        package: the library that the module uses.
        extra: that brings the library.
        seconds: of work until the child is ended; by the size of the file if left out.

    Raises:
        MissingExtraError: the library is not installed.
        InputError: the parser refused the file, failed, crashed, or took too long.
    """
    if find_spec(package) is None:
        raise MissingExtraError(package, extra)
    if seconds is None:
        seconds = seconds_for(Path(path).stat().st_size, SECONDS)
    with tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as complaints:
        child = subprocess.Popen(
            # -P: the folder that we stand in may be the stranger's, and hold an h5py.py.
            bound(
                [sys.executable, "-P", "-c", _PROGRAM, module, Path(path).resolve(), str(seconds)]
            ),
            stdin=subprocess.DEVNULL,
            stdout=answer,
            stderr=complaints,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "HDF5_PLUGIN_PRELOAD": "::"},
        )
        try:
            code = child.wait(timeout=PATIENCE * seconds)
        except subprocess.TimeoutExpired:
            code = OUT_OF_TIME
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
        if code == OUT_OF_TIME:
            raise InputError(f"it is damaged: {package} did not end within {seconds:.0f} s")
        if code:
            raise InputError(_reason(code, complaints, package))
        answer.seek(0)
        return _read_answer(answer)


def seconds_for(size: int, small: float) -> float:
    """Of work on so many bytes, of which a small file's may take ``small``."""
    return small + SECONDS_PER_BYTE * max(0, size - SMALL)


def serve(module: str, path: str, seconds: str = "") -> int:
    """The child's whole work: parse, and write what was found to stdout.

    Args:
        module: dotted name.
        path: of the file.
        seconds: of work that it may take, as text; any if left out.

    Returns:
        Its exit code.
    """
    limit_memory(path)
    if seconds:
        limit_work(float(seconds))
    # A library that prints must not print among the arrays.
    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)
        try:
            said = import_module(module).parse(path, lambda n, a: _write(answer, n, a))
            text = json.dumps(said).encode()
        except PrehensileError as error:
            sys.stderr.write("\n" + " ".join(str(error).split()) + "\n")
            return REFUSED
        _write(answer, "", np.frombuffer(text, np.uint8))
    return 0


def limit_memory(path: str | Path) -> None:
    """Of this process, to what a sound file of that size takes; no dumps of a crash either."""
    try:
        import resource
    except ImportError:  # Windows has none: the limit of time remains
        return
    memory = min(MOST_MEMORY, MEMORY + MEMORY_PER_BYTE * Path(path).stat().st_size)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, MOST_OUTPUT)
    _limit(resource.RLIMIT_AS, memory)


def limit_work(seconds: float) -> None:
    """Of this process's processor time; the system ends it then."""
    try:
        import resource
    except ImportError:  # the clock remains
        return
    _limit(resource.RLIMIT_CPU, math.ceil(seconds))


def _limit(what: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    # macOS refuses a limit of address space.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(what, (most, hard))


def _write(answer: IO[bytes], name: str, array: np.ndarray) -> None:
    array = np.asarray(array)
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    head = json.dumps([name, little.dtype.str, list(array.shape)]).encode()
    answer.write(len(head).to_bytes(4, "little") + head)
    answer.write(little.reshape(-1).view(np.uint8).data)


def _read_answer(answer: IO[bytes]) -> Parsed:
    """Of a child that may have been talked into anything: sizes are checked against what is there.

    Raises:
        InputError: it makes no sense.
    """
    arrays: dict[str, np.ndarray] = {}
    left = os.fstat(answer.fileno()).st_size
    while left >= 4:
        length = int.from_bytes(answer.read(4), "little")
        if length > left - 4:
            break
        name, kind, shape = json.loads(answer.read(length))
        if not (isinstance(kind, str) and _DTYPE.fullmatch(kind)):
            raise InputError(f"it is damaged: {str(name)[:60]!r} holds {str(kind)[:20]}")
        dtype, count = np.dtype(kind), 1
        for axis in shape:
            count *= axis
        left -= 4 + length + count * dtype.itemsize
        if count < 0 or left < 0 or (not name and count > MOST_TEXT):
            break
        array = np.empty(shape, dtype)
        if answer.readinto(array.reshape(-1).view(np.uint8).data) != array.nbytes:  # type: ignore[attr-defined]
            break
        if not name:
            return Parsed(json.loads(array.tobytes()), arrays)
        array = array.astype(dtype.newbyteorder("="), copy=False)
        array.flags.writeable = False
        arrays[name] = array
    raise InputError("it is damaged: what was read of it is incomplete")


def _reason(code: int, complaints: IO[bytes], package: str) -> str:
    size = complaints.seek(0, os.SEEK_END)
    complaints.seek(max(0, size - 4096))
    lines = complaints.read().decode(errors="replace").split("\n")
    line = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if code == REFUSED and line:
        return line.rstrip(".")
    crashed = code < 0 or not line
    return f"it is damaged ({f'{package} crashed' if crashed else line[:MAX_REASON]})"
