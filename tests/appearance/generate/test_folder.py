"""The folder that `prehensile blush photos` writes."""

import csv

import numpy as np
import pytest
from PIL import Image

from prehensile.appearance.generate.folder import COLUMNS, TRUTH, write_photos
from prehensile.errors import FileError, InputError

SIZE = 64


def test_a_folder_holds_what_was_taken(tmp_path):
    taken = write_photos(tmp_path / "set", "tone-6", 7, size=SIZE)
    with (tmp_path / "set/forces.csv").open() as file:
        header, *rows = csv.reader(file)
    assert tuple(header) == COLUMNS and len(rows) == len(taken.photos)
    for row, photo in zip(rows, taken.photos, strict=True):
        name, force, time, *rest, view = row
        picture = np.asarray(Image.open(tmp_path / "set" / name))
        assert (picture == photo.picture).all()
        assert (time, view) == ("", photo.view)
        np.testing.assert_allclose([float(force), *map(float, rest)], photo.load, atol=1e-3)
    with np.load(tmp_path / "set" / TRUTH, allow_pickle=False) as truth:
        assert list(truth["names"]) == [row[0] for row in rows]
        last = SIZE - 1
        for k in (0, 5):
            corners = taken.photos[k].warp()[[0, 0, last, last], [0, last, 0, last]]
            np.testing.assert_allclose(
                truth["warp"][k][[0, 0, -1, -1], [0, -1, 0, -1]], corners, atol=0.05
            )
        np.testing.assert_allclose(truth["tau"], [taken.person.blanch_s, taken.person.refill_s])
        np.testing.assert_allclose(truth["pigment_pad"], taken.pigment["pad"])
    assert len(list((tmp_path / "set").iterdir())) == len(rows) + 2


def test_a_series_has_times(tmp_path):
    write_photos(tmp_path, series=True, size=SIZE, views=("nail",))
    with (tmp_path / "forces.csv").open() as file:
        times = [float(row["time"]) for row in csv.DictReader(file)]
    assert times[0] == 0 and (np.diff(times) > 0).all()


def test_mistakes_leave_nothing_behind(tmp_path):
    with pytest.raises(InputError, match="tone"):
        write_photos(tmp_path / "set", "green", size=SIZE)
    assert not (tmp_path / "set").exists()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match="cannot write"):
        write_photos(tmp_path / "file", size=SIZE, views=("nail",))
