import numpy as np
import pytest
from tests.draw.looks import is_skin, read

from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.draw.scene import BACKGROUND
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError, UnknownNameError

pytestmark = pytest.mark.usefixtures("drawing")


def test_every_tile_holds_a_hand_that_fills_it(hand, tmp_path):
    poses = {"flat": np.zeros(23), "relaxed": hand.spec.rest, "half": 0.5 * hand.spec.rest}
    path = draw_pose_sheet(hand, poses, tmp_path / "p.png", columns=2, tile=(120, 140))
    sheet = read(path)
    assert sheet.shape == (2 * (140 + LABEL_HEIGHT), 240, 3)
    for k in range(3):
        top, left = (k // 2) * (140 + LABEL_HEIGHT), (k % 2) * 120
        tile = sheet[top : top + 140, left : left + 120]
        rows = np.flatnonzero(is_skin(tile).any(1))
        assert np.ptp(rows) > 110 and 0.1 < is_skin(tile).mean() < 0.7
    assert (sheet[140 + LABEL_HEIGHT :, 120:] == BACKGROUND).all()


@pytest.mark.parametrize(("poses", "options", "error"), [
    ({}, {}, InputError),
    ({"a": np.zeros(22)}, {}, InputError),
    ({"a": np.zeros(23)}, {"view": "sideways"}, UnknownNameError),
])  # fmt: skip
def test_errors_leave_nothing_behind(hand, tmp_path, poses, options, error):
    with pytest.raises(error):
        draw_pose_sheet(hand, poses, tmp_path / "p.png", **options)
    assert not list(tmp_path.iterdir())
