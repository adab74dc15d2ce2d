"""Touches that somebody edited: a JSON list in place of those that were found."""

import math
from pathlib import Path

from prehensile.capture.recording.recording import Recording, Touch
from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened, said_of

BY = "edited"


def read_touches(path: str | Path) -> tuple[Touch, ...]:
    """Touches of a file: objects with contact, onset, settled and end [s]. Safe on a stranger's.

    Raises:
        FileError: missing, damaged, or no list of touches.
    """
    with opened(path, "touches") as file:
        rows = parse_json(file.read())
        if not isinstance(rows, list) or not rows:
            raise InputError("it holds no list of touches")
        touches = tuple(
            Touch(str(r["contact"]), float(r["onset"]), float(r["settled"]), float(r["end"]), BY)
            for r in rows
        )
        if not all(math.isfinite(t.onset + t.settled + t.end) for t in touches):
            raise InputError("a time of a touch is not finite")
        return touches


def with_edited(recording: Recording, path: str | Path) -> Recording:
    """A recording with the touches of a file alone.

    Raises:
        FileError: as `read_touches`, times out of order, or a contact that the recording
            does not name.
    """
    touches = read_touches(path)
    with said_of(path):
        return recording.with_touches(touches)
