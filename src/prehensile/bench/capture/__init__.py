"""Interaction capture: recordings through their files."""

from collections.abc import Callable
from typing import Any

from prehensile.bench.capture import files

REFERENCE = {
    "imports_ok": "yes",
    "round_trip_equal": "yes",
    "read_mb_per_s": "at least 50",
    "file_overhead": "at most 1.1",
}


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    found = {}
    for name in REFERENCE:
        progress(name)
        found[name] = getattr(files, name)()
    return found
