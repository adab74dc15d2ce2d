"""Pressure of Tekscan's Grip glove (CSV): one channel a taxel, laid out as the file has it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.errors import InputError
from prehensile.files.opened import said_of
from prehensile.files.tekscan import (
    FULL_SCALE_PSI,
    LARGEST,
    PASCAL_PER_PSI,
    TAXEL_AREA,
    read_tekscan,
)


def load(path: str | Path) -> Recording:
    """One file of frames. Safe on a stranger's.

    Raises:
        FileError: as `read_tekscan`.
    """
    return load_frames([path])


def load_frames(paths: Sequence[str | Path], full_scale_psi: float = FULL_SCALE_PSI) -> Recording:
    """Frames of one or several files as one stream; several are ordered by their dates.

    A taxel that says 255 is flagged as clipped: its pressure is a lower bound.

    Args:
        paths: of the files.
        full_scale_psi: pressure that a raw 255 stands for.

    Raises:
        FileError: a file cannot be read, has other taxels than the first, or no date where several
            are joined.
    """
    if not paths:
        raise InputError("no file of Tekscan frames was given.")
    found = [(Path(path), read_tekscan(path)) for path in paths]
    taxel = found[0][1].taxel
    for path, frames in found:
        with said_of(path):
            if not np.array_equal(frames.taxel, taxel):
                raise InputError(f"its taxels lie elsewhere than those of {found[0][0].name}")
            if len(found) > 1 and not np.isfinite(frames.date).all():
                raise InputError("its frames have no date, which orders several files")
    raw = np.concatenate([frames.raw[:, taxel] for _, frames in found])
    if len(found) == 1:
        time = _counted(found[0][1].time)
    else:
        time = np.concatenate([frames.date for _, frames in found])
        order = np.argsort(time, kind="stable")
        time, raw = time[order] - time[order[0]], raw[order]
    with said_of(found[0][0]):
        pressure = Stream(
            name="pressure",
            kind="pressure",
            time=time,
            values=raw * (full_scale_psi * PASCAL_PER_PSI / LARGEST),
            channels=tuple(taxel_name(r, c) for r, c in np.argwhere(taxel)),
            frame="sensor",
            sensor={
                "model": "Tekscan Grip",
                "rows": taxel.shape[0],
                "columns": taxel.shape[1],
                "full_scale_psi": full_scale_psi,
                "taxel_area_m2": TAXEL_AREA,
                "bits": 8,
            },
            flags=np.where(raw >= LARGEST, CLIPPED, 0).astype(np.uint8),
        )
    return Recording((pressure,), meta={"source": [path.name for path, _ in found]})


def taxel_name(row: int, column: int) -> str:
    """``r1c7`` of a cell counted from 0; the name counts from 1, as Tekscan does."""
    return f"r{row + 1}c{column + 1}"


def taxel_grid(stream: Stream) -> np.ndarray:
    """(rows, columns) bool: where a stream of `load_frames` has taxels, in channel order.

    Raises:
        InputError: its channels are not cells of a grid.
    """
    try:
        mask = np.zeros((int(stream.sensor["rows"]), int(stream.sensor["columns"])), bool)
        for name in stream.channels:
            row, _, column = name.removeprefix("r").partition("c")
            mask[int(row) - 1, int(column) - 1] = True
    except (KeyError, ValueError, IndexError):
        raise InputError(f"the channels of {stream.name!r} are not cells of a grid.") from None
    return mask


def _counted(time: np.ndarray) -> np.ndarray:
    """Times of one file; frames that bear none are counted."""
    return time if (np.diff(time) > 0).all() else np.arange(len(time), dtype=float)
