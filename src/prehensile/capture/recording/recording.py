"""`Recording`: all that was captured of one interaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from prehensile.motion.clip import Clip


class Clock(NamedTuple):
    """How the time of one clock becomes the master's: offset + scale × its own."""

    offset: float = 0.0
    """[s]"""
    scale: float = 1.0
    """1 + drift: 1.00005 is a clock that loses 50 ppm"""
    how: str = "assumed"
    """``master``, ``trigger``, ``frames``, ``events``, ``offsets`` (asked of it) or ``assumed``"""
    deviation: float = 0.0
    """[s] standard deviation of an instant brought over, where it is known"""

    def to_master(self, time: np.ndarray) -> np.ndarray:
        """[s] by the master's clock."""
        return self.offset + self.scale * np.asarray(time, float)

    def from_master(self, time: np.ndarray) -> np.ndarray:
        """[s] by this clock."""
        return (np.asarray(time, float) - self.offset) / self.scale


class NamedContact(NamedTuple):
    """Where something may touch: a place of the hand, an object, and the stream that feels it."""

    name: str
    segment: str
    """of the hand, as WebXR names it"""
    object: str = ""
    """name of one of the recording's; empty for the room's furniture"""
    stream: str = ""
    """that measures its force"""
    channel: str = ""
    """of that stream"""
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """[m] in the segment's frame"""
    direction: tuple[float, float, float] = (0.0, 0.0, -1.0)
    """unit, out of the skin, in the segment's frame: the way that a one-axis sensor looks"""


class Touch(NamedTuple):
    """One touch of a named contact; times [s] of the master's clock. Editable, kept in the file."""

    contact: str
    onset: float
    settled: float
    """end of the first vibration"""
    end: float
    by: str = ""
    """function or person that marked it"""


class CapturedObject(NamedTuple):
    """A thing that was touched."""

    name: str
    mass: float = 0.0
    """[kg]; 0 where unknown"""
    friction: float = 0.0
    """sliding, with skin; 0 where unknown"""
    source: str = ""
    """an object's spec such as ``box:x=40mm,y=40mm,z=40mm``, or the file it came from"""
    vertices: np.ndarray | None = None
    """(V, 3) [m]"""
    faces: np.ndarray | None = None
    """(F, 3)"""


@dataclass(frozen=True, eq=False)
class Recording:
    """Streams by unique name, and what makes one interaction of them.

    Raises:
        InputError: names that are taken, or clocks of no stream.
    """

    streams: tuple[Stream, ...]
    clocks: Mapping[str, Clock] = field(default_factory=dict)
    """those that are not listed run as the master does"""
    contacts: tuple[NamedContact, ...] = ()
    touches: tuple[Touch, ...] = ()
    objects: tuple[CapturedObject, ...] = ()
    hand: Mapping[str, Any] | None = None
    """the hand's spec (`HandSpec.to_json`), where it is known"""
    meta: Mapping[str, Any] = field(default_factory=dict)
    """subject, task, date, software; anything JSON holds"""

    def __post_init__(self) -> None:
        streams = tuple(self.streams)
        for what, names in (
            ("stream", [s.name for s in streams]),
            ("contact", [c.name for c in self.contacts]),
            ("object", [o.name for o in self.objects]),
        ):
            if len(set(names)) != len(names):
                raise InputError(f"two {what}s of a recording have one name: {sorted(names)}.")
        known = {stream.clock for stream in streams}
        for name, clock in self.clocks.items():
            if name not in known:
                raise InputError(f"no stream runs by the clock {name!r}.")
            if not (np.isfinite(clock.offset) and np.isfinite(clock.scale) and clock.scale > 0):
                raise InputError(f"the clock {name!r} has no usable offset and scale: {clock}.")
        here = {contact.name for contact in self.contacts}
        for touch in self.touches:
            if touch.contact not in here:
                raise UnknownNameError("contact", touch.contact, sorted(here))
            if not touch.onset <= touch.settled <= touch.end:
                raise InputError(
                    f"a touch of {touch.contact!r} has onset {touch.onset:g}, settled "
                    f"{touch.settled:g}, end {touch.end:g} s; they must be in order."
                )
        for name, value in {
            "streams": streams,
            "clocks": MappingProxyType(dict(self.clocks)),
            "contacts": tuple(self.contacts),
            "touches": tuple(sorted(self.touches, key=lambda touch: touch.onset)),
            "objects": tuple(self.objects),
            "meta": MappingProxyType(dict(self.meta)),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def names(self) -> tuple[str, ...]:
        """Of its streams."""
        return tuple(stream.name for stream in self.streams)

    def __getitem__(self, name: str) -> Stream:
        """The stream of that name, or an UnknownNameError that lists them."""
        for stream in self.streams:
            if stream.name == name:
                return stream
        raise UnknownNameError("stream", name, self.names)

    def of_kind(self, *kinds: str) -> tuple[Stream, ...]:
        """Its streams of these kinds."""
        return tuple(stream for stream in self.streams if stream.kind in kinds)

    def clock(self, stream: str) -> Clock:
        """The clock of a stream; the master's own if none is listed."""
        return self.clocks.get(self[stream].clock, Clock())

    def time(self, stream: str) -> np.ndarray:
        """(N,) [s] of a stream's samples by the master's clock."""
        return self.clock(stream).to_master(self[stream].time)

    def with_streams(self, *streams: Stream) -> "Recording":
        """With these in place of those of the same name, or added."""
        new = {stream.name: stream for stream in streams}
        kept = tuple(new.pop(stream.name, stream) for stream in self.streams)
        return replace(self, streams=(*kept, *new.values()))

    def with_touches(self, touches: Sequence[Touch]) -> "Recording":
        """With these touches alone."""
        return replace(self, touches=tuple(touches))

    def save(self, path: str | Path) -> Path:
        """Write it; the suffix chooses the format: ``.h5``, ``.c3d`` or ``.csv``."""
        from prehensile.capture.recording.formats import save_recording

        return save_recording(self, path)

    @staticmethod
    def load(path: str | Path) -> "Recording":
        """Read what `prehensile.capture.recording.formats.READERS` lists. Safe on a stranger's."""
        from prehensile.capture.recording.formats import load_recording

        return load_recording(path)

    def clip(self) -> "Clip":
        """As a clip: joint angles, objects, contacts and forces on one clock."""
        from prehensile.capture.recording.as_clip import recorded_clip

        return recorded_clip(self)
