"""Files appear whole or not at all: written under a temporary name, on the disk, then renamed.

A process that is killed with -9 leaves its temporary behind. The name tells whose it is, so that
whoever writes there next can remove it.
"""

import errno
import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from prehensile.errors import FileError

PREFIX = ".prehensile-"
"""Begins the name of every temporary; machine, process and a random number follow."""
FORGOTTEN = 24 * 3600.0
"""[s] after which a temporary is nobody's, where it cannot be told whether its process lives"""

_NAME = re.compile(re.escape(PREFIX) + r"([0-9a-f]{8})-([0-9]+)-[0-9a-f]{8}(\..*)?")
_LONGEST_SUFFIX = 32
_PROBE = bytes(4096)
_NO_FSYNC = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}  # file systems that have none
_swept: set[Path] = set()
_listeners: "list[Replaced]" = []


@contextmanager
def atomic_path(path: str | Path, said: bool = True) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; rename it to ``path`` if the block succeeds.

    The temporary file keeps the suffix, for writers that choose their format by it. It is
    removed if the block raises, Ctrl-C included.

    Args:
        path: of the file.
        said: `replaced_files` tells that there was such a file before.

    Raises:
        FileError: the folder cannot be made or written, or the disk is full.
    """
    path = Path(path)
    temporary = temporary_beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        if path.exists() and not path.is_file():
            raise FileError(f"cannot write {path}: it is a folder or a device, not a file.")
        _create(temporary)
        yield temporary
        _to_disk(temporary)
        before = path.exists()
        temporary.replace(path)
        if said:
            _tell(path, before)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextmanager
def atomic_folder(path: str | Path) -> Iterator[Path]:
    """Yield a temporary folder beside ``path``; it becomes ``path`` if the block succeeds.

    What was at ``path`` stays until then. The temporary folder is removed if the block raises,
    Ctrl-C included.

    Raises:
        FileError: it cannot be made or written, or the disk is full.
    """
    path = Path(path)
    temporary, old = temporary_beside(path), temporary_beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        temporary.mkdir()
        yield temporary
        for folder, _, files in os.walk(temporary):
            for name in files:
                _to_disk(Path(folder, name))
        before = path.exists()
        if before:
            path.rename(old)
        try:
            temporary.rename(path)
        except BaseException:
            if before:
                old.rename(path)
            raise
        _tell(path, before)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}.") from error
    finally:
        for folder in (temporary, old):
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for files that others read by name, gone when the block ends.

    Raises:
        FileError: the folder for temporary files cannot be written.
    """
    from tempfile import gettempdir  # here: few commands need it, and it takes a while to load

    place = Path(gettempdir())
    folder = temporary_beside(place / "scratch")
    try:
        sweep(place)
        try:
            folder.mkdir(0o700)
        except OSError as error:
            raise FileError(f"cannot write into {place}: {error.strerror or error}.") from error
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def output_folder(path: str | Path) -> Path:
    """Make ``path`` a writable folder, or say in one line why it cannot be one.

    Called before long work starts, so that nobody waits a minute to learn of a typing error, or of
    a full disk. What killed processes left in the folder is removed.
    """
    path = Path(path)
    probe = temporary_beside(path / "probe")
    try:
        path.mkdir(parents=True, exist_ok=True)
        sweep(path)
        _create(probe)
        probe.write_bytes(_PROBE)
        _to_disk(probe)
    except OSError as error:
        raise FileError(
            f"cannot write into the folder {path}: {error.strerror or error}. "
            "Choose another with --out."
        ) from error
    finally:
        with suppress(OSError):
            probe.unlink(missing_ok=True)
    return path


def temporary_beside(path: Path) -> Path:
    """A name that nobody has yet, in the same folder and with the same suffix."""
    suffix = path.suffix if len(os.fsencode(path.suffix)) <= _LONGEST_SUFFIX else ""
    return path.parent / f"{PREFIX}{_machine()}-{os.getpid()}-{os.urandom(4).hex()}{suffix}"


def is_temporary(name: str) -> bool:
    """Whether a file's name is one that `temporary_beside` gives."""
    return _NAME.fullmatch(name) is not None


def sweep(folder: Path) -> None:
    """Remove our temporaries whose process is gone, or that are a day old; once for each folder.

    Those of other users, and what cannot be removed, stay.
    """
    folder = folder.absolute()
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                if _is_forgotten(entry):
                    if entry.is_dir(follow_symlinks=False):
                        shutil.rmtree(entry.path, ignore_errors=True)
                    else:
                        Path(entry.path).unlink()


class Replaced:
    """Files that were there already when a block of code wrote them."""

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self._written: set[Path] = set()

    def note(self, path: Path, before: bool) -> None:
        """Of a file that was written; ``before``: there was one of that name."""
        if before and path not in self._written:  # what we wrote ourselves is nobody's loss
            self.paths.append(path)
        self._written.add(path)


@contextmanager
def replaced_files() -> Iterator[Replaced]:
    """What the block overwrites; caches are left out."""
    found = Replaced()
    _listeners.append(found)
    try:
        yield found
    finally:
        _listeners.remove(found)


def _tell(path: Path, before: bool) -> None:
    for listener in _listeners:
        listener.note(path, before)


def _create(path: Path) -> None:
    # Mode 0666 and the kernel's umask: asking for the umask would set it for every thread.
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))


def _to_disk(path: Path) -> None:
    """Wait until a file is on the disk: a disk that is full may say so only now."""
    number = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in _NO_FSYNC:
            raise
    finally:
        os.close(number)


def _is_forgotten(entry: "os.DirEntry[str]") -> bool:
    name = _NAME.fullmatch(entry.name)
    if name is None:
        return False
    found = entry.stat(follow_symlinks=False)
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        return False
    if time.time() - found.st_mtime > FORGOTTEN:
        return True
    return name[1] == _machine() and not _lives(int(name[2]))


def _lives(pid: int) -> bool:
    if os.name == "nt":  # where signal 0 is Ctrl-C
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True


@cache
def _machine() -> str:
    """Where a process number means the same process: this machine, or this container on it."""
    import platform

    try:
        numbers = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        numbers = ""
    return hashlib.sha256(f"{platform.node()} {numbers}".encode()).hexdigest()[:8]
