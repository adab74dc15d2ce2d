"""The token of a port, kept for a day: a page finds its Stage again after a restart.

One small file a port in the user's state folder (``PREHENSILE_STATE`` overrides it), which that
user alone may read. It is a convenience: where it cannot be read or written, a token is drawn that
lasts as long as the server.
"""

import contextlib
import os
import re
import secrets
import stat
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import mkstemp

import platformdirs

KEPT_SECONDS = 24 * 3600.0
"""[s] since it was drawn"""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")


def fresh_token(port: int = 0) -> str:
    """A new token, whatever the port."""
    del port
    return secrets.token_urlsafe(24)


def token_source(wanted: int, fresh: bool = False) -> Callable[[int], str]:
    """Where a server gets its token, which asks with the port that it was given.

    Args:
        wanted: the port that was asked for; nobody looks for a server again on any port (0).
        fresh: draw another.
    """
    return fresh_token if not wanted else new_token if fresh else kept_token


def kept_token(port: int) -> str:
    """The token that the last server on this port had, if that is less than a day ago."""
    return _read(_path(port)) or new_token(port)


def new_token(port: int) -> str:
    """Another token, kept in place of the last."""
    token = fresh_token()
    with contextlib.suppress(OSError):
        _write(_path(port), token)
    return token


def _path(port: int) -> Path:
    state = os.environ.get("PREHENSILE_STATE") or platformdirs.user_state_dir("prehensile")
    return Path(state) / "stage" / f"{port}.token"


def _read(path: Path) -> str | None:
    """The token in a file of ours that nobody else can have written or read."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _NO_LINK), "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or not _is_private(about):
                return None
            if not 0 <= time.time() - about.st_mtime < KEPT_SECONDS:
                return None
            text = file.read(100).decode("ascii", "replace").strip()
    except OSError:
        return None
    return text if _TOKEN.fullmatch(text) else None


def _write(path: Path, token: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    for old in path.parent.glob("*.token"):
        if time.time() - old.lstat().st_mtime >= KEPT_SECONDS:
            old.unlink(missing_ok=True)
    number, name = mkstemp(dir=path.parent, prefix=".", suffix=".token")  # for the user's eyes only
    temporary = Path(name)
    try:
        with os.fdopen(number, "w") as file:
            file.write(token + "\n")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""A link is not followed, and a pipe in the file's place does not make us wait."""


def _is_private(about: os.stat_result) -> bool:
    if os.name != "posix":  # folders of the user are private there
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & 0o077
