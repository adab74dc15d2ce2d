import pytest
from tests.draw.looks import read

from prehensile.draw.clip_tiles import draw_last_frames
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError


@pytest.mark.usefixtures("drawing")
def test_one_tile_for_each_clip(clip, tmp_path):
    path = draw_last_frames({"a": clip, "b": clip}, tmp_path / "t.png", columns=2, tile=(120, 100))
    sheet = read(path)
    assert sheet.shape == (100 + LABEL_HEIGHT, 240, 3)
    assert sheet[:100, :120].std() > 0.01 and sheet[:100, 120:].std() > 0.01


def test_no_clips_is_an_error_and_leaves_nothing(tmp_path):
    with pytest.raises(InputError):
        draw_last_frames({}, tmp_path / "t.png")
    assert not list(tmp_path.iterdir())
