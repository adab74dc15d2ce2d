"""Film strips: a row a clip, a column a time, one camera and one scale of arrows."""

from dataclasses import replace

import numpy as np
import pytest
from tests.draw.looks import is_blue, read

from prehensile.draw.film_strips import draw_film_strips
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError
from prehensile.skin.dress import Dress

pytestmark = pytest.mark.usefixtures("drawing")
TILE = (160, 140)
EYE = np.array([0.6, -0.8, 0.5])
BARE = Dress(bare=True)


def tiles_of(sheet: np.ndarray, rows: int, columns: int) -> list[list[np.ndarray]]:
    """Tiles (height, width, 3) by row and column."""
    (w, h), full = TILE, TILE[1] + LABEL_HEIGHT
    assert sheet.shape == (rows * full, columns * w, 3)
    return [
        [sheet[r * full : r * full + h, c * w : (c + 1) * w] for c in range(columns)]
        for r in range(rows)
    ]


def test_rows_are_clips_and_columns_times_under_one_camera(clip, tmp_path):
    (can,) = clip.bodies
    pose = can.pose[:1].repeat(clip.n_frames, axis=0)
    still = replace(clip, bodies=(replace(can, pose=pose),))
    path = draw_film_strips(
        {"a": clip, "b": still}, [0.0, 1.0], tmp_path / "f.png", TILE, EYE, dress=BARE
    )
    (a0, a1), (b0, b1) = tiles_of(read(path), 2, 2)
    for tile in (a0, a1, b0, b1):
        assert is_blue(tile).mean() > 0.01
    middle = [np.argwhere(is_blue(tile)).mean(0)[0] for tile in (a0, a1, b0, b1)]
    assert middle[1] < middle[0] - 5  # lifted
    assert middle[2] == pytest.approx(middle[0], abs=1)  # where it stood, in both rows
    assert middle[3] > middle[1] + 5


def test_a_clip_that_ended_shows_its_last_frame(clip, tmp_path):
    path = draw_film_strips({"a": clip}, [1.1, 9.0], tmp_path / "f.png", TILE, EYE, dress=BARE)
    ((there, later),) = tiles_of(read(path), 1, 2)
    assert (there == later).all()


def test_nothing_to_draw_is_refused(clip, tmp_path):
    for clips, times in (({}, [0.0]), ({"a": clip}, [])):
        with pytest.raises(InputError, match="at least one"):
            draw_film_strips(clips, times, tmp_path / "f.png")
    assert not list(tmp_path.iterdir())
