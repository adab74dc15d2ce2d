"""`Options`: how to read a recording, where its file does not say."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import SIDES, HandSpec
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS
from prehensile.motion.mocap.gaps import SHORT_GAP
from prehensile.motion.mocap.markers import METRES, checked_rate
from prehensile.motion.y_up import UPS

ANGLE_UNITS = ("rad", "deg")
ANY_SIDE = "auto"
"""The side that the recording shows."""


@dataclass(frozen=True)
class Options:
    """How to read; what is None is found from the file."""

    rate_hz: float | None = None
    side: str = ANY_SIDE
    layout: str | None = None
    """of keypoints: mediapipe, webxr, openxr or leap"""
    unit: str | None = None
    """of lengths (mm, cm, m, …) or of angles (rad, deg)"""
    up: str | None = None
    """the axis that points up in the recording, z or y"""
    hand: Hand | None = None
    markers: str | Path | None = None
    """a file of marker names"""
    names: str | Path | None = None
    """a map of joint names: a file, or ``adroit``"""
    flat_hand_mean: bool | None = None
    """of MANO poses"""
    take: int = 0
    """of a file with several"""
    longest_gap: float = SHORT_GAP
    """[s] filled"""
    smooth_hz: float | None = None
    """cutoff of the zero-phase filter; 0 for none; by default 12 Hz for what was measured"""
    stretch: float = 0.0
    """[rad] how far joints may leave the hand's limits in a fit to keypoints"""

    def __post_init__(self) -> None:
        sides = (*SIDES, ANY_SIDE)
        if self.side not in sides:
            raise UnknownNameError("side", self.side, sides)
        if self.up is not None and self.up not in UPS:
            raise UnknownNameError("up axis", self.up, UPS)
        if self.layout is not None and self.layout not in LAYOUTS:
            raise UnknownNameError("keypoint layout", self.layout, LAYOUTS)
        if self.unit is not None and self.unit not in (*METRES, *ANGLE_UNITS):
            raise UnknownNameError("unit", self.unit, (*METRES, *ANGLE_UNITS))
        if self.rate_hz is not None:
            checked_rate(self.rate_hz)
        if self.hand is not None and self.side not in (ANY_SIDE, self.hand.side):
            raise InputError(f"side is {self.side!r}, but the hand is a {self.hand.side} one.")

    def metres(self) -> float | None:
        """The unit of length [m], if one is given.

        Raises:
            InputError: a unit of angles is given.
        """
        if self.unit in ANGLE_UNITS:
            raise InputError(f"unit is {self.unit!r}; expected a length: {', '.join(METRES)}.")
        return None if self.unit is None else METRES[self.unit]

    def own_hand(self, side: str | None = None) -> Hand:
        """The hand that angles are of: the one given, or a mean one of ``side``."""
        if self.hand is not None:
            return self.hand
        chosen = side if self.side == ANY_SIDE else self.side
        return HandSpec.mean("left" if chosen == "left" else "right").build()

    def times(self, frames: int, recorded: np.ndarray | None) -> np.ndarray:
        """(T,) [s] by the rate that is given, else as recorded.

        Raises:
            InputError: neither.
        """
        if self.rate_hz is not None:
            return np.arange(frames) / self.rate_hz
        if recorded is None:
            raise InputError("the file holds no times: give its frame rate (--rate, rate_hz).")
        return recorded
