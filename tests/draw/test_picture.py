import pytest
from tests.draw.looks import is_blue, is_skin, read

from prehensile.draw.picture import draw_frame
from prehensile.errors import InputError

pytestmark = pytest.mark.usefixtures("drawing")


def test_draws_hand_and_thing_at_the_asked_size(clip, tmp_path):
    picture = read(draw_frame(clip, -1, tmp_path / "f.png", size=(320, 200), level=1))
    assert picture.shape == (200, 320, 3)
    assert is_skin(picture).mean() > 0.05 and is_blue(picture).mean() > 0.03


def test_same_clip_same_picture(clip, tmp_path):
    paths = [
        draw_frame(clip, 2, tmp_path / name, size=(160, 120), level=1, forces=True)
        for name in ("a.png", "b.png")
    ]
    assert (read(paths[0]) == read(paths[1])).all()


def test_no_such_frame(clip, tmp_path):
    with pytest.raises(InputError, match="no frame 12"):
        draw_frame(clip, 12, tmp_path / "f.png")
    assert not list(tmp_path.iterdir())
