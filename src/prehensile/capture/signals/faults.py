"""What is wrong with a recording's streams, said before anybody computes with them."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.signals.clipped import flag_clipped
from prehensile.capture.signals.runs import HOLE, usual_step
from prehensile.kinematics.fit.marker_swaps import swap_at_a_frame

LONG = 0.2
"""[s] A gap this long is named: no fill will close it well."""
EARLY = 0.05
"""A stream that stops by more than this part of the recording (and a second) before the rest did
stop half way."""


class Fault(NamedTuple):
    """One thing that is wrong."""

    stream: str
    what: str
    """``stopped``, ``empty``, ``gap``, ``hole``, ``clipped`` or ``swapped``"""
    time: float
    """[s] of the stream's clock, where it first is so"""
    said: str
    """in words"""


def faults(recording: Recording) -> tuple[Fault, ...]:
    """Of every stream but events: by stream, in order of `Fault.what`'s list.

    Time that runs backwards and infinite numbers never get this far: `Stream` refuses them.
    """
    ends = [recording.time(s.name)[-1] for s in recording.streams if s.n_samples]
    last, found = max(ends, default=0.0), []
    starts = [recording.time(s.name)[0] for s in recording.streams if s.n_samples]
    span = last - min(starts, default=0.0)
    for stream in recording.streams:
        if not stream.n_samples:
            found.append(Fault(stream.name, "empty", 0.0, "no sample arrived"))
            continue
        if stream.kind == "events":
            continue
        early = last - recording.time(stream.name)[-1]
        if early > max(1.0, EARLY * span):
            said = f"stops {early:.3g} s before the last stream"
            found.append(Fault(stream.name, "stopped", float(stream.time[-1]), said))
        found += _gaps(stream) + _holes(stream) + _clipped(stream) + _swapped(stream)
    return tuple(found)


def _gaps(stream: Stream) -> list[Fault]:
    """Channels with bursts of NaN."""
    found = []
    lost = np.isnan(stream.values).reshape(*stream.flags.shape, -1).any(-1)
    for channel, name in enumerate(stream.channels):
        edges = np.diff(np.concatenate([[False], lost[:, channel], [False]]).astype(np.int8))
        starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        if not len(starts):
            continue
        lengths = (stops - starts) * usual_step(stream)
        if (lengths > LONG).any():
            first = float(stream.time[starts[np.argmax(lengths > LONG)]])
            said = f"{name}: {(lengths > LONG).sum()} gaps beyond {LONG:g} s of {len(starts)}"
            found.append(Fault(stream.name, "gap", first, said))
    return found


def _holes(stream: Stream) -> list[Fault]:
    """Stretches in which no sample arrived."""
    if not stream.rate_hz:
        return []
    steps = np.diff(stream.time)
    late = np.flatnonzero(steps > max(HOLE * usual_step(stream), LONG))
    if not len(late):
        return []
    said = f"no samples for {steps[late].sum():.3g} s in {len(late)} holes"
    return [Fault(stream.name, "hole", float(stream.time[late[0]]), said)]


def _clipped(stream: Stream) -> list[Fault]:
    stopped = flag_clipped(stream).flags & CLIPPED > 0
    found = []
    for channel in np.flatnonzero(stopped.any(0)):
        first = float(stream.time[np.argmax(stopped[:, channel])])
        said = f"{stream.channels[channel]}: {stopped[:, channel].sum()} samples at its stop"
        found.append(Fault(stream.name, "clipped", first, said))
    return found


def _swapped(stream: Stream) -> list[Fault]:
    if stream.kind != "markers":
        return []
    swap = swap_at_a_frame(stream.channels, stream.values)
    if swap is None or swap.frame is None:
        return []
    said = f"{swap.first} and {swap.second} trade places"
    return [Fault(stream.name, "swapped", float(stream.time[swap.frame]), said)]
