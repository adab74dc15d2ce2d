"""What the player colours fingertips by."""

import base64
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from tests.appearance.toy import toy_model
from tests.stage.blushing import ScatteredBlush, scattered_lookup

from prehensile.export.html_blush import blush_json
from prehensile.skin.dress import Dress


@pytest.fixture(scope="module")
def dress():
    return Dress(blush=ScatteredBlush(toy_model()))


@pytest.fixture(scope="module")
def told(hand_clip, dress):
    return json.loads(blush_json(hand_clip, dress))


def picture(text):
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(text)))).astype(int)


def test_two_hands_share_a_lookup_and_its_places_are_near(told):
    lookup = scattered_lookup()
    (packed,) = told["lookups"]
    assert told["hands"] == [0, 0]
    upper, lower = np.split(picture(packed), 2)
    s, t = 256 * upper[..., 0] + upper[..., 1], 256 * upper[..., 2] + lower[..., 0]
    assert np.abs(np.stack([s, t], axis=2) - lookup.st.astype(int)).max() <= 16
    np.testing.assert_array_equal(lower[..., 1], lookup.finger)
    np.testing.assert_array_equal(lower[..., 2], lookup.mask)


def test_a_hand_whose_colour_stays_has_no_lookup(hand_clip):
    class OneHand(ScatteredBlush):
        def over(self, clip):
            return super().over(clip) * np.array([0, 1])[:, None, None]

    told = json.loads(blush_json(hand_clip, Dress(blush=OneHand(toy_model()))))
    assert told["hands"] == [None, 0] and told["space"] == "srgb"
    np.testing.assert_allclose(told["pigment"], toy_model().pigment)


def test_nothing_is_told_where_nothing_colours(hand_clip, dress):
    assert blush_json(hand_clip, Dress()) == ""
    assert blush_json(hand_clip, replace(dress, bare=True)) == ""

    class Still(ScatteredBlush):
        def over(self, clip):
            return np.zeros((clip.n_frames, len(clip.hands), 5, 4))

    assert blush_json(hand_clip, Dress(blush=Still(toy_model()))) == ""
