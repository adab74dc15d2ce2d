"""Marker recordings as C3D, the binary format that all optical systems write.

`prehensile.files.c3d` reads the file, in a process of its own; its forces and other signals are for
`prehensile.capture`.
"""

from pathlib import Path

import numpy as np

from prehensile.errors import InputError
from prehensile.files.c3d import read_c3d_arrays
from prehensile.files.opened import said_of
from prehensile.motion.mocap.imported import Imported
from prehensile.motion.mocap.marker_clip import imported_markers
from prehensile.motion.mocap.markers import METRES, MarkerRecording, checked_rate
from prehensile.motion.mocap.options import Options


def import_file(path: Path, chosen: Options) -> Imported:
    """The hand of a C3D file.

    Raises:
        FileError, MissingExtraError: as `read_c3d`.
        InputError: as `imported_markers`.
    """
    return imported_markers(read_c3d(path, chosen.rate_hz, chosen.metres()), chosen)


def read_c3d(
    path: str | Path, rate_hz: float | None = None, metres: float | None = None
) -> MarkerRecording:
    """Read the markers of a C3D file; forces and other signals are left alone.

    Args:
        path: the file.
        rate_hz: frames a second; the file's own if left out.
        metres: the unit of its coordinates [m]; what the file says if left out, else millimetres.

    Raises:
        FileError: missing, empty, cut short, too large, or not a C3D file with markers.
        MissingExtraError: ezc3d is not installed.
    """
    found = read_c3d_arrays(path)
    with said_of(path):
        if not found.labels:
            raise InputError("it holds no markers")
        rate = checked_rate(found.rate if rate_hz is None else rate_hz)
        scale = metres_of(found.unit) if metres is None else metres
        points = scale * found.points
        points[(found.points == 0).all(-1) | found.hidden] = np.nan
        return MarkerRecording(found.labels, points, rate)


def metres_of(unit: str) -> float:
    """A unit of length that a file names [m]; millimetres if it names none.

    Raises:
        InputError: it is unknown.
    """
    text = unit.strip().lower() or "mm"
    if text not in METRES:
        raise InputError(f"its unit is {text[:20]!r}; give it (--unit {', '.join(METRES)})")
    return METRES[text]
