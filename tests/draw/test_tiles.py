import numpy as np
import pytest
from tests.draw.looks import read

from prehensile.draw.tiles import LABEL_HEIGHT, save_picture, save_tiles, sheet_size
from prehensile.errors import FileError, InputError


def test_tiles_stand_row_by_row_unchanged_with_labels_below(tmp_path, rng):
    pictures = rng.integers(0, 255, (3, 40, 60, 3), dtype=np.uint8)
    path = save_tiles([(f"no {k}", p) for k, p in enumerate(pictures)], tmp_path / "a.png", 2)
    sheet = read(path)
    assert sheet.shape[1::-1] == sheet_size(3, 2, (60, 40)) == (120, 2 * (40 + LABEL_HEIGHT))
    np.testing.assert_array_equal(sheet[:40, 60:], pictures[1])
    np.testing.assert_array_equal(sheet[40 + LABEL_HEIGHT : 80 + LABEL_HEIGHT, :60], pictures[2])
    assert np.ptp(sheet[42 : 40 + LABEL_HEIGHT, :60]) > 50  # ink


def test_a_picture_is_written_as_it_is(tmp_path, rng):
    picture = rng.integers(0, 255, (40, 60, 3), dtype=np.uint8)
    np.testing.assert_array_equal(read(save_picture(picture, tmp_path / "p.png")), picture)


def test_nothing_to_draw_is_an_error_and_leaves_nothing(tmp_path):
    with pytest.raises(InputError):
        save_tiles([], tmp_path / "a.png", 3)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot write"):
        save_picture(np.zeros((4, 4, 3), np.uint8), tmp_path / "file" / "p.png")
