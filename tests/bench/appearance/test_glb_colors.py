"""What the figure of colours in three.js is measured with, and that it sees what is wrong."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.bench.appearance import glb_colors
from prehensile.bench.appearance.glb_colors import Seen, color_differences, glb_color_err
from prehensile.bench.appearance.pressed_clip import pressed_clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress


@pytest.fixture(scope="module")
def color():
    return Blush(toy_model())


def shown(color, clip, frames, blood):
    """What a browser would find that shows some blood (F, 5, 4): a grid of places all over."""
    dress, hand = Dress(blush=color), hand_of(clip.hands[0])
    places = (np.stack(np.meshgrid(*[np.arange(1024)] * 2), axis=-1).reshape(-1, 2) + 0.5) / 1024
    base, lookup = dress.picture(hand), dress.lookup(hand)
    pictures = [color.painted(base, lookup, row) for row in blood]
    return [Seen(places, picture.reshape(-1, 3) / 255) for picture in pictures]


@pytest.mark.long
def test_right_colours_are_right_and_wrong_ones_are_not(color, monkeypatch):
    clip = pressed_clip()
    frames = [5, 30]
    blood = color.over(clip)[frames, 0]
    for mistake, low, high in ((0.0, 0, 1.0), (0.2, 5, 30)):
        seen = shown(color, clip, frames, (1 - mistake) * blood)
        monkeypatch.setattr(glb_colors, "seen_tips", lambda *_, seen=seen: seen)
        rest, pressed = color_differences(clip, color, frames)
        assert rest.max() <= 1 and low <= pressed.max() <= high


def test_without_three_js_there_is_no_figure(color, monkeypatch, tmp_path):
    monkeypatch.setattr(glb_colors, "THREE", tmp_path / "none")
    assert glb_color_err(color) is None


@pytest.mark.long
def test_three_js_shows_the_colours_of_procedure_5_4(color, node_modules):
    clip = pressed_clip()
    found = color_differences(clip, color, [5, 30])
    if found is None:
        pytest.skip("there is no browser")
    assert min(map(len, found)) > 10_000
    assert found[0].max() < 1 and 0.5 < found[1].max() <= 8
    # The same frames are far from one another: they were not all shown at rest.
    dress, hand = Dress(blush=color), hand_of(clip.hands[0])
    base = dress.picture(hand).astype(int)
    blood = color.over(clip)[30, 0]
    assert np.abs(color.painted(base.astype(np.uint8), dress.lookup(hand), blood) - base).max() > 40
