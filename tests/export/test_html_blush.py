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

from prehensile.export.html_blush import FULL, RATE, blush_json, sampled_blood
from prehensile.skin.dress import Dress


@pytest.fixture(scope="module")
def dress():
    return Dress(blush=ScatteredBlush(toy_model()))


@pytest.fixture(scope="module")
def told(hand_clip, dress):
    return json.loads(blush_json(hand_clip, dress))


def picture(text):
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(text)))).astype(int)


def test_blood_comes_back_at_any_time(hand_clip, dress, told):
    """As linear interpolation of the clip's own, to a thousandth."""
    wanted = dress.blood(hand_clip)
    time = hand_clip.time
    at = np.minimum(time[0] + np.arange(20) / told["rate"], time[-1])
    for row, hand in enumerate(told["hands"]):
        steps = np.frombuffer(base64.b64decode(hand["blood"]), "<i2").reshape(-1, 5, 4)
        found = steps * hand["most"] / FULL
        assert len(found) == int(np.ceil((time[-1] - time[0]) * RATE)) + 1
        for k, sample in enumerate(found):
            oracle = [[np.interp(at[k], time, wanted[:, row, f, c]) for c in range(4)]
                      for f in range(5)]  # fmt: skip
            np.testing.assert_allclose(sample, oracle, atol=1e-3)


def test_two_hands_share_a_lookup_and_its_places_are_near(told):
    lookup = scattered_lookup()
    (packed,) = told["lookups"]
    assert [hand["lookup"] for hand in told["hands"]] == [0, 0]
    upper, lower = np.split(picture(packed), 2)
    s, t = 256 * upper[..., 0] + upper[..., 1], 256 * upper[..., 2] + lower[..., 0]
    assert np.abs(np.stack([s, t], axis=2) - lookup.st.astype(int)).max() <= 16
    np.testing.assert_array_equal(lower[..., 1], lookup.finger)
    np.testing.assert_array_equal(lower[..., 2], lookup.mask)


def test_nothing_is_told_where_nothing_colours(hand_clip, dress):
    assert blush_json(hand_clip, Dress()) == ""
    assert blush_json(hand_clip, replace(dress, bare=True)) == ""

    class Still(ScatteredBlush):
        def over(self, clip):
            return np.zeros((clip.n_frames, len(clip.hands), 5, 4))

    assert blush_json(hand_clip, Dress(blush=Still(toy_model()))) == ""


def test_a_single_frame_is_a_single_sample():
    blood = np.arange(20.0).reshape(1, 5, 4)
    np.testing.assert_array_equal(sampled_blood(np.array([3.0]), blood), blood)
