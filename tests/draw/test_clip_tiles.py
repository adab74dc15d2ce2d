from dataclasses import replace

import numpy as np
import pytest
from tests.draw.looks import read

from prehensile.draw.clip_tiles import draw_last_frames
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError
from prehensile.lie import se3


@pytest.mark.usefixtures("drawing")
def test_one_tile_for_each_clip(clip, tmp_path):
    path = draw_last_frames({"a": clip, "b": clip}, tmp_path / "t.png", columns=2, tile=(120, 100))
    sheet = read(path)
    assert sheet.shape == (100 + LABEL_HEIGHT, 240, 3)
    assert sheet[:100, :120].std() > 0.01 and sheet[:100, 120:].std() > 0.01


@pytest.mark.usefixtures("drawing")
def test_from_one_side_the_same_hand_turned_looks_different(clip, tmp_path):
    """Each from its own telling side they look alike: the camera turns with the hand."""
    quarter = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    turned = replace(
        clip,
        hands=tuple(
            replace(hand, T_world_forearm=_turned(hand.T_world_forearm, quarter))
            for hand in clip.hands
        ),
        bodies=tuple(replace(body, pose=_turned(body.pose, quarter)) for body in clip.bodies),
    )
    both, tile = {"a": clip, "b": turned}, (120, 100)

    def unlike(one_side):
        sheet = read(draw_last_frames(both, tmp_path / "t.png", 2, tile, one_side=one_side))
        return float(np.abs(sheet[:100, :120] - sheet[:100, 120:]).mean())

    assert unlike(True) > 2 * unlike(False)


def _turned(pose, R):
    T = np.eye(4)
    T[:3, :3] = R
    return se3.to_pose7(T @ se3.from_pose7(pose))


def test_no_clips_is_an_error_and_leaves_nothing(tmp_path):
    with pytest.raises(InputError):
        draw_last_frames({}, tmp_path / "t.png")
    assert not list(tmp_path.iterdir())
