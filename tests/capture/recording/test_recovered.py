"""A recording of a journal: all that came, in order, whatever happened."""

import numpy as np
import pytest

from prehensile.capture.recording.journal import Journal, empty_stream
from prehensile.capture.recording.recovered import recovered
from prehensile.capture.recording.stream import MISSING
from prehensile.errors import FileError


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "a.h5.journal", {"meta": {"task": "press"}, "hand": {"side": 1}})
    journal.begin(0, empty_stream(name="f", kind="forces", channels=("a",), rate_hz=10.0))
    journal.begin(1, empty_stream(name="m", kind="markers", channels=("x", "y")))
    journal.begin(2, empty_stream(name="e", kind="events", channels=("tap", "let go")))
    yield journal
    journal.close()


def test_every_sample_comes_back_exactly(journal):
    rng = np.random.default_rng(0)
    time, points = np.sort(rng.random(40)), rng.normal(size=(40, 2, 3))
    for k in range(0, 40, 8):
        journal.samples(1, time[k : k + 8], points[k : k + 8])
    journal.samples(2, np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    journal.close()
    found = recovered(journal.path)
    assert found.names == ("f", "m", "e") and found.meta == {"task": "press"}
    assert found.hand == {"side": 1}
    np.testing.assert_array_equal(found["m"].time, time)
    np.testing.assert_array_equal(found["m"].values, points)
    assert found["f"].n_samples == 0 and found["f"].rate_hz == 10.0
    np.testing.assert_array_equal(found["e"].event_times("let go"), [0.5])


def test_a_journal_without_an_end_says_that_it_was_cut_short(journal):
    journal.samples(0, np.arange(3.0), np.zeros((3, 1)))
    journal.close(end=False)
    found = recovered(journal.path)
    assert found.meta["cut_short"] is True and found["f"].n_samples == 3


def test_time_that_runs_backwards_is_put_in_order_and_said(journal):
    journal.samples(0, np.array([0.0, 2.0, 1.0, 1.0]), np.array([[0.0], [2.0], [1.0], [1.5]]))
    journal.close()
    stream = recovered(journal.path)["f"]
    np.testing.assert_array_equal(stream.values[:, 0], [0.0, 1.0, 1.5, 2.0])
    np.testing.assert_allclose(stream.time, [0, 1, 1, 2])
    assert (np.diff(stream.time) > 0).all()
    assert stream.history[-1].what == "put in order"


def test_numbers_that_are_none_become_gaps(journal):
    journal.samples(0, np.array([0.0, 1.0, np.nan]), np.array([[np.inf], [np.nan], [3.0]]))
    journal.close()
    stream = recovered(journal.path)["f"]
    assert np.isnan(stream.values).all() and (stream.flags == MISSING).all()
    assert [done.what for done in stream.history] == ["left out", "left out"]


def test_readings_of_a_clock_are_kept_and_fitted(journal):
    journal.samples(0, np.array([10.0]), np.ones((1, 1)))
    for at in (10.0, 12.0, 14.0):
        journal.clock(0, at, 0.5)
    journal.close()
    found = recovered(journal.path)
    assert found.clock("f").offset == 0.5 and found.clock("f").how == "offsets"
    assert found.time("f")[0] == 10.5
    assert len(found["f"].sensor["clock_readings_s"]) == 3


def test_samples_of_no_stream_are_damage(journal):
    journal.samples(7, np.zeros(1), np.zeros((1, 1)))
    journal.close()
    with pytest.raises(FileError, match="not a journal"):
        recovered(journal.path)


def test_a_part_of_a_sample_is_damage(journal):
    journal.add(b"D", 1, bytes(8 * 9))
    journal.close()
    with pytest.raises(FileError, match="part of a sample"):
        recovered(journal.path)
