"""`MarkerRecording`: labelled points over time, as an optical system saw them."""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.files.limits import MAX_VALUES
from prehensile.motion._checked import checked_names

MAX_RATE_HZ = 1e5
METRES = {"mm": 1e-3, "cm": 1e-2, "dm": 1e-1, "m": 1.0, "in": 0.0254}
"""Units of length that recordings have [m]."""


@dataclass(frozen=True, eq=False, repr=False)
class MarkerRecording:
    """Markers over T frames.

    Attributes:
        names: the K labels.
        points: (T, K, 3) float64 [m] in the recording's own frame; NaN where a marker was hidden.
        rate_hz: frames a second.
    """

    names: tuple[str, ...]
    points: np.ndarray
    rate_hz: float

    def __post_init__(self):
        names = checked_names(self.names, "marker")
        points = np.array(self.points, dtype=float)
        if points.ndim != 3 or points.shape[1:] != (len(names), 3):
            raise InputError(
                f"markers have shape {points.shape}; expected (frames, {len(names)}, 3)."
            )
        check_size(len(points), len(names))
        if not len(points):
            raise InputError("the recording has no frame.")
        points[~np.isfinite(points).all(-1)] = np.nan
        points.setflags(write=False)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "rate_hz", checked_rate(self.rate_hz))

    @property
    def time(self) -> np.ndarray:
        """(T,) [s] from zero."""
        return np.arange(len(self.points)) / self.rate_hz

    @property
    def seen(self) -> np.ndarray:
        """(T, K) of bool."""
        return np.asarray(np.isfinite(self.points).all(-1))

    def __repr__(self) -> str:
        return (
            f"<MarkerRecording {len(self.points)} frames at {self.rate_hz:g} Hz, "
            f"{len(self.names)} markers>"
        )


def checked_rate(rate_hz: float) -> float:
    """A frame rate above zero [Hz].

    Raises:
        InputError: zero, negative, not a number, or beyond any camera.
    """
    if not 0 < rate_hz <= MAX_RATE_HZ:
        raise InputError(
            f"the frame rate is {rate_hz:g} Hz; expected a number above 0, at most "
            f"{MAX_RATE_HZ:g}. Give the right one (--rate, rate_hz)."
        )
    return float(rate_hz)


def check_size(frames: int, markers: int) -> None:
    """Refuse what no recording of a hand is as large as.

    Raises:
        InputError: more than MAX_VALUES coordinates.
    """
    if 3 * frames * markers > MAX_VALUES:
        raise InputError(
            f"the recording claims {frames} frames of {markers} markers; at most {MAX_VALUES} "
            "coordinates are read. Cut it first."
        )
