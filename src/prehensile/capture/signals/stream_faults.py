"""What is wrong with one stream: told, never mended."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.held import HOLE
from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.signals.clipped import at_stops
from prehensile.capture.signals.runs import usual_step
from prehensile.kinematics.fit.marker_swaps import swap_at_a_frame
from prehensile.motion.mocap.gaps import SHORT_GAP, find_gaps

CONVERTED = ("voltages", "forces", "force_vectors", "wrenches", "accelerations", "pressure")
"""Kinds that a converter with two ends gives."""
OFF = 0.02
"""Part by which samples may come at another rate than the one set."""


class Fault(NamedTuple):
    """One thing that is wrong."""

    stream: str
    """empty where it is the whole recording's"""
    what: str
    """``empty``, ``hole``, ``gap``, ``swapped``, ``clipped``, ``rate``; of a recording ``stopped``,
    ``unaligned``, ``apart``, ``contact``"""
    time: float
    """[s] of the stream's clock, where it first is so; NaN where it is always so"""
    said: str
    """in words"""

    @property
    def line(self) -> str:
        """The stream and what is wrong with it."""
        return f"{self.stream}: {self.said}" if self.stream else self.said


def stream_faults(stream: Stream) -> tuple[Fault, ...]:
    """In order of `Fault.what`'s list, then by channel and time.

    Time that runs backwards and infinite numbers never get this far: `Stream` refuses them.
    """
    if not stream.n_samples:
        return (Fault(stream.name, "empty", np.nan, "it has no sample"),)
    if stream.kind == "events":
        return ()
    kinds = (_holes, _gaps, _swapped, _clipped, _rate)
    return tuple(fault for found in kinds for fault in found(stream))


def _holes(stream: Stream) -> Iterator[Fault]:
    """Stretches in which no sample arrived."""
    steps, usual = np.diff(stream.time), usual_step(stream)
    for k in np.flatnonzero(steps > HOLE * usual):
        lost, start = round(steps[k] / usual) - 1, float(stream.time[k])
        said = f"about {lost} samples are missing from {start:.4g} s on ({steps[k]:.3g} s)"
        yield Fault(stream.name, "hole", start, said)


def _gaps(stream: Stream) -> Iterator[Fault]:
    """Bursts of NaN that no fill will close well; shorter ones cameras have all day."""
    seen = np.asarray(np.isfinite(stream.values).all(axis=tuple(range(2, stream.values.ndim))))
    for gap in find_gaps(seen):
        length = (gap.stop - gap.start) * usual_step(stream)
        if length > SHORT_GAP or gap.stop - gap.start == stream.n_samples:
            channel, start = stream.channels[gap.point], float(stream.time[gap.start])
            said = f"{channel} is missing for {length:.3g} s from {start:.4g} s on"
            yield Fault(stream.name, "gap", start, said)


def _swapped(stream: Stream) -> Iterator[Fault]:
    if stream.kind != "markers" or stream.n_samples < 2:
        return
    swap = swap_at_a_frame(stream.channels, stream.values)
    if swap is not None and swap.frame is not None:
        at = float(stream.time[swap.frame])
        said = f"the labels of {swap.first} and {swap.second} trade places at {at:.4g} s"
        yield Fault(stream.name, "swapped", at, said)


def _clipped(stream: Stream) -> Iterator[Fault]:
    """Flags say so, or a signal sits at its stop."""
    flagged = stream.flags & CLIPPED > 0
    stopped = at_stops(stream) if stream.kind in CONVERTED else np.zeros_like(flagged)
    for k, channel in enumerate(stream.channels):
        for where, how in ((flagged[:, k], "is clipped in"), (stopped[:, k], "sits at a stop in")):
            if where.any():
                share = f"{100 * where.mean():.2g} % of its samples"
                start = float(stream.time[np.argmax(where)])
                yield Fault(stream.name, "clipped", start, f"{channel} {how} {share}")
                break


def _rate(stream: Stream) -> Iterator[Fault]:
    measured = stream.measured_rate
    if stream.rate_hz and measured and abs(measured / stream.rate_hz - 1) > OFF:
        said = f"set to {stream.rate_hz:g} Hz, its samples come at {measured:.4g} Hz"
        yield Fault(stream.name, "rate", np.nan, said)
