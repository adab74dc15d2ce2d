"""The one door for files that somebody gives us: plain ones, no larger than their kind may be.

::

    with opened(path, "bvh") as file:
        return _parse(file.read())

What goes wrong inside the block is said of the file in one line, so only parsing belongs there: a
mistake of ours in what comes after must stay a mistake.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from prehensile.errors import FileError, InputError, MissingExtraError, PrehensileError
from prehensile.files.limits import KINDS
from prehensile.files.listed import ListedNamesError

MAX_REASON_LENGTH = 300
"""Reasons quote the file, and a hostile one may hold names of any length."""

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not wait for somebody who writes into it."""


@contextmanager
def opened(path: str | Path, kind: str) -> Iterator[BinaryIO]:
    """Open a file to read its bytes; an exception of the parser in the block is a FileError.

    What can only be read by its name (a model with its meshes, a library in a process of its own)
    is read inside the block as well, once it is known to be a plain file.

    Args:
        path: of the file.
        kind: one of `prehensile.files.limits.KINDS`.

    Raises:
        FileError: missing, no plain file, empty, too large, or whatever the block raised, which is
            kept as its cause.
    """
    with parsing(path, kind), plain_file(path, kind) as file:
        yield file


@contextmanager
def parsing(path: str | Path, kind: str) -> Iterator[None]:
    """Turn an exception of a parser into a FileError, for content that was read before.

    Errors that already name a file, missing extras and assertions pass.
    """
    try:
        with said_of(path):
            yield
    except (PrehensileError, AssertionError):
        raise
    except OSError as error:
        raise FileError(f"cannot read {path}: {one_line(error)}.") from error
    except Exception as error:  # a stranger's bytes make parsers raise whatever they first meet
        name, _, advice = KINDS[kind]
        line = f"cannot read {path}: it is not {name}, or damaged ({one_line(error)}). {advice}"
        raise FileError(line.rstrip()) from error


@contextmanager
def said_of(path: str | Path) -> Iterator[None]:
    """For what is made of a file's content: what does not fit is said of it, a bug stays a bug.

    Raises:
        FileError: in place of an InputError and its like, which is kept as its cause.
    """
    try:
        yield
    except (FileError, MissingExtraError):
        raise
    except ListedNamesError as error:
        text = " ".join(str(error).split()).rstrip(".")
        raise FileError(f"cannot read {path}: {text}.") from error
    except PrehensileError as error:
        raise FileError(f"cannot read {path}: {one_line(error)}.") from error


def plain_file(path: str | Path, kind: str) -> BinaryIO:
    """A plain file of at most the size of its kind, open to read bytes.

    Raises:
        OSError: it is missing or may not be read.
        InputError: a folder, a device or a pipe, empty, or too large.
    """
    if Path(path).is_dir():
        raise InputError("it is a folder, not a file")
    file = open(path, "rb", opener=lambda name, _: os.open(name, _FLAGS))  # noqa: SIM115
    try:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise InputError("it is a device or a pipe, not a file")
        if not found.st_size:
            raise InputError("it is empty")
        most = KINDS[kind].most_bytes
        if found.st_size > most:
            raise InputError(f"it has {found.st_size} bytes, at most {most} are read")
    except BaseException:
        file.close()
        raise
    return file


def one_line(error: Exception | str) -> str:
    """An error's reason without line breaks and full stop, not longer than a line or two."""
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = error.strerror
    elif isinstance(error, KeyError):
        text = f"{error} is missing"
    text = " ".join(text.split()).rstrip(".") or type(error).__name__
    return text if len(text) <= MAX_REASON_LENGTH else text[:MAX_REASON_LENGTH] + "…"
