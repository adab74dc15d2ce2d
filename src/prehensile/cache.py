"""The user's cache folder: results keyed by content, parameters, code and library version.

No command fails by its cache: what cannot be read, or is damaged, is made again; what cannot be
written is a warning.
"""

import functools
import hashlib
import os
import shutil
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from prehensile import code_digest as code
from prehensile._version import __version__
from prehensile.atomic import atomic_path, sweep
from prehensile.errors import CacheWarning, FileError, PrehensileError

CACHE_KINDS = (
    "convex", "blowup", "skin", "eigenskin", "compliance", "model", "grasps", "plan", "code",
)  # fmt: skip
"""Names of the folders inside ours: what may be kept there, and what clearing removes."""

_SEAL = 32  # bytes of a digest behind every result

Result = TypeVar("Result")


def cache_folder() -> Path:
    """The folder that holds every cached result. ``PREHENSILE_CACHE`` overrides it."""
    override = os.environ.get("PREHENSILE_CACHE")
    if override:
        return Path(override)
    import platformdirs

    return Path(platformdirs.user_cache_dir("prehensile"))


def kind_folder(kind: str) -> Path:
    """The folder of one of `CACHE_KINDS`; of another kind, clearing would leave files behind."""
    assert kind in CACHE_KINDS, f"{kind!r} is not one of CACHE_KINDS"
    return cache_folder() / kind


def cached(
    kind: str, key: bytes, make: Callable[[], bytes], read: Callable[[bytes], Result]
) -> Result:
    """The result for ``key``, out of the cache, or made and kept there.

    Args:
        kind: one of `CACHE_KINDS`.
        key: everything the result depends on, as bytes, `code_digest` of what makes it included
            where that may change between releases; our version is added.
        make: makes the result, as bytes.
        read: what those bytes say. A new result goes through it as well: it is the same as one
            from the cache.

    Warns:
        CacheWarning: it could not be kept.
    """
    found = recalled(kind, key, read)
    if found is not None:
        return found
    data = make()
    keep(kind, key, data)
    return read(data)


def recalled(kind: str, key: bytes, read: Callable[[bytes], Result]) -> Result | None:
    """The result for ``key``, if the cache has it; arguments as in `cached`."""
    path = kind_folder(kind) / key_digest(key)
    sweep(path.parent)
    try:
        return read(_kept(path))
    except Exception:  # absent, unreadable, damaged: each is a miss
        return None


def keep(kind: str, key: bytes, data: bytes) -> None:
    """Put a result into the cache; arguments as in `cached`.

    Warns:
        CacheWarning: it could not be kept.
    """
    _keep(kind_folder(kind) / key_digest(key), data)


def key_digest(key: bytes) -> str:
    """Hexadecimal, of a key and of our version: the name of its file."""
    return hashlib.sha256(__version__.encode() + b"\0" + key).hexdigest()[:32]


@functools.cache
def code_digest(module: str) -> str:
    """As `prehensile.code_digest.code_digest` has it, hexadecimal; kept until a file of the package
    has another size or time, as Python itself keeps what it compiled: reading the code takes longer
    than many a result that depends on it.
    """
    try:
        files = [(str(path), path.stat()) for path in sorted(code.PACKAGE.rglob("*.py"))]
    except OSError:  # somebody installs it just now
        return code.code_digest(module)
    stamps = [f"{path} {about.st_size} {about.st_mtime_ns}" for path, about in files]
    key = "\n".join([module, *stamps]).encode()
    return cached("code", key, lambda: code.code_digest(module).encode(), bytes.decode)


def _kept(path: Path) -> bytes:
    """What a file holds, if all of it is as it was written.

    Raises:
        OSError: it cannot be read.
        ValueError: it is damaged.
    """
    if not path.is_file():  # a pipe would be waited for
        raise FileNotFoundError(path)
    sealed = path.read_bytes()
    data, seal = sealed[:-_SEAL], sealed[-_SEAL:]
    if _seal(data, path.name) != seal:
        raise ValueError(f"{path} is damaged")
    return data


def _keep(path: Path, data: bytes) -> None:
    try:
        with atomic_path(path, said=False) as temporary:
            temporary.write_bytes(data + _seal(data, path.name))
    except FileError as error:
        reason = getattr(error.__cause__, "strerror", None) or "it is no folder"
        warnings.warn(
            f"cannot keep results in {cache_folder()} ({reason}): they will be made again next "
            "time. PREHENSILE_CACHE names another folder.",
            CacheWarning,
            stacklevel=1,  # of all results that cannot be kept, one line is enough
        )


def _seal(data: bytes, name: str) -> bytes:
    """Digest of a result and of what it is the result for."""
    return hashlib.blake2b(data, digest_size=_SEAL, key=name.encode()).digest()


def cache_size() -> tuple[int, int]:
    """Number of cached files and their size in bytes."""
    sizes = []
    for path in cache_folder().rglob("*"):
        with suppress(OSError):  # another process may clear it meanwhile
            if path.is_file():
                sizes.append(path.stat().st_size)
    return len(sizes), sum(sizes)


def clear_cache() -> int:
    """Remove every cached result; return how many files were removed."""
    before, _ = cache_size()
    folder = cache_folder()
    if folder.is_symlink() or folder == Path(folder.anchor) or folder == Path.home():
        raise PrehensileError(f"refusing to remove {folder}: it is not a cache folder of ours.")
    for child in map(kind_folder, CACHE_KINDS):
        if child.is_dir():
            shutil.rmtree(child)
    return before - cache_size()[0]
