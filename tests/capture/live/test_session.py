import time

import numpy as np
import pytest

from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.session import LiveSession
from prehensile.capture.live.source import Arrived
from prehensile.capture.recording.journal import empty_stream
from prehensile.capture.recording.recording import Recording
from prehensile.errors import FileError, InputError


class Given:
    """A source that gives what a test puts into it."""

    silent = ()

    def __init__(self):
        self.next = []

    def now(self):
        return time.monotonic()

    def poll(self):
        given, self.next = self.next, []
        return given

    def close(self):
        pass


@pytest.fixture
def given():
    return Given()


@pytest.fixture
def session(given):
    session = LiveSession(given)
    yield session
    session.close()


FORCE = empty_stream(name="f", kind="forces", channels=("x",), rate_hz=100, clock="far")


def some(first, count, offset=0.0, reading=None):
    time = (first + np.arange(count)) / 100
    return Arrived(FORCE, time, np.ones((count, 1)), offset, reading)


def test_it_counts_and_shows_what_comes(session, given):
    given.next = [some(0, 60), some(60, 60), some(130, 100)]
    assert session.poll() == 220
    (state,) = session.states()
    assert (state.received, state.lost, state.silent) == (220, 10, False)
    moment, samples = session.samples()
    assert moment == 2.29 and samples["f"].time == 2.29


def test_only_what_comes_while_recording_is_recorded(session, given, tmp_path):
    given.next = [some(0, 50)]
    session.poll()
    session.record(tmp_path / "a.h5", {"task": "x"})
    with pytest.raises(InputError, match="already"):
        session.record(tmp_path / "b.h5")
    given.next = [some(50, 50, offset=0.25, reading=(0.9, 0.25))]
    session.poll()
    assert session.recording and session.path == tmp_path / "a.h5"
    assert session.recorded_seconds == pytest.approx(0.49)
    made = session.finish()
    assert not session.recording and made["f"].n_samples == 50
    assert made.meta["lost_samples"] == 0
    found = Recording.load(tmp_path / "a.h5")
    assert found.clock("f").offset == pytest.approx(0.25)
    np.testing.assert_array_equal(found["f"].time, (50 + np.arange(50)) / 100)
    with pytest.raises(InputError, match="nothing is being"):
        session.finish()


def test_a_recording_that_begins_later_knows_the_clock(session, given, tmp_path):
    session.record(tmp_path / "a.h5")
    given.next = [some(0, 5, offset=-0.5)]
    session.poll()
    assert session.finish().clock("f").offset == -0.5


def test_a_recording_of_nothing_leaves_nothing(session, tmp_path):
    session.record(tmp_path / "a.h5")
    with pytest.raises(InputError, match="no stream sent"):
        session.finish()
    assert list(tmp_path.iterdir()) == []


def test_events_of_new_names_are_recorded(session, given, tmp_path):
    session.record(tmp_path / "a.h5")
    for k, names in enumerate((("tap",), ("tap", "let go"))):
        stream = empty_stream(name="e", kind="events", channels=names)
        given.next = [Arrived(stream, np.array([float(k)]), np.array([float(k)]))]
        session.poll()
    assert session.finish()["e"].event_times("let go").tolist() == [1.0]


def test_a_full_disk_ends_the_recording_in_one_line_and_keeps_it(
    session, given, tmp_path, monkeypatch
):
    session.record(tmp_path / "a.h5")
    given.next = [some(0, 10)]
    session.poll()

    def full(*_):
        raise FileError("cannot go on writing: No space left on device.")

    monkeypatch.setattr("prehensile.capture.recording.journal.Journal.samples", full)
    given.next = [some(10, 10)]
    session.poll()
    assert "No space" in session.trouble and not session.recording
    given.next = [some(20, 10)]
    assert session.poll() == 10  # listening goes on
    assert (tmp_path / "a.h5.journal").exists()


def test_it_listens_by_itself(recording, tmp_path):
    session = LiveSession(RecordedSource(recording, loop=False))
    session.record(tmp_path / "a.h5")
    session.start()
    end = time.monotonic() + 120
    while sum(s.received for s in session.states()) < 552 and time.monotonic() < end:
        time.sleep(0.02)
    made = session.finish()
    session.close()
    for stream in recording.streams:
        np.testing.assert_array_equal(made[stream.name].values, stream.values)
