"""The figures of colour on a hand: they are drawn, and show what they are about."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.figures._appearance_hand import draw_growing_grip, draw_mask, draw_on_hand
from prehensile.skin.dress import Dress


def read(path) -> np.ndarray:
    from matplotlib.image import imread

    return imread(path)[..., :3]


def test_the_mask_is_shown_beside_its_origin(tmp_path):
    picture = read(draw_mask(tmp_path / "mask.png", toy_model()))
    assert picture.std() > 0.2


@pytest.mark.long
@pytest.mark.usefixtures("drawing")
def test_a_grown_grip_is_paler_than_a_light_one(tmp_path):
    dress = Dress(blush=Blush(toy_model()))
    pale, plain = (
        read(draw_growing_grip(tmp_path / f"{k}.png", d, (2.0, 30.0)))
        for k, d in enumerate((dress, Dress()))
    )
    changed = np.abs(pale - plain).max(axis=2) > 0.03
    half = changed.shape[1] // 2
    assert changed[:, half:].sum() > 2 * changed[:, :half].sum() and changed.mean() < 0.1


def test_a_dress_without_colour_has_no_figures(tmp_path):
    assert draw_on_hand(tmp_path, Dress()) == [] and not list(tmp_path.iterdir())
