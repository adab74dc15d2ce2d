"""Streams at other times, inventing nothing: no extrapolation, gaps stay gaps, events are kept."""

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import MISSING, Done, Stream
from prehensile.capture.signals.blend import blended
from prehensile.capture.signals.filters import low_pass
from prehensile.capture.signals.runs import HOLE, even_rate, usual_step
from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.motion.resample import MAX_FRAMES, SNAP

KEPT = 0.4
"""Share of the new rate below which a low-pass lets through, before down-sampling."""


def resampled(stream: Stream, rate_hz: float, *, anti_alias: bool = False) -> Stream:
    """A stream at an even rate, from its first sample up to its last.

    Numbers and places are linear between two samples, rotations turn; across a gap (NaN, or a step
    of more than 2.5 usual ones) it is NaN. Flags are those of both samples.

    Args:
        stream: of any kind; events come back as they are.
        rate_hz: > 0.
        anti_alias: whether to remove what the new rate cannot show, before it is lowered. It needs
            even samples.

    Raises:
        InputError: a rate that is not positive, or that makes more than ten million samples.
    """
    if not (np.isfinite(rate_hz) and rate_hz > 0):
        raise InputError(f"the rate must be positive and finite [Hz], got {rate_hz}.")
    if stream.kind == "events" or not stream.n_samples:
        return stream
    periods = stream.duration * rate_hz
    if periods >= MAX_FRAMES:
        raise InputError(f"{rate_hz:g} Hz over {stream.duration:.3g} s makes too many samples.")
    if anti_alias and rate_hz < even_rate(stream):
        stream = low_pass(stream, KEPT * rate_hz)
    times = stream.time[0] + np.arange(int(periods + SNAP) + 1) / rate_hz
    done = Done("resampled", "capture.signals.resample", {"rate_hz": rate_hz})
    values, flags = _at(stream, times)
    return stream.changed(done, time=times, values=values, flags=flags, rate_hz=rate_hz)


def at_times(stream: Stream, times: np.ndarray) -> Stream:
    """A stream at given times of its own clock; NaN and MISSING outside what was recorded.

    Events are not resampled: they come back as they are.

    Raises:
        InputError: times out of order.
    """
    if stream.kind == "events":
        return stream
    times = frozen(times, np.float64, (None,), "times")
    done = Done("resampled", "capture.signals.resample", {"samples": len(times)})
    values, flags = _at(stream, times)
    return stream.changed(done, time=times, values=values, flags=flags, rate_hz=0.0)


def onto(recording: Recording, name: str, like: str) -> Stream:
    """A stream of a recording at the samples of another, and by that one's clock.

    Events keep their instants and only change clock.

    Raises:
        UnknownNameError: no such stream.
    """
    stream, other = recording[name], recording[like]
    clock = recording.clock(name)
    done = Done("resampled", "capture.signals.resample", {"like": like})
    if stream.kind == "events":
        own = recording.clock(like).from_master(recording.time(name))
        return stream.changed(done, time=own, clock=other.clock)
    values, flags = _at(stream, clock.from_master(recording.time(like)))
    return stream.changed(
        done, time=other.time, values=values, flags=flags, clock=other.clock, rate_hz=other.rate_hz
    )


def _at(stream: Stream, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values and flags of all channels at times of the stream's clock."""
    channels = len(stream.channels)
    values = np.full((len(times), *stream.values.shape[1:]), np.nan)
    flags = np.full((len(times), channels), MISSING, np.uint8)
    if not stream.n_samples:
        return values, flags
    step, slack = usual_step(stream), SNAP * usual_step(stream)
    after = np.clip(np.searchsorted(stream.time, times - slack), 0, stream.n_samples - 1)
    exact = np.abs(stream.time[after] - times) <= slack
    before = np.where(exact, after, np.maximum(after - 1, 0))
    apart = stream.time[after] - stream.time[before]
    inside = exact | ((stream.time[before] <= times) & (times <= stream.time[after]))
    inside &= apart <= HOLE * step
    before, after, exact = before[inside], after[inside], exact[inside]
    past = times[inside] - stream.time[before]
    part = np.where(exact, 0.0, past / np.where(exact, 1.0, apart[inside]))
    for c in range(channels):
        column = stream.values[:, c]
        between = blended(stream.kind, column[before], column[after], part)
        between[exact] = column[after[exact]]  # bit for bit
        values[inside, c] = between
    both = stream.flags[before] | stream.flags[after]
    lost = np.isnan(values[inside]).reshape(len(both), channels, -1).any(-1)
    flags[inside] = np.where(lost, both | np.uint8(MISSING), both & ~np.uint8(MISSING))
    return values, flags
