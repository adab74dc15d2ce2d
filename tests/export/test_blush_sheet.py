"""The sheet of fingertips, read back as an engine would: from its PNG and JSON alone."""

import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from tests.appearance.toy import toy_model
from tests.export.toy_tips import ToyTips

from prehensile.appearance.model.procedure import blushed
from prehensile.appearance.worn import Blush
from prehensile.bench.appearance.pressed_clip import HARDEST, pressed_clip
from prehensile.errors import InputError
from prehensile.export import blush_sheet
from prehensile.hand.joints import DIGITS
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress


@pytest.fixture(scope="module")
def clip():
    return pressed_clip()


@pytest.fixture(scope="module")
def dress():
    return Dress(blush=Blush(toy_model()))


@pytest.fixture(scope="module")
def written(clip, dress, tmp_path_factory):
    return blush_sheet.save(clip, tmp_path_factory.mktemp("sheet") / "press_blush.png", dress)


@pytest.fixture(scope="module")
def sheet(written):
    return np.asarray(Image.open(written[0])), json.loads(written[1].read_text())


def rebuilt(picture, hand, base, frame):
    """The hand's base colour at a frame, from the sheet."""
    result = base.copy()
    for finger in hand["fingers"]:
        for tile in finger["tiles"]:
            x, y, w, h = tile["base"]
            u, v, *_ = tile["sheet"][finger["frames"][frame]]
            rows, columns = np.arange(y, y + h) % len(base), np.arange(x, x + w) % base.shape[1]
            result[np.ix_(rows, columns)] = over(
                result[np.ix_(rows, columns)], base[np.ix_(rows, columns)],
                picture[v : v + h, u : u + w],
            )  # fmt: skip
    return result


def over(now, before, tile):
    """Boxes of neighbours overlap: what a tile leaves as it was stays as it has become."""
    return np.where((tile == before).all(axis=2, keepdims=True), now, tile)


@pytest.mark.parametrize("frame", [0, 18, 35, 44, -1])
def test_the_picture_of_any_frame_is_rebuilt_from_it(clip, dress, sheet, frame):
    picture, document = sheet
    (hand,) = document["hands"]
    worn = hand_of(clip.hands[0])
    base, lookup = dress.picture(worn), dress.lookup(worn)
    found = rebuilt(picture, hand, base, frame).astype(float)
    level = [finger["frames"][frame] for finger in hand["fingers"]]
    blood = np.array([f["levels"][k]["blood"] for f, k in zip(hand["fingers"], level, strict=True)])
    meant = 255 * blushed(dress.blush.model, base / 255, lookup, blood)
    assert np.abs(found - meant).max() <= 2
    # And against the blood of the frame itself, as far as levels go.
    now = 255 * blushed(dress.blush.model, base / 255, lookup, dress.blood(clip)[frame, 0])
    assert np.abs(found - now).max() <= hand["color_error"] + 2
    if frame == 35:
        assert np.abs(found - base).max() > 30, "there was something to show"


def test_it_says_what_an_engine_must_know(clip, sheet):
    picture, document = sheet
    assert document["picture"] == "press_blush.png" and document["version"] == 1
    assert picture.shape == (document["height"], document["width"], 3)
    assert document["time"] == pytest.approx(clip.time.tolist())
    (hand,) = document["hands"]
    assert (hand["name"], hand["side"]) == ("right", "right")
    assert tuple(finger["name"] for finger in hand["fingers"]) == DIGITS
    size = np.array([hand["base_width"], hand["base_height"]])
    for finger, hardest in zip(hand["fingers"], HARDEST, strict=True):
        assert len(finger["frames"]) == clip.n_frames
        count = len(finger["levels"])
        assert max(finger["frames"]) == count - 1
        assert finger["levels"][0]["blood"] == [0, 0, 0, 0]
        forces = [level["force"] for level in finger["levels"] if level["force"] is not None]
        assert min(forces) >= 0 and max(forces) <= hardest + 1e-9
        assert forces[-1] == pytest.approx(hardest, rel=0.2), "palest under the full force"
        for tile in finger["tiles"]:
            x, y, w, h = tile["base"]
            assert np.allclose(tile["uv"], [*((x, y) / size), *((x + w, y + h) / size)])
            assert len(tile["sheet"]) == count
            for u, v, tw, th in tile["sheet"]:
                assert (tw, th) == (w, h)
                assert 0 <= u <= document["width"] - w and 0 <= v <= document["height"] - h


def test_two_hands_lie_below_one_another(hand_clip, tmp_path):
    dress = Dress(blush=ToyTips(strength=2, slow=0.004))
    path, notes = blush_sheet.save(hand_clip, tmp_path / "two.png", dress)
    picture, document = np.asarray(Image.open(path)), json.loads(notes.read_text())
    assert [hand["name"] for hand in document["hands"]] == ["right", "left"]
    for track, hand in zip(hand_clip.hands, document["hands"], strict=True):
        worn = hand_of(track)
        base, lookup = dress.picture(worn), dress.lookup(worn)
        h = hand_clip.hands.index(track)
        found = rebuilt(picture, hand, base, 4).astype(float)
        meant = 255 * blushed(dress.blush.model, base / 255, lookup, dress.blood(hand_clip)[4, h])
        assert np.abs(found - meant).max() <= hand["color_error"] + 2


@pytest.mark.parametrize(
    ("change", "words"), [({"blush": None}, "--no-blush"), ({"bare": True}, "--bare")]
)
def test_hands_without_colour_are_refused_and_nothing_is_left(clip, dress, tmp_path, change, words):
    with pytest.raises(InputError, match=words):
        blush_sheet.save(clip, tmp_path / "none.png", replace(dress, **change))
    assert not list(tmp_path.iterdir())
