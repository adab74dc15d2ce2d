import numpy as np

from prehensile.capture.live.latest import KEPT, LATEST, Latest
from prehensile.capture.live.source import Arrived
from prehensile.capture.recording.journal import empty_stream

FORCE = empty_stream(name="f", kind="forces", channels=("x",))
OTHER = empty_stream(name="g", kind="forces", channels=("x",))
TAPS = empty_stream(name="e", kind="events", channels=("tap",))


def some(stream, *times, offset=0.0):
    time = np.array(times)
    values = time.copy() if stream is TAPS else time[:, None].copy()
    return Arrived(stream, time, values, offset)


def test_before_the_first_sample_there_is_no_moment():
    latest = Latest()
    latest.take(some(FORCE))
    assert latest.moment() is None and latest.newest is None and not latest.at(1.0)


def test_all_streams_are_shown_at_a_moment_that_all_have_reached():
    latest = Latest()
    latest.take(some(FORCE, 1.0, 1.1, 1.2))
    latest.take(some(OTHER, 0.95, 1.05, 1.15, offset=0.01))
    assert latest.moment() == 1.16
    shown = latest.at(1.16)
    assert shown["f"].values[0] == 1.1 and shown["g"].values[0] == 1.15
    assert latest.at(1.15)["g"].values[0] == 1.05  # by the common clock


def test_a_stream_that_stopped_and_events_hold_nobody_up():
    latest = Latest()
    latest.take(some(OTHER, 1.0))
    latest.take(some(TAPS, 1.0))
    latest.take(some(FORCE, 1.0 + LATEST + 0.1))
    assert latest.moment() == 1.0 + LATEST + 0.1
    assert set(latest.at(2.0)) == {"f", "g", "e"}
    latest.clear()
    latest.take(some(TAPS, 3.0))
    assert latest.moment() == 3.0


def test_what_is_old_is_forgotten():
    latest = Latest()
    for k in range(50):
        latest.take(some(FORCE, 0.1 * k, 0.1 * k + 0.05))
    newest = latest.newest
    assert newest is not None
    assert "f" not in latest.at(newest - KEPT - 0.2) and "f" in latest.at(newest - KEPT)
