"""Which module reads and writes a recording, by the suffix of the file's name.

A module that reads has ``load(path) -> Recording``; one that writes has ``save(recording, path)``.
They are imported when a file of their kind is met, so a missing extra harms no other kind.
"""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from prehensile.errors import FileError, UnknownNameError

if TYPE_CHECKING:
    from prehensile.capture.recording.recording import Recording

READERS = {
    ".h5": "prehensile.capture.recording.hdf5",
    ".hdf5": "prehensile.capture.recording.hdf5",
    ".c3d": "prehensile.capture.recording.c3d",
    ".xdf": "prehensile.capture.recording.xdf",
    ".tsv": "prehensile.capture.recording.qualisys",
    ".csv": "prehensile.capture.recording.table",
    ".zip": "prehensile.capture.recording.packed",
}
"""Suffix → module. A ``.csv`` of Tekscan frames is known by its first line."""
WRITERS = {
    ".h5": "prehensile.capture.recording.hdf5",
    ".hdf5": "prehensile.capture.recording.hdf5",
    ".c3d": "prehensile.capture.recording.write_c3d",
    ".csv": "prehensile.capture.recording.write_table",
}


def load_recording(path: str | Path) -> "Recording":
    """Read a recording. Safe on a stranger's file.

    Raises:
        UnknownNameError: nothing reads this suffix; the message lists those that are read.
        FileError: the file is missing, damaged, or not a recording.
        MissingExtraError: what reads it is not installed.
    """
    if Path(path).is_dir():
        raise FileError(f"cannot read {path}: it is a folder; name the files in it.")
    return _module(path, READERS, "reading a recording").load(path)


def save_recording(recording: "Recording", path: str | Path) -> Path:
    """Write a recording, whole file or nothing.

    Raises:
        UnknownNameError: nothing writes this suffix; the message lists those that can be.
        InputError: the format has no place for it; the message says what to do.
        FileError: the file cannot be written.
    """
    _module(path, WRITERS, "writing a recording").save(recording, path)
    return Path(path)


def _module(path: str | Path, table: dict[str, str], job: str):
    suffix = Path(path).suffix.lower()
    if suffix not in table:
        raise UnknownNameError(f"file suffix for {job}", suffix, table)
    return importlib.import_module(table[suffix])
