"""XDF written by its specification; pyxdf in our process is the oracle."""

import numpy as np
import pytest
from tests.capture.recording.xdf_writer import example, write_xdf

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.xdf import load, measured_clock
from prehensile.errors import FileError

pyxdf = pytest.importorskip("pyxdf", reason="needs pyxdf: pip install 'prehensile[capture]'")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return example(tmp_path_factory.mktemp("xdf") / "a.xdf")


def test_streams_are_those_of_pyxdf_in_our_units(file):
    theirs = pyxdf.load_xdf(str(file), synchronize_clocks=False, dejitter_timestamps=False)[0]
    found = Recording.load(file)
    assert found.names == ("amp", "hand motion", "keys")
    amp = found["amp"]
    assert (amp.kind, amp.unit, amp.channels, amp.rate_hz) == ("voltages", "V", ("a", "b"), 100)
    np.testing.assert_allclose(amp.values, 1e-6 * theirs[0]["time_series"])
    assert np.array_equal(amp.time, theirs[0]["time_stamps"])
    motion = found["hand motion"]
    assert motion.kind == "markers" and motion.channels == ("tip",)
    assert np.array_equal(motion.values[:, 0], theirs[1]["time_series"])
    assert found["keys"].event_times("stop").tolist() == [100.3]


def test_a_clock_is_the_line_through_its_offsets(file):
    clock = load(file).clocks["amp"]
    assert clock.how == "offsets"
    assert clock.scale == pytest.approx(1 + 2e-5, abs=2e-6)
    assert clock.to_master(np.array(115.0)) == pytest.approx(115 + 0.5 + 2e-5 * 115, abs=2e-6)


@pytest.mark.parametrize("count", [1, 3])
def test_few_offsets_give_no_drift(count):
    clock = measured_clock(np.stack([np.arange(count), np.full(count, 0.25)], axis=1))
    assert (clock.offset, clock.scale) == (0.25, 1.0)
    assert measured_clock(np.full((2, 2), np.nan)).offset == 0


def test_stamps_that_stand_still_are_evened_and_said(tmp_path):
    time = 5 + np.repeat(np.arange(10), 2) / 50
    one = {"name": "x", "kind": "Force", "rate": 100, "labels": ["a"], "unit": "N", "time": time}
    found = load(write_xdf(tmp_path / "a.xdf", [{**one, "rows": np.ones((20, 1))}]))["x"]
    assert found.kind == "forces" and found.history[0].what == "dejittered"
    assert (np.diff(found.time) > 0).all()
    path = write_xdf(tmp_path / "b.xdf", [{**one, "rate": 0, "rows": np.ones((20, 1))}])
    with pytest.raises(FileError, match="runs backwards"):
        load(path)


def test_bad_files_are_one_line(tmp_path, file):
    path = tmp_path / "x.xdf"
    for data, word in (
        (b"XDG:" + bytes(99), "not an XDF"),
        (file.read_bytes()[:300], "sample|damaged"),
        (b"XDF:", "sample"),
    ):
        path.write_bytes(data)
        with pytest.raises(FileError, match=word) as caught:
            load(path)
        assert "\n" not in str(caught.value)
    wrong = {"name": "x", "kind": "wrenches", "rate": 9, "labels": ["a"], "unit": "N"}
    write_xdf(path, [{**wrong, "time": np.arange(3.0), "rows": np.ones((3, 1))}])
    with pytest.raises(FileError, match="1 channels"):
        load(path)
