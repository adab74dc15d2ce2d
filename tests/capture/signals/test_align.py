import numpy as np
import pytest

from prehensile.bench.capture.taps import TapSession, sync_error, tap_recording
from prehensile.capture.recording.recording import Clock, NamedContact, Recording, Touch
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.align import aligned
from prehensile.errors import PrehensileError

TRUE = Clock(-2.5, 1 + 4e-5)


def numbers(name, clock, time=None, channel="a"):
    time = np.arange(0, 10, 0.01) if time is None else time
    return Stream(name, "forces", time, np.zeros((len(time), 1)), (channel,), clock=clock)


def events(name, clock, times, what="trigger"):
    return Stream(name, "events", times, np.zeros(len(times)), (what,), clock=clock)


def triggered(n, lost=()):
    masters = np.sort(np.random.default_rng(n).uniform(0, 10, n))
    own = np.delete(TRUE.from_master(masters), lost)
    return Recording(
        (
            numbers("m", "camera"), events("me", "camera", masters),
            numbers("d", "daq"), events("de", "daq", own),
        )
    )  # fmt: skip


@pytest.mark.parametrize(("n", "lost"), [(2, ()), (9, ()), (9, (3, 4))])
def test_a_trigger_aligns_two_clocks(n, lost):
    found = aligned(triggered(n, lost), "m")
    assert found.clock("m").how == "master" and found.clock("d").how == "trigger"
    np.testing.assert_allclose(found.clock("de")[:2], TRUE[:2], rtol=1e-6)


def test_one_trigger_gives_the_offset():
    clock = aligned(triggered(1), "m").clock("d")
    assert clock.scale == 1 and abs(clock.offset - TRUE.offset) < 1e-3


def test_counted_frames_align_two_clocks():
    frames = np.arange(0, 10, 0.01) + 1
    own = np.arange(0, 13, 0.00107)
    counts = np.searchsorted(frames, TRUE.to_master(own), side="right")
    counter = Stream("n", "voltages", own, counts[:, None], ("frames",), clock="daq")
    camera = numbers("m", "camera", frames)
    found = aligned(Recording((camera, numbers("d", "daq"), counter)), "m")
    assert found.clock("d").how == "frames"
    assert sync_error(found.clock("d"), TRUE, 10) < 2e-4


def test_taps_align_what_nothing_else_does():
    made = tap_recording(2, TapSession(duration=20.0, n_taps=7))
    found = aligned(made.recording, "markers").clock("force")
    assert found.how == "events" and sync_error(found, made.clock, 20) < 0.0015
    assert found.deviation < 0.003


def test_events_of_any_name_align_by_their_intervals():
    taps = np.array([0.5, 1.7, 2.2, 5.9, 8.0])
    pair = (events("v", "video", taps, "clap"), events("k", "keys", taps - 0.7, "space"))
    assert aligned(Recording(pair), "v").clock("k").offset == pytest.approx(0.7)


def test_touches_move_with_the_stream_that_felt_them():
    contact = (NamedContact("tip", "index-finger-tip", stream="d"),)
    recording = triggered(5)
    recording = Recording(recording.streams, {}, contact, (Touch("tip", 5.0, 5.1, 6.0),))
    (touch,) = aligned(recording, "m").touches
    np.testing.assert_allclose(touch[1:4], TRUE.to_master([5.0, 5.1, 6.0]))


def test_values_and_times_of_samples_stay():
    recording = triggered(5)
    found = aligned(recording, "m")
    assert all(a is b for a, b in zip(recording.streams, found.streams, strict=True))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"how": "frames"}, "no stream of the clock 'daq'"),
        ({"how": "hope"}, "way to align"),
        ({"how": {"nose": "trigger"}}, "unknown clock"),
        ({"streams": ["nothing"]}, "unknown stream"),
        ({"how": "events"}, "cannot be aligned"),
        ({"how": "events", "streams": ["m"]}, "cannot be aligned"),
    ],
)
def test_what_cannot_be_is_said(given, said):
    recording = Recording((numbers("m", "camera"), numbers("d", "daq")))
    with pytest.raises(PrehensileError, match=said):
        aligned(recording, "m", **given)


def test_triggers_that_only_one_saw_do_not_align():
    recording = Recording((events("a", "camera", [1.0]), numbers("d", "daq")))
    with pytest.raises(PrehensileError, match="no trigger that both saw"):
        aligned(recording, "a", how="trigger")
    uneven = Recording((events("a", "camera", np.arange(9.0)), events("b", "daq", np.arange(7.0))))
    with pytest.raises(PrehensileError, match="evenly spaced"):
        aligned(uneven, "a")
