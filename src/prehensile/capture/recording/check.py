"""What is wrong with a recording, in sentences: told, never mended."""

from collections.abc import Iterator

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.kinematics.fit.marker_swaps import swap_at_a_frame
from prehensile.motion.mocap.gaps import SHORT_GAP, find_gaps

SKIPPED = 2.5
"""Median steps between neighbouring samples from which on some are missing."""
BURST = SHORT_GAP
"""[s] without a number in a channel that is worth telling."""
STUCK = 5
"""Samples in a row at the same extreme of a channel, where a sensor was driven to its end."""
ROUNDED = 0.2
"""Share of the samples at the extreme that a rounded peak has at the step before it, at least."""
EARLY = 0.1
"""Share of the recording by which a stream may stop before the last one."""
FEW = 5
"""instances of one kind that are told one by one"""


def problems(recording: Recording) -> list[str]:
    """One sentence for each thing found; none for a recording that looks whole.

    Time gaps, bursts of NaN, labels of markers that trade places, clipped sensors, streams that
    stop half way or hold nothing, clocks that nobody has aligned.
    """
    found: list[str] = []
    for stream in recording.streams:
        if not stream.n_samples:
            found.append(f"{stream.name}: it has no sample")
        elif stream.kind != "events":
            for what in (_time_gaps, _bursts, _swaps, _clipped, _rate):
                told = list(what(stream))
                found += told[:FEW]
                if len(told) > FEW:
                    found.append(f"{stream.name}: {len(told) - FEW} more like this")
    return [*found, *_stopped(recording), *_clocks(recording), *_contacts(recording)]


def _time_gaps(stream: Stream) -> Iterator[str]:
    steps = np.diff(stream.time)
    usual = float(np.median(steps)) if len(steps) else 0.0
    for k in np.flatnonzero(steps > SKIPPED * usual):
        lost = round(steps[k] / usual) - 1
        yield (
            f"{stream.name}: about {lost} samples are missing from {stream.time[k]:.4g} s on "
            f"({steps[k]:.3g} s)"
        )


def _bursts(stream: Stream) -> Iterator[str]:
    period = 1 / (stream.measured_rate or 1.0)
    values = stream.values.reshape(stream.n_samples, len(stream.channels), -1)
    for gap in find_gaps(np.asarray(np.isfinite(values).all(-1))):
        length = (gap.stop - gap.start) * period
        if length > BURST or gap.stop - gap.start == stream.n_samples:
            yield (
                f"{stream.name}: {stream.channels[gap.point]} is missing for {length:.3g} s from "
                f"{stream.time[gap.start]:.4g} s on"
            )


def _swaps(stream: Stream) -> Iterator[str]:
    if stream.kind != "markers" or stream.n_samples < 2:
        return
    swap = swap_at_a_frame(stream.channels, stream.values)
    if swap is not None and swap.frame is not None:
        yield (
            f"{stream.name}: the labels of {swap.first} and {swap.second} trade places at "
            f"{stream.time[swap.frame]:.4g} s"
        )


def _clipped(stream: Stream) -> Iterator[str]:
    """Flags say so, or a signal stays at the same extreme."""
    flagged = (stream.flags & CLIPPED) > 0  # pyright: ignore[reportOptionalOperand]
    values = stream.values.reshape(stream.n_samples, len(stream.channels), -1)
    for k, name in enumerate(stream.channels):
        share = float(flagged[:, k].mean())
        if share:
            yield f"{stream.name}: {name} is clipped in {100 * share:.2g} % of its samples"
        elif stream.kind in ("voltages", "forces", "force_vectors", "wrenches", "accelerations"):
            longest = max(_longest_at_end(column) for column in values[:, k].T)
            if longest >= STUCK:
                yield (
                    f"{stream.name}: {name} stays at its extreme for {longest} samples in a row: "
                    "it may be clipped"
                )


def _longest_at_end(column: np.ndarray) -> int:
    """Longest run of samples at the largest or smallest value, where the signal was cut off there.

    A slow peak that a converter rounds stays long at its last step as well, and nearly half as long
    at the step before it: what is cut off does not. A sensor that nothing touches stays at nought,
    or at its median.
    """
    seen = column[np.isfinite(column)]
    levels, counts = np.unique(seen, return_counts=True)
    if len(levels) < STUCK:
        return 0
    longest = 0
    for end, before in ((-1, -2), (0, 1)):
        value, long = levels[end], counts[before] < ROUNDED * counts[end]
        if long and value not in (0.0, np.median(seen)):
            at = np.flatnonzero(np.diff(np.pad((seen == value).astype(np.int8), 1)))
            longest = max(longest, int((at[1::2] - at[::2]).max(initial=0)))
    return longest


def _rate(stream: Stream) -> Iterator[str]:
    measured = stream.measured_rate
    if stream.rate_hz and measured and abs(measured / stream.rate_hz - 1) > 0.02:
        yield f"{stream.name}: set to {stream.rate_hz:g} Hz, its samples come at {measured:.4g} Hz"


def _stopped(recording: Recording) -> Iterator[str]:
    ends = {
        s.name: recording.time(s.name)[[0, -1]]
        for s in recording.streams
        if s.n_samples and s.kind != "events"
    }
    if len(ends) < 2:
        return
    last = float(np.median([end for _, end in ends.values()]))
    start = float(np.median([begin for begin, _ in ends.values()]))
    for name, (_, end) in ends.items():
        if start < end < last - EARLY * (last - start):
            yield f"{name}: it stops at {end:.4g} s, the others at {last:.4g} s"


def _clocks(recording: Recording) -> Iterator[str]:
    used = {stream.clock for stream in recording.streams if stream.n_samples}
    if len(used) < 2:
        return
    known = {name for name, clock in recording.clocks.items() if clock.how != "assumed"}
    loose = sorted(used - known)
    # One of them may be the master itself.
    if len(loose) > 1:
        yield f"the clocks {', '.join(loose)} are not aligned: their times are taken as they are"
    spans = [recording.time(s.name)[[0, -1]] for s in recording.streams if s.n_samples > 1]
    if spans and max(a for a, _ in spans) > min(b for _, b in spans):
        yield "some streams have no instant in common: they cannot be of one clock"


def _contacts(recording: Recording) -> Iterator[str]:
    objects = {thing.name for thing in recording.objects}
    for contact in recording.contacts:
        if contact.stream and contact.stream not in recording.names:
            yield f"contact {contact.name}: there is no stream {contact.stream}"
        elif contact.stream and contact.channel not in ("", *recording[contact.stream].channels):
            yield f"contact {contact.name}: {contact.stream} has no channel {contact.channel}"
        if contact.object and contact.object not in objects:
            yield f"contact {contact.name}: there is no object {contact.object}"
