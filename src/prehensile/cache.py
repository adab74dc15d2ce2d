"""The user's cache folder: results keyed by content, parameters, code and library version."""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import platformdirs

from prehensile._version import __version__
from prehensile.atomic import atomic_path
from prehensile.code_digest import code_digest as code_digest
from prehensile.errors import PrehensileError

CACHE_KINDS = ("convex", "blowup", "skin", "eigenskin", "compliance")
"""Names of the folders inside ours: what may be kept there, and what clearing removes."""


def cache_folder() -> Path:
    """The folder that holds every cached result. ``PREHENSILE_CACHE`` overrides it."""
    override = os.environ.get("PREHENSILE_CACHE")
    return Path(override) if override else Path(platformdirs.user_cache_dir("prehensile"))


def kind_folder(kind: str) -> Path:
    """The folder of one of `CACHE_KINDS`; of another kind, clearing would leave files behind."""
    assert kind in CACHE_KINDS, f"{kind!r} is not one of CACHE_KINDS"
    return cache_folder() / kind


def cached_file(
    kind: str, suffix: str, key: bytes, make: Callable[[Path], None], valid: Callable[[Path], bool]
) -> Path:
    """The cached file for ``key``; made by ``make(path)`` if it is absent or not ``valid``.

    Args:
        kind: one of `CACHE_KINDS`.
        suffix: file suffix, with its dot.
        key: everything the result depends on, as bytes, `code_digest` of what makes it included
            where that may change between releases; our version is added.
        make: writes the result to the path it is given.
        valid: tells whether an existing file can be read; a damaged one is made again.
    """
    digest = hashlib.sha256(__version__.encode() + b"\0" + key).hexdigest()[:32]
    path = kind_folder(kind) / f"{digest}{suffix}"
    if path.is_file() and valid(path):
        return path
    with atomic_path(path) as temporary:
        make(temporary)
    return path


def cache_size() -> tuple[int, int]:
    """Number of cached files and their size in bytes."""
    files = [p for p in cache_folder().rglob("*") if p.is_file()]
    return len(files), sum(p.stat().st_size for p in files)


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
