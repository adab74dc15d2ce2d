"""One master clock for a recording: by a trigger, by counted frames, or by taps (3.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from prehensile.capture.recording.recording import Clock, Recording, Touch
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.counted_frames import clock_from_frames
from prehensile.capture.signals.event_lists import line, paired
from prehensile.capture.signals.impulses import impulses
from prehensile.capture.signals.tap_fit import noisy, shift_from_taps
from prehensile.capture.signals.traces import trace
from prehensile.errors import InputError, UnknownNameError

WAYS = ("trigger", "frames", "events")
TRIGGER = "trigger"
"""Event that streams of both clocks hold, if a wire connects them."""
COUNTER = "frames"
"""Channel that holds the number of the master's frames so far."""
SEARCH = 5.0
"""[s] how far two clocks may be off before taps bring them together"""


def aligned(
    recording: Recording,
    master: str,
    *,
    how: str | Mapping[str, str] = "",
    streams: Sequence[str] = (),
    search: float = SEARCH,
) -> Recording:
    """The recording with clocks that bring every stream to the time of one.

    Values and times of samples stay as they were; only `Recording.clocks` changes, and touches
    move with their streams. What is not said is looked for: a ``trigger`` event that both clocks
    saw, a channel ``frames`` that counts the master's, and last taps (`shift_from_taps`).

    Args:
        recording: with streams of two or more clocks.
        master: a stream; its clock becomes the master's.
        how: one of `WAYS` for all clocks, or for each by its name.
        streams: that may show taps; all if left out.
        search: [s] how far clocks may be off where taps align them.

    Raises:
        InputError: two clocks cannot be aligned; nothing is guessed.
        UnknownNameError: no such stream, clock or way.
    """
    chief = recording[master].clock
    for name in streams:
        recording[name]  # an unknown one is named
    others = sorted({stream.clock for stream in recording.streams} - {chief})
    ways = dict.fromkeys(others, how) if isinstance(how, str) else dict(how)
    for clock, way in ways.items():
        if clock not in others:
            raise UnknownNameError("clock", clock, others)
        if way and way not in WAYS:
            raise UnknownNameError("way to align", way, WAYS)
    looked = streams or recording.names
    clocks = {chief: Clock(how="master")}
    for clock in others:
        pair = (_of_clock(recording, chief), _of_clock(recording, clock))
        clocks[clock] = _clock(*pair, recording[master], ways.get(clock, ""), looked, search)
    return replace(recording, clocks=clocks, touches=_moved(recording, master, clocks))


def _of_clock(recording: Recording, clock: str) -> tuple[Stream, ...]:
    return tuple(stream for stream in recording.streams if stream.clock == clock)


def _clock(
    masters: Sequence[Stream],
    own: Sequence[Stream],
    master: Stream,
    how: str,
    looked: Sequence[str],
    search: float,
) -> Clock:
    """Of one device."""
    triggers = [_triggers(group) for group in (own, masters)]
    if how == "trigger" or (not how and all(len(t) for t in triggers)):
        return _by_trigger(own[0].clock, *triggers)
    counter = next((s for s in own if s.kind != "events" and COUNTER in s.channels), None)
    if how == "frames" or (not how and counter is not None):
        if counter is None:
            raise InputError(f"no stream of the clock {own[0].clock!r} has a channel {COUNTER!r}.")
        return clock_from_frames(counter, COUNTER, master)
    return _by_taps(
        [s for s in masters if s.name in looked], [s for s in own if s.name in looked], search
    )


def _triggers(group: Sequence[Stream]) -> np.ndarray:
    """(k,) [s] when the streams of one clock saw a trigger."""
    events = [s for s in group if s.kind == "events" and TRIGGER in s.channels]
    return np.unique(np.concatenate([s.event_times(TRIGGER) for s in events] or [np.zeros(0)]))


def _by_trigger(clock: str, own: np.ndarray, masters: np.ndarray) -> Clock:
    if not (len(own) and len(masters)):
        raise InputError(f"{clock!r} and the master cannot be aligned: no trigger that both saw.")
    if len(own) == len(masters):
        return line(own, masters, "trigger")
    try:
        pairs = paired(own, masters)
    except InputError as why:
        raise InputError(f"{clock!r} and the master cannot be aligned by triggers: {why}") from None
    return line(own[pairs[:, 0]], masters[pairs[:, 1]], "trigger")


def _by_taps(masters: Sequence[Stream], own: Sequence[Stream], search: float) -> Clock:
    """The most certain clock that any pair of streams gives."""
    found, refused = [], []
    for one in masters:
        for two in own:
            try:
                found.append(_from_pair(one, two, search))
            except InputError as why:
                refused.append(why)
    if not found:
        raise (
            refused[0]
            if refused
            else InputError("clocks cannot be aligned: no stream of both may show taps.")
        )
    return min(found, key=lambda clock: clock.deviation)


def _from_pair(master: Stream, own: Stream, search: float) -> Clock:
    if "events" not in (master.kind, own.kind):
        shift = shift_from_taps(own, master, 0.0, search)
        span = own.time[[0, -1]]
        offset = shift.offset - shift.drift * shift.middle
        return Clock(offset, 1 + shift.drift, "events", noisy(shift, *span))
    lists = [s.time if s.kind == "events" else impulses(trace(s)) for s in (own, master)]
    try:
        pairs = paired(*lists, search)
    except InputError as why:
        raise InputError(f"{own.name!r} and {master.name!r} cannot be aligned: {why}") from None
    return line(lists[0][pairs[:, 0]], lists[1][pairs[:, 1]], "events")


def _moved(recording: Recording, master: str, clocks: Mapping[str, Clock]) -> tuple[Touch, ...]:
    """Touches by the new master's time: each keeps its place in the stream that felt it."""
    felt = {contact.name: contact.stream or master for contact in recording.contacts}
    moved = []
    for touch in recording.touches:
        stream = felt[touch.contact]
        old, new = recording.clock(stream), clocks[recording[stream].clock]
        times = new.to_master(old.from_master(np.array(touch[1:4]))).tolist()
        moved.append(Touch(touch.contact, *times, touch.by))
    return tuple(moved)
