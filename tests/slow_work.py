"""Work that would take an hour, for a test that stops it."""

import time
from pathlib import Path

from prehensile.atomic import atomic_folder


def writes(folder: str, number: int) -> None:
    """A folder that is never finished."""
    with atomic_folder(Path(folder) / str(number)) as temporary:
        (temporary / "begun").write_text("half")
        time.sleep(3600)


def cleans_up(folder: str, number: int) -> None:
    """A file that is gone at last; the higher the number, the longer that takes."""
    mark = Path(folder) / str(number)
    mark.touch()
    try:
        time.sleep(3600)
    finally:
        time.sleep(0.3 * number)
        mark.unlink()


_remembered = []


def remember() -> None:
    """What a process is set up with."""
    _remembered.append("set up")


def remembered() -> str:
    """What was."""
    (word,) = _remembered
    return word
