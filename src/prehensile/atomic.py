"""Files appear whole or not at all: written under a temporary name, then renamed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, mkdtemp

from prehensile.errors import FileError


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; rename it to ``path`` if the block succeeds.

    The temporary file keeps the suffix, for writers that choose their format by it. It is
    removed if the block raises, Ctrl-C included.

    Raises:
        FileError: the folder cannot be made or written, or the disk is full.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix, delete=False
        ) as file:
            temporary = Path(file.name)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}.") from None
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}.") from None
    finally:
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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(mkdtemp(dir=path.parent, prefix=f".{path.name}-"))
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}.") from None
    try:
        yield temporary
        temporary.chmod(0o777 & ~_umask())
        if path.exists():
            shutil.rmtree(path)
        temporary.replace(path)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}.") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def output_folder(path: str | Path) -> Path:
    """Make ``path`` a writable folder, or say in one line why it cannot be one.

    Called before long work starts, so that nobody waits a minute to learn of a typing error.
    """
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path, prefix=".probe-"):
            pass
    except OSError as error:
        raise FileError(
            f"cannot write into the folder {path}: {error.strerror or error}. "
            "Choose another with --out."
        ) from None
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
