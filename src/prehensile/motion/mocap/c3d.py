"""Marker recordings as C3D, the binary format that all optical systems write.

Read by `ezc3d` (extra ``mocap``). Its header and size are looked at first, and the library works in
a process of its own: a damaged file may end it in ways that Python cannot catch.
"""

import io
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from prehensile.errors import InputError, MissingExtraError
from prehensile.files.opened import opened
from prehensile.motion.mocap.imported import Imported
from prehensile.motion.mocap.marker_clip import imported_markers
from prehensile.motion.mocap.markers import METRES, MarkerRecording, check_size, checked_rate
from prehensile.motion.mocap.options import Options

BLOCK_BYTES = 512
SECONDS = 120
_C3D_MARK = 0x50


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
        FileError: missing, empty, cut short, too large, or not a C3D file.
        MissingExtraError: ezc3d is not installed.
    """
    path = Path(path)
    with opened(path, "c3d") as file:
        _check_header(file)
        if find_spec("ezc3d") is None:
            raise MissingExtraError("ezc3d", "mocap")
        raw = _read_apart(path)
        rate = checked_rate(raw.rate if rate_hz is None else rate_hz)
        scale = _unit(raw.unit) if metres is None else metres
        points = scale * raw.points
        points[(raw.points == 0).all(-1) | raw.hidden] = np.nan
        return MarkerRecording(_labels(raw.labels, points.shape[1]), points, rate)


class _Raw(NamedTuple):
    """What the library found."""

    points: np.ndarray
    """(T, K, 3) in the file's unit"""
    hidden: np.ndarray
    """(T, K) of bool"""
    labels: list[str]
    rate: float
    unit: str


def _read_apart(path: Path) -> _Raw:
    """Read by ezc3d in a child process.

    Raises:
        InputError: it failed, crashed, or took too long.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, str(path.resolve())],
            capture_output=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise InputError(f"it is damaged: ezc3d did not end within {SECONDS} s") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").split("\n")
        reason = next((line for line in reversed(lines) if line.strip()), "")[:200]
        crashed = done.returncode < 0 or not reason
        raise InputError(f"it is damaged ({'ezc3d crashed' if crashed else reason})")
    with np.load(io.BytesIO(done.stdout), allow_pickle=False) as arrays:
        labels = [str(name) for name in arrays["labels"]]
        rate, unit = float(arrays["rate"]), str(arrays["unit"])
        return _Raw(arrays["points"], arrays["hidden"], labels, rate, unit)


_CHILD = """
import io, sys
import ezc3d, numpy as np
file = ezc3d.c3d(sys.argv[1])
settings, points = file["parameters"]["POINT"], file["data"]["points"]
labels = []
for key in ("LABELS", *(f"LABELS{k}" for k in range(2, 20))):
    labels += [str(name) for name in settings[key]["value"]] if key in settings else []
unit = settings["UNITS"]["value"] if "UNITS" in settings else []
residuals = file["data"]["meta_points"]["residuals"]
packed = io.BytesIO()
np.savez(
    packed, points=points[:3].transpose(2, 1, 0), hidden=residuals[0].T < 0,
    labels=np.array(labels, dtype=str), rate=settings["RATE"]["value"][0],
    unit=str(unit[0]) if len(unit) else "mm",
)
sys.stdout.buffer.write(packed.getvalue())
"""


def _check_header(file: BinaryIO) -> None:
    """Refuse what is no C3D, or holds less than its header says."""
    head = file.read(BLOCK_BYTES)
    if len(head) < BLOCK_BYTES or head[1] != _C3D_MARK:
        raise InputError("it is not a C3D file, or cut short")
    file.seek(max(head[0] - 1, 0) * BLOCK_BYTES)
    parameters = file.read(4)
    size = file.seek(0, io.SEEK_END)
    if head[0] < 1 or len(parameters) < 4:
        raise InputError("it is cut short: its parameters are missing")
    end = {84: "<", 85: "<", 86: ">"}.get(parameters[3])
    if end is None:
        raise InputError(f"it was written by an unknown kind of processor ({parameters[3]})")
    points, analog, first, last = struct.unpack_from(f"{end}4H", head, 2)
    (scale,) = struct.unpack_from(f"{end}f", head, 12)
    data_block = struct.unpack_from(f"{end}H", head, 16)[0]
    if parameters[3] == 85:  # the float's sign and exponent come last (DEC)
        scale = -1.0 if head[13] & 0x80 else 1.0
    frames = max(0, last - first + 1)
    check_size(frames, points)
    wanted = (4 * points + analog) * frames * (4 if scale < 0 else 2)
    # Long recordings wrap the 16-bit frame count; then less is wanted than there is.
    there = size - (data_block - 1) * BLOCK_BYTES
    if data_block < 2 or wanted > there:
        raise InputError(
            f"it is cut short: {frames} frames of {points} markers take {wanted} bytes, "
            f"{max(there, 0)} are there"
        )
    if not points:
        raise InputError("it holds no markers")


def _labels(given: list[str], count: int) -> tuple[str, ...]:
    """A name for every marker; what has none, or one that is taken, is numbered."""
    names: list[str] = []
    for k in range(count):
        name = given[k].strip() if k < len(given) and given[k].isprintable() else ""
        names.append(name if name and name not in names else f"unlabelled_{k + 1}")
    return tuple(names)


def _unit(text: str) -> float:
    text = text.strip().lower() or "mm"
    if text not in METRES:
        raise InputError(f"its unit is {text[:20]!r}; give it (--unit {', '.join(METRES)})")
    return METRES[text]
