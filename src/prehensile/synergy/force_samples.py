"""Samples of forces: the pressure images of clips, Tekscan's frames, or those of any sensor."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.synergy.activity import LEAST_FRAMES

LEAST_LOAD = 1e-9
"""[N] What no taxel exceeds is nothing."""


class Forces(NamedTuple):
    """T frames of n cells."""

    time: np.ndarray
    """(T,) [s]"""
    frames: np.ndarray
    """(T, n) [N], or what the sensor counts in"""


def read_forces(path: str | Path) -> Forces:
    """What a file says of forces: a clip with contacts (of its first hand), a Tekscan table (.csv),
    or arrays ``time (T,)`` and ``frames (T, n)`` (.npz).

    Raises:
        FileError: missing, damaged, or of a kind that is not read.
        InputError: nothing presses, or there is no time in it.
    """
    path = Path(path)
    if path.suffix.lower() == ".csv":
        found = _tekscan(path)
    else:
        found = _arrays(path) or _clip(path)
    if len(found.time) < LEAST_FRAMES:
        raise InputError(
            f"{path.name}: a recording of forces needs at least {LEAST_FRAMES} frames, "
            f"got {len(found.time)}."
        )
    if not np.isfinite(found.frames).all():
        raise InputError(f"{path.name}: its frames hold numbers that are not finite.")
    if not found.frames.max(initial=0.0) > LEAST_LOAD:
        raise InputError(f"{path.name}: nothing presses on any taxel.")
    return found


def _tekscan(path: Path) -> Forces:
    from prehensile.files.tekscan import read_tekscan

    table = read_tekscan(path)
    if len(table.time) > 1 and not (np.diff(table.time) > 0).all():
        raise InputError(f"{path.name}: the times of its frames do not increase.")
    return Forces(table.time, table.raw[:, table.taxel].astype(float))


def _arrays(path: Path) -> Forces | None:
    """Frames of any sensor; None if the file holds something else."""
    from prehensile.files.archive import open_arrays
    from prehensile.files.foreign_arrays import read_foreign_arrays

    if path.suffix.lower() != ".npz":
        return None
    with open_arrays(path) as reader:
        if not {"time", "frames"} <= reader.names:
            return None
    arrays = read_foreign_arrays(path)
    time, frames = arrays["time"], arrays["frames"]
    if time.ndim != 1 or frames.ndim != 2 or len(time) != len(frames):
        raise InputError(
            f"{path.name}: time has shape {time.shape} and frames {frames.shape}; expected (T,) "
            "and (T, n)."
        )
    if {time.dtype.kind, frames.dtype.kind} - set("fiu"):
        raise InputError(f"{path.name}: time and frames hold something else than numbers.")
    return Forces(time.astype(float), frames.astype(float))


def _clip(path: Path) -> Forces:
    from prehensile.motion.clip import Clip
    from prehensile.motion.pressure_images import pressure_images

    clip = Clip.load(path)
    if not clip.hands:
        raise InputError(f"{path.name}: the clip has no hand.")
    images = pressure_images(clip)
    return Forces(images.time, images.frames)
