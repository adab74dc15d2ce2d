"""Missing samples interpolated up to a stated length and marked; longer gaps are left open."""

from dataclasses import replace

import numpy as np

from prehensile.capture.recording.stream import FILLED, MISSING, Done, Stream
from prehensile.capture.signals.blend import QUATERNION, blended, renormalised
from prehensile.capture.signals.runs import usual_step
from prehensile.errors import InputError
from prehensile.motion.mocap.gaps import find_gaps

LATE = 1.5
"""A step longer than this many usual ones lacks samples."""


def filled(stream: Stream, longest: float) -> Stream:
    """With gaps no longer than so many seconds filled by monotone cubics, flagged FILLED.

    Samples that never arrived are put in where they are missed. Quaternions turn from one edge to
    the other. Longer gaps, and those at the ends, stay as they are: NaN, or no samples at all.

    Args:
        stream: of any kind; events come back as they are.
        longest: [s] from the sample before the gap to the one after it; 0 fills none.

    Raises:
        InputError: a length that is negative or no number.
    """
    if not longest >= 0:
        raise InputError(f"the longest gap to fill is {longest:g} s; expected 0 or more.")
    if stream.kind == "events" or stream.n_samples < 2:
        return stream
    whole = _with_late_samples(stream, longest)
    seen = np.isfinite(whole.values).reshape(*whole.flags.shape, -1).all(-1)
    values, flags, number = whole.values.copy(), whole.flags.copy(), 0
    for gap in find_gaps(seen):
        if gap.start == 0 or gap.stop == whole.n_samples:
            continue
        length = whole.time[gap.stop] - whole.time[gap.start - 1]
        if length > longest + 1e-9:
            continue
        rows = slice(gap.start, gap.stop)
        values[rows, gap.point] = _between(whole, seen[:, gap.point], gap.point, gap.start)
        flags[rows, gap.point] = (flags[rows, gap.point] & ~np.uint8(MISSING)) | FILLED
        number += gap.stop - gap.start
    done = Done("filled", "capture.signals.gaps", {"longest_s": longest, "samples": number})
    return whole.changed(done, values=values, flags=flags)


def _with_late_samples(stream: Stream, longest: float) -> Stream:
    """With NaN at instants at which a sample is missed, in gaps that will be filled."""
    step = usual_step(stream)
    steps = np.diff(stream.time)
    short = (steps > LATE * step) & (steps <= longest + 1e-9)
    if not short.any():
        return stream
    extra = np.where(short, np.maximum(np.round(steps / step) - 1, 0), 0).astype(int)
    at = np.repeat(np.flatnonzero(extra), extra[extra > 0])
    nth = np.concatenate([np.arange(1, n + 1) for n in extra[extra > 0]])
    new = stream.time[at] + steps[at] * nth / (extra[at] + 1)
    order = np.argsort(np.concatenate([stream.time, new]), kind="stable")
    values = np.concatenate([stream.values, np.full((len(new), *stream.values.shape[1:]), np.nan)])
    flags = np.full((len(new), len(stream.channels)), MISSING, np.uint8)
    return replace(
        stream,
        time=np.concatenate([stream.time, new])[order],
        values=values[order],
        flags=np.concatenate([stream.flags, flags])[order],
    )


def _between(stream: Stream, seen: np.ndarray, channel: int, start: int) -> np.ndarray:
    """Values of one channel in the gap that starts there."""
    from scipy.interpolate import PchipInterpolator

    there = np.flatnonzero(seen)
    at = int(np.searchsorted(there, start))
    before, after = there[at - 1], there[at]
    time = stream.time[before + 1 : after]
    # Two samples either side give the slopes at the gap's edges.
    near = there[max(0, at - 2) : at + 2]
    column = stream.values[:, channel]
    curve = PchipInterpolator(stream.time[near], column[near], axis=0)(time)
    if stream.kind in QUATERNION:
        part = (time - stream.time[before]) / (stream.time[after] - stream.time[before])
        first, last = (np.repeat(column[[k]], len(time), 0) for k in (before, after))
        q = slice(QUATERNION[stream.kind], None)
        curve[:, q] = blended(stream.kind, first, last, part)[:, q]
    return renormalised(stream.kind, curve)
