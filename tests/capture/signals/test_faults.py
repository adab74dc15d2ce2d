"""What is wrong with a recording is told with its stream and time, and what is well is not."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.recording.recording import Clock, NamedContact, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.faults import fault_lines, faults

TIME = np.arange(1000) / 100


def wrong(*streams):
    whole = Stream("w", "forces", TIME, np.sin(TIME)[:, None], ("z",), rate_hz=100)
    one_clock = (replace(stream, clock="m") for stream in (whole, *streams))
    return [
        (f.stream, f.what, None if np.isnan(f.time) else round(f.time, 2))
        for f in faults(Recording(tuple(one_clock)))
    ]


def wave(name="force", clock="m", kept=slice(None)):
    time = np.arange(500)[kept] / 100
    return Stream(name, "forces", time, np.sin(3 * time)[:, None], ("a",), clock=clock)


def told_of(recording):
    return fault_lines(faults(recording))


def test_nothing_is_wrong_with_a_whole_recording():
    assert wrong(Stream("e", "events", [1.0], [0], ("tap",))) == []


def test_what_stops_or_never_starts_is_named():
    half = Stream("h", "forces", TIME[:500], np.sin(TIME[:500])[:, None], ("z",))
    none = Stream("n", "forces", [], np.zeros((0, 1)), ("z",))
    assert wrong(half, none) == [("n", "empty", None), ("h", "stopped", 4.99)]


def test_bursts_of_nan_and_holes_are_named():
    values = np.sin(TIME)[:, None].copy()
    values[100:105] = values[300:350] = np.nan
    burst = Stream("b", "forces", TIME, values, ("z",))
    kept = np.ones(1000, bool)
    kept[600:700] = False
    holed = Stream("o", "forces", TIME[kept], np.sin(TIME[kept])[:, None], ("z",), rate_hz=100)
    assert wrong(burst, holed) == [("b", "gap", 3.0), ("o", "hole", 5.99)]


def test_clipped_sensors_and_swapped_markers_are_named():
    clipped = Stream("c", "voltages", TIME, np.minimum(np.sin(TIME), 0.9)[:, None], ("v",))
    points = np.zeros((1000, 2, 3))
    points[:, 1, 0] = 0.05
    points[700:] = points[700:, ::-1]
    swapped = Stream("m", "markers", TIME, points, ("a", "b"))
    found = wrong(clipped, swapped)
    assert ("m", "swapped", 7.0) in found
    assert [f[:2] for f in found if f[0] == "c"] == [("c", "clipped")]


def test_many_of_a_kind_are_summed_up():
    kept = np.flatnonzero(np.arange(500) % 50 > 3)
    told = told_of(Recording((wave(kept=kept),)))
    assert len(told) == 6 and "more like this" in told[-1]


def test_a_stream_that_stops_half_way_or_never_began():
    half = wave("half", kept=slice(200))
    none = Stream("none", "forces", np.empty(0), np.empty((0, 1)), ("a",))
    told = told_of(Recording((wave(), wave("other"), half, none)))
    assert told == ["none: it has no sample", "half: it stops at 1.99 s, the others at 4.99 s"]


def test_clocks_that_nobody_aligned():
    two = (wave(), wave("other", "card"))
    (told,) = told_of(Recording(two))
    assert told.startswith("the clocks card, m are not aligned")
    assert told_of(Recording(two, clocks={"card": Clock(0.01, 1.0, "events")})) == []
    far = replace(wave("other", "card"), time=wave().time + 1e6)
    assert any("no instant in common" in t for t in told_of(Recording((wave(), far))))


@pytest.mark.parametrize(
    ("contact", "word"),
    [
        (NamedContact("c", "wrist", stream="x"), "no stream x"),
        (NamedContact("c", "wrist", stream="force", channel="z"), "no channel z"),
        (NamedContact("c", "wrist", object="moon"), "no object moon"),
    ],
)
def test_contacts_that_name_what_is_not_there(contact, word):
    assert word in told_of(Recording((wave(),), contacts=(contact,)))[0]


@pytest.mark.parametrize(
    ("span", "early", "stopped"), [(4, 0.5, 1), (4, 0.3, 0), (60, 2, 0), (60, 4, 1)]
)
def test_how_early_is_half_way(span, early, stopped):
    ends = (span, span, span - early, span + 100)  # one runs on alone
    streams = [
        Stream(f"s{k}", "forces", np.linspace(0, end, 99), np.zeros((99, 1)), ("z",), clock="m")
        for k, end in enumerate(ends)
    ]
    found = [f.stream for f in faults(Recording(tuple(streams))) if f.what == "stopped"]
    assert found == ["s2"] * stopped
