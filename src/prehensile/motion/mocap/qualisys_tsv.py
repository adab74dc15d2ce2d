"""Marker recordings as Qualisys Track Manager writes them: tab-separated text, millimetres.

A header of ``KEY<tab>value`` lines (``FREQUENCY``, ``MARKER_NAMES``, …), with or without a line of
column titles, then one row for each frame; ``Frame`` and ``Time`` columns may stand before the
coordinates. Blank cells, ``NaN`` and three zeros mean hidden.
"""

from pathlib import Path

import numpy as np

from prehensile.errors import InputError
from prehensile.files.opened import opened
from prehensile.motion.mocap.imported import Imported
from prehensile.motion.mocap.marker_clip import imported_markers
from prehensile.motion.mocap.markers import METRES, MarkerRecording, check_size, checked_rate
from prehensile.motion.mocap.options import Options

MAX_HEADER_LINES = 60
MAX_MARKERS = 2000


def import_file(path: Path, chosen: Options) -> Imported:
    """The hand of a Qualisys TSV.

    Raises:
        FileError: as `read_qualisys_tsv`.
        InputError: as `imported_markers`.
    """
    metres = chosen.metres() or METRES["mm"]
    return imported_markers(read_qualisys_tsv(path, chosen.rate_hz, metres), chosen)


def read_qualisys_tsv(
    path: str | Path, rate_hz: float | None = None, metres: float = METRES["mm"]
) -> MarkerRecording:
    """Read a recording. Safe on a stranger's file.

    Args:
        path: the file.
        rate_hz: frames a second; the header's if left out.
        metres: the unit of its coordinates [m].

    Raises:
        FileError: missing, empty, too large, or not such a file.
    """
    with opened(path, "tsv") as file:
        lines = file.read().decode("utf-8", errors="replace").splitlines()
        if not any(line.strip() for line in lines):
            raise InputError("it is empty")
        header, rows = _header(lines)
        names = [name for name in header["MARKER_NAMES"] if name.strip()]
        if not names or len(names) > MAX_MARKERS:
            raise InputError(f"it names {len(names)} markers; expected 1 to {MAX_MARKERS}")
        if rate_hz is None:
            rate_hz = _number(header.get("FREQUENCY", ["nothing"])[0], "FREQUENCY")
        checked_rate(rate_hz)
        check_size(len(rows), len(names))
        return MarkerRecording(tuple(names), metres * _points(rows, len(names)), rate_hz)


def _header(lines: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """The header's values by key, and the lines of numbers behind it."""
    header: dict[str, list[str]] = {}
    for k, line in enumerate(lines[:MAX_HEADER_LINES]):
        key, *values = line.rstrip("\r\n").split("\t")
        if _is_number(key):
            if "MARKER_NAMES" not in header:
                break
            return header, [row for row in lines[k:] if row.strip()]
        header[key.strip()] = values
    if "MARKER_NAMES" not in header:
        raise InputError("it is not a Qualisys TSV: it has no line MARKER_NAMES")
    raise InputError("it has no frames")


def _points(rows: list[str], markers: int) -> np.ndarray:
    """(T, K, 3) in the file's unit, NaN where hidden."""
    width = len(rows[0].rstrip("\t\r\n").split("\t"))
    lead = 2 if width >= 3 * markers + 2 else 0
    points = np.empty((len(rows), 3 * markers))
    for k, row in enumerate(rows):
        cells = row.rstrip("\r\n").split("\t")[lead : lead + 3 * markers]
        if len(cells) < 3 * markers:
            raise InputError(
                f"row {k + 1} of {len(rows)} has {len(cells)} coordinates, expected "
                f"{3 * markers}: it is cut short"
            )
        points[k] = [_number(cell, f"row {k + 1}") if cell.strip() else np.nan for cell in cells]
    points = points.reshape(len(rows), markers, 3)
    points[(points == 0).all(-1)] = np.nan
    return points


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(text: str, where: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{where} holds {text.strip()[:40]!r}, expected a number") from None
