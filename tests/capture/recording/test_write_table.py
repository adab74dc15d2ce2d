"""A recording as a table, read back exactly, and by numpy alone."""

import json

import numpy as np
import pytest
from tests.capture.recording.recordings import assert_same, small_recording

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError


def test_streams_come_back_exactly(tmp_path):
    given = small_recording()
    path = given.save(tmp_path / "a.csv")
    assert_same(given, Recording.load(path))
    assert json.loads((tmp_path / "a.json").read_text())["format"] == "prehensile-table"


def test_numpy_alone_reads_the_columns(tmp_path):
    given = small_recording()
    path = given.save(tmp_path / "a.csv")
    names = path.read_text().splitlines()[0].split(",")
    found = np.genfromtxt(path, delimiter=",", skip_header=1)
    column = found[:, names.index("nano.tip.2")]
    at = np.searchsorted(found[:, 0], given["nano"].time)
    np.testing.assert_array_equal(column[at], given["nano"].values[:, 0, 2])


def test_what_a_table_cannot_say_is_refused(tmp_path):
    two = Stream("e", "events", np.array([1.0, 1.0]), np.zeros(2), ("a",))
    with pytest.raises(InputError, match="fall together"):
        Recording((two,)).save(tmp_path / "a.csv")
    with pytest.raises(InputError, match="0 rows"):
        Recording(()).save(tmp_path / "a.csv")
    odd = Stream("f", "forces", np.arange(2.0), np.zeros((2, 1)), ("a",), sensor={"x": np.nan})
    with pytest.raises(InputError, match="JSON"):
        Recording((odd,)).save(tmp_path / "a.csv")
    assert not list(tmp_path.iterdir())
