import numpy as np
import pytest
from tests.draw.looks import is_skin, read

from prehensile.draw.scene import BACKGROUND
from prehensile.draw.spelling_sheet import draw_spelling_sheet
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec

pytestmark = pytest.mark.usefixtures("drawing")
WIDTH, HEIGHT = 100, 110


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    path = tmp_path_factory.mktemp("sheet") / "s.png"
    hand = HandSpec.mean().build()
    return read(draw_spelling_sheet(hand, "LS gjl", path, columns=3, tile=(WIDTH, HEIGHT)))


def tile(sheet, k):
    top, left = (k // 3) * (HEIGHT + LABEL_HEIGHT), (k % 3) * WIDTH
    return sheet[top : top + HEIGHT, left : left + WIDTH]


def red(picture):
    return (picture[..., 0] > 120) & (picture[..., 1] < 60) & (picture[..., 2] < 90)


def test_every_sign_has_a_tile_and_a_space_is_empty(sheet):
    assert sheet.shape == (2 * (HEIGHT + LABEL_HEIGHT), 3 * WIDTH, 3)
    for k in (0, 1, 3, 4, 5):
        assert 0.08 < is_skin(tile(sheet, k)).mean() < 0.6
    assert (tile(sheet, 2) == BACKGROUND).all()
    assert (tile(sheet, 0) == tile(sheet, 5)).all(), "the same letter looks the same"


def test_an_l_reads_as_an_l(sheet):
    """The index finger goes up on the left, the thumb to the right, for the reader."""
    skin = is_skin(tile(sheet, 0))
    top = np.flatnonzero(skin[: HEIGHT // 4].any(0))
    rightmost = np.flatnonzero(skin.any(0))[-1]
    assert 0 < top.size < 15, "one finger is up"
    assert rightmost > top.max() + 25
    assert np.flatnonzero(skin[:, rightmost - 3]).mean() > HEIGHT // 3


def test_a_g_points_to_the_readers_right(sheet):
    skin = is_skin(tile(sheet, 3))
    columns, rows = np.flatnonzero(skin.any(0)), np.flatnonzero(skin.any(1))
    assert np.ptp(columns) > 1.4 * np.ptp(rows)
    assert skin[:, columns[-8]].sum() < 0.5 * skin[:, columns[8]].sum(), "a finger, not the arm"


def test_only_a_drawn_letter_shows_a_line(sheet):
    assert red(tile(sheet, 4)).mean() > 0.004
    assert not red(tile(sheet, 0)).any()


def test_hands_are_drawn_to_one_scale(sheet):
    skins = [is_skin(tile(sheet, k)) for k in (0, 1)]
    wrist = [skin[np.flatnonzero(skin.any(1))[-1] - 5].sum() for skin in skins]
    assert abs(wrist[0] - wrist[1]) <= 4


@pytest.mark.parametrize("text", ["", "a!"])
def test_errors_leave_nothing_behind(text, hand, tmp_path):
    with pytest.raises(InputError):
        draw_spelling_sheet(hand, text, tmp_path / "s.png")
    assert not list(tmp_path.iterdir())
