"""The glove of Andrews 2014, 6.1: ShapeHand's rotations and a Tekscan Grip's pressure on one hand.

Both give what they read at their own rate; a timer of 100 Hz takes the latest of each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import CLIPPED, Done, Stream
from prehensile.capture.sensors.sampling import between, converted, sample_times, watched
from prehensile.errors import InputError
from prehensile.files.tekscan import PASCAL_PER_PSI
from prehensile.hand.segments import FOREARM, SEGMENT_NAMES
from prehensile.hand.taxels import Taxels, glove_taxels
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import so3
from prehensile.motion.clip import Clip
from prehensile.motion.pressure_images import pressure_images
from prehensile.motion.tracked_hand import angles_of, hand_of

TURNED = tuple(name for name in SEGMENT_NAMES if name != FOREARM)
"""Sixteen segments whose rotations to their parents it gives: the palm's, and three a digit."""
FASTEST = 750.0
"""[Hz] of the pressure sensor"""


@dataclass(frozen=True)
class ShapeHand:
    """Rotations of sixteen segments in the frames of those before them."""

    name: str = "shapehand"
    rate_hz: float = 100.0
    hand: str = ""
    """its name in the clip; the first if empty"""
    noise_deg: float = 0.5
    """standard deviation about each axis"""
    wearing_deg: float = 1.0
    """the same, once a wearing"""

    def errors(self) -> Mapping[str, Any]:
        """Stated here; the thesis gives none."""
        return {"absolute_deg": self.wearing_deg, "relative_deg": self.noise_deg}

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Sixteen quaternions wxyz a sample."""
        times = sample_times(clip, self.rate_hz)
        track = watched(clip.at_times(times), self.hand)
        hand = hand_of(track)
        poses = segment_transforms(hand, angles_of(track))
        turned = []
        for name in TURNED:
            parent = hand.segments[name].parent or FOREARM
            turned.append(np.swapaxes(poses[parent][:, :3, :3], 1, 2) @ poses[name][:, :3, :3])
        R = np.stack(turned, axis=1)
        worn = so3.exp(np.radians(rng.normal(0, self.wearing_deg, (len(TURNED), 3))))
        shake = so3.exp(np.radians(rng.normal(0, self.noise_deg, (*R.shape[:2], 3))))
        return Stream(
            self.name,
            "rotations",
            times,
            so3.to_quat(R @ worn @ shake),
            TURNED,
            rate_hz=self.rate_hz,
            frame="parent segment",
            sensor={"model": "Measurand ShapeHand", **self.errors()},
            delivery="push",
        )


@dataclass(frozen=True)
class GripPressure:
    """Pressure of the glove's taxels; channels are ``row-column`` of its image, from 1.

    Raises:
        InputError: faster than the sensor.
    """

    name: str = "grip"
    rate_hz: float = FASTEST
    hand: str = ""
    """its name in the clip; the first if empty"""
    full_psi: float = 50.0
    """what a raw 255 stands for"""
    noise: float = 0.4
    """[raw counts]"""
    gain: float = 0.05
    """standard deviation between taxels"""
    taxels: Taxels = field(default_factory=glove_taxels, repr=False)

    def __post_init__(self) -> None:
        if self.rate_hz > FASTEST:
            raise InputError(f"the glove gives at most {FASTEST:g} Hz, got {self.rate_hz:g}.")

    def errors(self) -> Mapping[str, Any]:
        """Full scale of 6.1, what one count stands for, and the taxels' gains (stated)."""
        full = self.full_psi * PASCAL_PER_PSI
        return {"full_Pa": full, "relative_Pa": full / 255, "absolute_percent": 100 * self.gain}

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Pressure [Pa] of every taxel, those that are at their end marked."""
        times = sample_times(clip, self.rate_hz)
        images = pressure_images(clip, watched(clip, self.hand).name, self.taxels)
        true = between(clip, images.frames / self.taxels.area, times)
        full = self.full_psi * PASCAL_PER_PSI
        felt = true * rng.normal(1, self.gain, true.shape[1])
        felt = felt + rng.normal(0, self.noise * full / 255, true.shape)
        read, clipped = converted(felt, 0.0, full, 8)
        return Stream(
            self.name,
            "pressure",
            times,
            read,
            taxel_channels(self.taxels),
            rate_hz=self.rate_hz,
            frame="sensor",
            sensor={"model": "Tekscan Grip", **self.errors()},
            delivery="push",
            flags=np.where(clipped & (felt > 0.5 * full), CLIPPED, 0).astype(np.uint8),
        )


def taxel_channels(taxels: Taxels) -> tuple[str, ...]:
    """Names of the taxels in the order of the image's rows, ``row-column`` from 1."""
    return tuple(f"{r + 1}-{c + 1}" for r, c in zip(*np.nonzero(taxels.mask), strict=True))


def buffered(stream: Stream, times: np.ndarray) -> Stream:
    """The latest sample at every tick (n,) [s] of a timer, as the glove's program takes it.

    Ticks before the first sample are left out.
    """
    ticks = np.asarray(times, float)
    ticks = ticks[ticks >= stream.time[0]] if stream.n_samples else ticks[:0]
    row = np.searchsorted(stream.time, ticks, side="right") - 1
    return stream.changed(
        Done("resampled", "glove.buffered", {"held": "latest sample"}),
        time=ticks,
        values=stream.values[row],
        flags=stream.flags[row],
        rate_hz=float(1 / np.median(np.diff(ticks))) if len(ticks) > 1 else 0.0,
    )
