"""Which module writes and reads a clip, by the suffix of the file's name.

This table is the only reference from an upper room to a lower one, and it is lazy: a module
is imported when a file of its kind is saved or loaded, so a missing extra harms no other kind.
A module that writes has ``save(clip, path)``; one that reads has ``load(path) -> Clip``.
"""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from prehensile.errors import UnknownNameError


class Format(NamedTuple):
    """One kind of file."""

    module: str
    writes: bool
    reads: bool


FORMATS: dict[str, Format] = {
    ".npz": Format("prehensile.motion.clip_files.npz", writes=True, reads=True),
    ".glb": Format("prehensile.export.glb", writes=True, reads=True),
    ".bvh": Format("prehensile.motion.clip_files.bvh", writes=True, reads=True),
    ".csv": Format("prehensile.motion.clip_files.csv", writes=True, reads=False),
    ".html": Format("prehensile.export.html", writes=True, reads=False),
    ".mp4": Format("prehensile.draw.video", writes=True, reads=False),
    ".gif": Format("prehensile.draw.video", writes=True, reads=False),
}

NOTEBOOK = "prehensile.export.html"
"""``notebook_view(clip)`` of this module shows a clip in a notebook."""


def writer(path: str | Path) -> Callable:
    """The function ``save(clip, path)`` for this file.

    Raises:
        UnknownNameError: no clip can be written with this suffix.
    """
    suffixes = [suffix for suffix, kind in FORMATS.items() if kind.writes]
    return importlib.import_module(_module(path, suffixes, "writing a clip")).save


def reader(path: str | Path) -> Callable:
    """The function ``load(path) -> Clip`` for this file.

    Raises:
        UnknownNameError: no clip can be read with this suffix.
    """
    suffixes = [suffix for suffix, kind in FORMATS.items() if kind.reads]
    return importlib.import_module(_module(path, suffixes, "reading a clip")).load


def notebook_view() -> Callable:
    """The function ``notebook_view(clip) -> str`` (HTML)."""
    return importlib.import_module(NOTEBOOK).notebook_view


def _module(path: str | Path, suffixes: list[str], job: str) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in suffixes:
        raise UnknownNameError(f"file suffix for {job}", suffix, suffixes)
    return FORMATS[suffix].module
