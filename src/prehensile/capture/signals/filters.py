"""Filters and derivatives, on demand only: a recording keeps what was measured."""

from collections.abc import Callable

import numpy as np

from prehensile.capture.recording.blend import QUATERNION, one_sided, renormalised
from prehensile.capture.recording.stream import Done, Stream
from prehensile.capture.signals.one_pole import one_pole
from prehensile.capture.signals.runs import even_rate, runs
from prehensile.errors import InputError
from prehensile.motion.smoothing import smooth

POLE, POLE_HZ = 0.9, 50.0
"""Of the Tango's taxels and accelerometer (3.3, Figure 3.14): y ← 0.9 y + 0.1 x at 50 Hz."""


def exponential(stream: Stream, pole: float = POLE, stated_hz: float = 0.0) -> Stream:
    """Each value pole · the last result + (1 − pole) · the sample, as a device does it live.

    It delays slow signals by pole / (1 − pole) samples. It starts from the first value, and anew
    after a gap.

    Args:
        stream: evenly sampled.
        pole: from 0 (nothing is done) to below 1.
        stated_hz: rate that the pole was stated for, if the stream's is another: the time constant
            is kept. 0 takes the pole as it is.

    Raises:
        InputError: a pole out of range, events, or uneven samples where a rate is needed.
    """
    if not 0 <= pole < 1:
        raise InputError(f"the pole of an exponential filter is {pole:g}; expected 0 to below 1.")
    used = pole ** (stated_hz / even_rate(stream)) if stated_hz else pole
    settings = {"pole": used, "delay_samples": used / (1 - used)}
    return _filtered(
        stream, lambda run: one_pole(run, used), Done("filtered", "exponential", settings)
    )


def low_pass(stream: Stream, cutoff_hz: float) -> Stream:
    """Without what is faster than the cutoff, and without delay (`motion.smoothing.smooth`).

    Stretches between gaps are filtered each on its own; very short ones are left.

    Raises:
        InputError: a cutoff out of range, events, or uneven samples.
    """
    _refuse_events(stream)
    rate = even_rate(stream)
    done = Done("filtered", "low_pass", {"cutoff_hz": cutoff_hz, "zero_phase": True})
    return _filtered(stream, lambda values: smooth(values, rate, cutoff_hz), done)


def derivative(stream: Stream, order: int = 1, window: float = 0.0) -> Stream:
    """The rate of change, by parabolas fitted to a moving window (Savitzky–Golay).

    Its name has a dot more than the stream's for every order, its unit ``/s``.

    Args:
        stream: evenly sampled numbers or places; rotations have no such derivative.
        order: 1 or 2.
        window: [s] that each parabola spans; three samples (central differences) at least.

    Raises:
        InputError: another order, rotations, events, uneven samples.
    """
    _refuse_events(stream)
    if order not in (1, 2):
        raise InputError(f"derivatives are of order 1 or 2, got {order}.")
    if stream.kind in QUATERNION or stream.kind == "coil_poses":
        raise InputError(f"stream {stream.name!r} holds rotations, whose rate is no {stream.kind}.")
    rate = even_rate(stream)
    span = max(1, round(0.5 * window * rate)) * 2 + 1

    def one_run(values: np.ndarray) -> np.ndarray:
        from scipy.signal import savgol_filter

        if len(values) < span:
            return np.full_like(values, np.nan)
        return np.asarray(savgol_filter(values, span, 2, order, 1 / rate, axis=0))

    done = Done("differentiated", "derivative", {"order": order, "window_samples": span})
    unit = ", ".join(f"{u}/s" + ("²" if order == 2 else "") for u in stream.unit.split(", "))
    return _filtered(stream, one_run, done, name=stream.name + "." * order, unit=unit)


def _refuse_events(stream: Stream) -> None:
    if stream.kind == "events":
        raise InputError(f"stream {stream.name!r} holds events, which cannot be filtered.")


def _filtered(
    stream: Stream, one_run: Callable[[np.ndarray], np.ndarray], done: Done, **fields: str
) -> Stream:
    """Every unbroken stretch of every channel through a filter."""
    _refuse_events(stream)
    values = one_sided(stream.kind, stream.values)
    result = values.copy()
    for channel in range(len(stream.channels)):
        for run in runs(stream, values[:, channel]):
            result[run, channel] = one_run(values[run, channel])
    return stream.changed(done, values=renormalised(stream.kind, result), **fields)
