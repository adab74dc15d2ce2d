"""Tekscan files as streams of pressure."""

import numpy as np
import pytest

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.recording.tekscan import load_frames, taxel_grid
from prehensile.errors import FileError, InputError
from prehensile.files.tekscan import read_tekscan


def write(path, rows, date="04/07/2013 2:05:30.92PM", frames=1):
    head = "Frame {}, {},, {},,,Raw Sum=,,{}"
    total = sum(int(c) for row in rows for c in row.split(",") if c != "B")
    text = "".join(
        head.format(k + 1, 0.01 * k, date, total) + "\n" + "\n".join(rows) + "\n"
        for k in range(frames)
    )
    path.write_text(text + "@@\n")
    return path


def test_the_gloves_files_import_with_their_own_layout(reference_data):
    files = sorted(reference_data("fingertips", "index").glob("Data*.csv"))
    found = load_frames(files)["pressure"]
    assert found.values.shape == (11, 361) and found.channels[0] == "r1c7"
    assert taxel_grid(found).shape == (29, 25)
    for k in (0, 4, 10):
        one = read_tekscan(files[k])
        raw = found.values[k] * 255 / (12 * 6894.757293168)
        np.testing.assert_allclose(raw, one.raw[0][one.taxel], atol=1e-9)
        assert np.array_equal(taxel_grid(found), one.taxel)
    # 2:04:35.53PM to 2:05:30.92PM
    np.testing.assert_allclose(found.time[[0, -1]], [0, 55.39], atol=1e-5)
    assert ((found.flags & CLIPPED) > 0).sum() == sum(
        int((read_tekscan(f).raw == 255).sum()) for f in files
    )


def test_one_file_runs_by_its_own_count(tmp_path):
    found = Recording.load(write(tmp_path / "a.csv", ["B,7", "255,0"], frames=3))["pressure"]
    np.testing.assert_allclose(found.time, [0, 0.01, 0.02])
    assert found.channels == ("r1c2", "r2c1", "r2c2") and found.flags[0].tolist() == [0, 4, 0]


def test_files_are_ordered_by_their_dates(tmp_path):
    late = write(tmp_path / "a.csv", ["9"], "04/07/2013 1:00:01.00AM")
    early = write(tmp_path / "b.csv", ["3"], "04/07/2013 12:59:59.50AM")
    found = load_frames([late, early])["pressure"]
    assert found.values[0, 0] < found.values[1, 0]
    np.testing.assert_allclose(found.time, [0, 1.5], atol=1e-5)


def test_files_that_do_not_fit_together_are_one_line(tmp_path):
    one = write(tmp_path / "a.csv", ["B,7"])
    with pytest.raises(FileError, match="elsewhere"):
        load_frames([one, write(tmp_path / "b.csv", ["7,B"])])
    with pytest.raises(FileError, match="no date"):
        load_frames([one, write(tmp_path / "c.csv", ["B,7"], date="99/99/2013 2:00:00.0PM")])
    with pytest.raises(FileError, match="increase"):
        load_frames([one, one])
    with pytest.raises(InputError, match="no file"):
        load_frames([])


def test_other_pressure_has_no_grid():
    other = Stream("p", "pressure", np.arange(2.0), np.zeros((2, 1)), ("left",))
    with pytest.raises(InputError, match="grid"):
        taxel_grid(other)
