"""What is wrong with a recording, said before anybody computes with it."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.signals.stream_faults import Fault, stream_faults

EARLY = 0.05
"""A stream that stops by more than this part of the recording before the rest did stop half way;
in short recordings by a second, or a tenth of it."""
FEW = 5
"""instances of one kind that are told one by one"""


def faults(recording: Recording) -> tuple[Fault, ...]:
    """Of every stream, then of the whole; none for a recording that looks sound.

    Samples that never came, bursts of NaN, labels of markers that trade places, clipped sensors,
    rates that are not those set, streams that stop half way or hold nothing, clocks that nobody has
    aligned, contacts that name what is not there.
    """
    of_streams = (fault for stream in recording.streams for fault in stream_faults(stream))
    whole = (_stopped(recording), _clocks(recording), _contacts(recording))
    return (*of_streams, *(fault for found in whole for fault in found))


def fault_lines(found: Iterable[Fault]) -> list[str]:
    """In words, a line each; many of one kind and stream are summed up."""
    lines: list[str] = []
    for (stream, _), group in groupby(found, key=lambda fault: (fault.stream, fault.what)):
        told = [fault.line for fault in group]
        lines += told[:FEW]
        if len(told) > FEW:
            more = f"{len(told) - FEW} more like this"
            lines.append(f"{stream}: {more}" if stream else more)
    return lines


def _stopped(recording: Recording) -> Iterator[Fault]:
    lasting = [s for s in recording.streams if s.n_samples and s.kind != "events"]
    if len(lasting) < 2:
        return
    starts, ends = np.array([recording.time(s.name)[[0, -1]] for s in lasting]).T
    # As most of them: one that runs on alone does not make the others stop early.
    start, last = float(np.median(starts)), float(np.quantile(ends, 0.5, method="higher"))
    span = last - start
    late = last - max(min(1.0, 2 * EARLY * span), EARLY * span)
    for stream, end in zip(lasting, ends, strict=True):
        if start < end < late:
            said = f"it stops at {end:.4g} s, the others at {last:.4g} s"
            yield Fault(stream.name, "stopped", float(stream.time[-1]), said)


def _clocks(recording: Recording) -> Iterator[Fault]:
    used = {stream.clock for stream in recording.streams if stream.n_samples}
    if len(used) < 2:
        return
    known = {name for name, clock in recording.clocks.items() if clock.how != "assumed"}
    loose = sorted(used - known)
    # One of them may be the master itself.
    if len(loose) > 1:
        said = f"the clocks {', '.join(loose)} are not aligned: their times are taken as they are"
        yield Fault("", "unaligned", np.nan, said)
    spans = [recording.time(s.name)[[0, -1]] for s in recording.streams if s.n_samples > 1]
    if spans and max(a for a, _ in spans) > min(b for _, b in spans):
        said = "some streams have no instant in common: they cannot be of one clock"
        yield Fault("", "apart", np.nan, said)


def _contacts(recording: Recording) -> Iterator[Fault]:
    objects = {thing.name for thing in recording.objects}
    for contact in recording.contacts:
        lacks = []
        if contact.stream and contact.stream not in recording.names:
            lacks.append(f"there is no stream {contact.stream}")
        elif contact.stream and contact.channel not in ("", *recording[contact.stream].channels):
            lacks.append(f"{contact.stream} has no channel {contact.channel}")
        if contact.object and contact.object not in objects:
            lacks.append(f"there is no object {contact.object}")
        for lack in lacks:
            yield Fault("", "contact", np.nan, f"contact {contact.name}: {lack}")
