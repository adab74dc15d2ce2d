"""Disks that are full or read-only, for a moment.

A small tmpfs where this process may mount one (in a container, as root). Elsewhere the nearest
thing that really refuses: root may write into any folder, so rights alone do not. The word that a
block is given says what was used.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

PAGE = 4096
"""[bytes] that a tmpfs counts in"""


@cache
def can_mount(beside: Path) -> bool:
    """Whether a tmpfs can be mounted."""
    if shutil.which("mount") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    trial = beside / "trial-mount"
    trial.mkdir(exist_ok=True)
    if not _mount(trial, PAGE):
        return False
    _unmount(trial)
    return True


@contextmanager
def full_disk(folder: Path, room: int) -> Iterator[str | None]:
    """``folder``, made here, has so many bytes left; None where no such disk can be had."""
    folder.mkdir()
    # A page more for the folder itself, and one that is taken: a tmpfs of no size has no limit.
    if not (can_mount(folder.parent) and _mount(folder, (room // PAGE + 1) * PAGE)):
        yield None
        return
    try:
        (folder / "filler.csv").write_bytes(bytes(PAGE - 1) + b"\n")
        yield "a tmpfs"
    finally:
        _unmount(folder)


@contextmanager
def read_only_folder(folder: Path) -> Iterator[tuple[Path, str]]:
    """A folder that refuses every file, and why it does."""
    folder.mkdir()
    if can_mount(folder.parent) and _mount(folder, PAGE, "ro"):
        try:
            yield folder, "a tmpfs, read-only"
        finally:
            _unmount(folder)
    elif hasattr(os, "geteuid") and os.geteuid() == 0:
        (folder / "file.csv").write_text("\n")
        yield folder / "file.csv" / "out", "a folder under a file"
    else:
        folder.chmod(0o555)
        try:
            yield folder, "rights"
        finally:
            folder.chmod(0o755)


def _mount(folder: Path, size: int, *options: str) -> bool:
    words = ["mount", "-t", "tmpfs", "-o", ",".join([f"size={size}", *options]), "none", folder]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _unmount(folder: Path) -> None:
    # Lazily: a child that is about to end may still hold a file.
    subprocess.run(["umount", "-l", folder], capture_output=True, check=False)
