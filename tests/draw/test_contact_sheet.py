from dataclasses import replace

import numpy as np
import pytest
from tests.draw.looks import is_blue, is_skin, read

from prehensile.draw.contact_sheet import draw_contact_sheet, key_frames
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError

pytestmark = pytest.mark.usefixtures("drawing")


def test_shows_hand_and_thing_in_every_tile_under_one_camera(clip, tmp_path):
    path = draw_contact_sheet(clip, tmp_path / "c.png", frames=4, columns=2, tile=(180, 150))
    sheet = read(path)
    assert sheet.shape == (2 * (150 + LABEL_HEIGHT), 360, 3)
    middles = []
    for k in range(4):
        top, left = (k // 2) * (150 + LABEL_HEIGHT), (k % 2) * 180
        tile = sheet[top : top + 150, left : left + 180]
        assert is_skin(tile).mean() > 0.05 and is_blue(tile).mean() > 0.03
        middles.append(np.argwhere(is_blue(tile)).mean(0))
    assert middles[3][0] < middles[0][0] - 5  # lifted, and seen to be


def test_frames_are_spread_in_time_and_never_repeated(clip):
    assert key_frames(clip, 3) == [0, 5, 11] or key_frames(clip, 3) == [0, 6, 11]
    assert key_frames(clip, 100) == list(range(clip.n_frames))
    assert key_frames(clip, 1) == [0]


def test_errors_leave_nothing_behind(clip, tmp_path):
    foreign = replace(clip, hands=(replace(clip.hands[0], model={"kind": "mano"}),))
    for bad, frames in ((foreign, 4), (clip, 0)):
        with pytest.raises(InputError):
            draw_contact_sheet(bad, tmp_path / "c.png", frames=frames)
    assert not list(tmp_path.iterdir())
