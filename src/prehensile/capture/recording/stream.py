"""`Stream`: what one sensor gave over time, by its own clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.frozen import frozen, read_only


class StreamKind(NamedTuple):
    """What the samples of a stream are."""

    about: str
    unit: str
    """of the values unless the stream says otherwise"""
    width: tuple[int, ...] = ()
    """axes of one channel's value: none for a number, (3,) for a point"""


KINDS: Mapping[str, StreamKind] = MappingProxyType(
    {
        "joint_angles": StreamKind("joint angles by name", "rad"),
        "markers": StreamKind("points of markers; NaN where hidden", "m", (3,)),
        "rigid_poses": StreamKind("poses xyz + wxyz", "m, 1", (7,)),
        "coil_poses": StreamKind("coils: position and unit axis", "m, 1", (6,)),
        "rotations": StreamKind("quaternions wxyz", "1", (4,)),
        "forces": StreamKind("forces along a sensor's axis", "N"),
        "force_vectors": StreamKind("forces in the stream's frame", "N", (3,)),
        "wrenches": StreamKind("forces and torques (f, τ) in the stream's frame", "N, Nm", (6,)),
        "pressure": StreamKind("pressure of taxels, one channel each", "Pa"),
        "accelerations": StreamKind("specific forces", "m/s²", (3,)),
        "voltages": StreamKind("what a converter read", "V"),
        "events": StreamKind("which of the channels happened", "1"),
    }
)
"""By name. One channel of an ``events`` stream is one event's name; values are its number."""

MEASURED, MISSING, FILLED, CLIPPED, EDITED = 0, 1, 2, 4, 8
"""Bits of `Stream.flags`. A value that is MISSING is NaN; FILLED ones were interpolated."""

Delivery = Literal["push", "pull", ""]


class Done(NamedTuple):
    """One entry of a history: what was done to the values, and by whom."""

    what: str
    """a word: ``filtered``, ``filled``, ``resampled``, ``calibrated``, ``imported``, …"""
    by: str
    """function or person"""
    settings: Mapping[str, Any] = MappingProxyType({})
    """anything JSON holds"""


@dataclass(frozen=True, eq=False)
class Stream:
    """N samples of C channels. Arrays are read-only.

    Times are of the stream's own clock; `Recording.time` brings them to the master's.

    Raises:
        InputError: shapes that do not fit, time that runs backwards, infinite numbers.
        UnknownNameError: there is no such kind.
    """

    name: str
    kind: str
    """one of `KINDS`"""
    time: np.ndarray
    """(N,) [s] strictly increasing; for events not decreasing"""
    values: np.ndarray
    """(N, C, *width) float64; (N,) whole numbers for events. NaN where nothing was measured"""
    channels: tuple[str, ...]
    """C unique names"""
    unit: str = ""
    """of the values; the kind's if left out"""
    clock: str = ""
    """whose time it is; streams of one device share one. The stream's name if left out"""
    rate_hz: float = 0.0
    """as the device was set; 0 where samples come when they come"""
    frame: str = "world"
    """that places and directions are in: ``world``, ``sensor``, a segment, an object"""
    sensor: Mapping[str, Any] = field(default_factory=dict)
    """model, place, calibration, error figures; anything JSON holds"""
    delivery: Delivery = ""
    """whether the device pushes its samples or is asked for them (Table 3.1)"""
    flags: np.ndarray = None  # pyright: ignore[reportAssignmentType]: filled in below
    """(N, C) uint8 of the bits above; all measured if left out"""
    history: tuple[Done, ...] = ()
    """who filled, filtered or calibrated what, in order"""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UnknownNameError("kind of stream", self.kind, KINDS)
        if not self.name.strip(".") or "/" in self.name or not self.name.isprintable():
            raise InputError(f"a stream's name is printable and has no slash, got {self.name!r}.")
        kind, channels = KINDS[self.kind], tuple(self.channels)
        if len(set(channels)) != len(channels) or not channels:
            raise InputError(f"stream {self.name!r} needs channels of different names.")
        what = f"stream {self.name!r}"
        time = frozen(self.time, np.float64, (None,), f"time of {what}")
        steps = np.diff(time)
        if (steps < 0).any() or (self.kind != "events" and (steps == 0).any()):
            k = int(np.argmax(steps <= 0 if self.kind != "events" else steps < 0))
            raise InputError(
                f"time of {what} must increase, got {time[k]} s then {time[k + 1]} s at sample "
                f"{k + 1}."
            )
        shape = (len(time),) if self.kind == "events" else (len(time), len(channels), *kind.width)
        values = np.asarray(self.values, np.float64)
        if values.shape != shape:
            raise InputError(f"values of {what} must have shape {shape}, got {values.shape}.")
        if np.isinf(values).any():
            raise InputError(f"values of {what} hold infinite numbers.")
        values = read_only(values if not values.flags.writeable else values.copy())
        flags = self.flags
        if flags is None:
            flags = derived_flags(self.kind, values, len(channels))
        else:
            flags = np.asarray(flags)
            if flags.shape != (len(time), len(channels)) or flags.dtype != np.uint8:
                raise InputError(
                    f"flags of {what} must be uint8 {(len(time), len(channels))}, got "
                    f"{flags.dtype} {flags.shape}."
                )
        if self.delivery not in ("push", "pull", ""):
            raise UnknownNameError("delivery", self.delivery, ("push", "pull"))
        if not (np.isfinite(self.rate_hz) and self.rate_hz >= 0):
            raise InputError(f"rate of {what} must be 0 or more, got {self.rate_hz}.")
        found = {
            "channels": channels,
            "time": time,
            "values": values,
            "unit": self.unit or kind.unit,
            "clock": self.clock or self.name,
            "sensor": MappingProxyType(dict(self.sensor)),
            "flags": read_only(flags if not flags.flags.writeable else flags.copy()),
            "history": tuple(Done(*done) for done in self.history),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @property
    def n_samples(self) -> int:
        """Number of samples N."""
        return len(self.time)

    @property
    def duration(self) -> float:
        """[s] from the first sample to the last, by its own clock; 0 without samples."""
        return float(self.time[-1] - self.time[0]) if len(self.time) else 0.0

    @property
    def measured_rate(self) -> float:
        """[Hz] of the median step; 0 with fewer than two samples."""
        return float(1 / np.median(np.diff(self.time))) if len(self.time) > 1 else 0.0

    def channel(self, name: str) -> np.ndarray:
        """(N, *width) values of one channel.

        Raises:
            UnknownNameError: it has no such channel.
        """
        if name not in self.channels:
            raise UnknownNameError(f"channel of {self.name}", name, self.channels)
        if self.kind == "events":
            return self.values == self.channels.index(name)
        return self.values[:, self.channels.index(name)]

    def event_times(self, name: str) -> np.ndarray:
        """(k,) [s] when an event of that name happened."""
        return self.time[self.channel(name)]

    def changed(self, done: Done, **fields: Any) -> "Stream":
        """The same stream with other fields, and what was done added to its history."""
        return replace(self, **fields, history=(*self.history, done))


def derived_flags(kind: str, values: np.ndarray, channels: int) -> np.ndarray:
    """(N, C) uint8 of values that came without flags: missing where NaN, else measured."""
    flags = np.zeros((len(values), channels), np.uint8)
    if kind != "events":
        flags[np.isnan(values).any(axis=tuple(range(2, values.ndim)))] = MISSING
    return flags
