"""Colour as a dress wears it: blood over clips, live steps, and painted pictures."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from tests.appearance.bake.test_paint import random_lookup
from tests.appearance.toy import toy_model

from prehensile.appearance.model.blood import blood_over_time
from prehensile.appearance.model.model import BlushModel
from prehensile.appearance.model.procedure import blushed
from prehensile.appearance.worn import Blush
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import PadLoad, pad_loads, tip_bends
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.segments import bare_rig


@dataclass(frozen=True)
class EveryInput:
    """A law that looks at all that there is, in an order of its own."""

    inputs: tuple[str, ...] = ("force", "angle", "spread", "center_y", "center_x")

    def coefficients(self, load: np.ndarray) -> np.ndarray:
        force, rest = load[..., 0], load[..., 1:] * [1.0, 300, 100, 100]
        return (1 - np.exp(-force))[..., None] * (rest - 0.3)


@pytest.fixture(scope="module")
def model() -> BlushModel:
    return replace(toy_model(), law=EveryInput(), blanch_s=0.05, refill_s=0.4)


def plain_blood(model: BlushModel, clip: Clip) -> np.ndarray:
    """The same by a loop over hands and frames."""
    load = pad_loads(clip)
    blood = np.zeros((clip.n_frames, len(clip.hands), 5, 4))
    for h, track in enumerate(clip.hands):
        bend = tip_bends(hand_of(track), angles_of(track))
        columns = [load.force[:, h], bend, load.spread[:, h], load.center[:, h, :, 1],
                   load.center[:, h, :, 0]]  # fmt: skip
        targets = model.law.coefficients(np.stack(columns, axis=-1))
        blood[:, h] = blood_over_time(model, clip.time, targets)
    return blood


def test_blood_over_a_clip_is_the_plain_loop(model, hand_clip, monkeypatch):
    expected = plain_blood(model, hand_clip)
    blush = Blush(model)
    found = blush.over(hand_clip)
    assert found.shape == (9, 2, 5, 4) and np.abs(found).max() > 0.01
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert blush.over(hand_clip) is found and not found.flags.writeable
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    np.testing.assert_allclose(Blush(model).over(hand_clip), expected, atol=1e-12)


def test_live_steps_follow_the_clip(model, hand_clip):
    """Frame by frame from the first one's rest, each load until the next."""
    blush, whole = Blush(model), Blush(model).over(hand_clip)
    load = pad_loads(hand_clip)
    for h, track in enumerate(hand_clip.hands):
        bend = tip_bends(hand_of(track), angles_of(track))
        blood = whole[0, h]
        for k in range(1, hand_clip.n_frames):
            held = PadLoad(*(part[k - 1, h] for part in load))
            dt = hand_clip.time[k] - hand_clip.time[k - 1]
            blood = blush.after(blood, held, bend[k - 1], dt)
            np.testing.assert_allclose(blood, whole[k, h], atol=1e-12)


def test_nothing_pressed_is_no_blood(hand_clip):
    blush = Blush(toy_model())
    none = PadLoad(np.zeros(5), np.zeros((5, 2)), np.zeros(5))
    assert not blush.target(none, np.zeros(5)).any()


@pytest.mark.parametrize("space", ["srgb", "linear"])
def test_painting_is_the_procedure_within_a_level(space, rng):
    blush, lookup = Blush(toy_model(space=space)), random_lookup(rng, (50, 50))
    picture = rng.integers(5, 256, (50, 50, 3)).astype(np.uint8)
    for _ in range(6):
        blood = rng.normal(size=(5, 4))
        exact = 255 * blushed(blush.model, picture / 255, lookup, blood)
        assert np.abs(blush.painted(picture, lookup, blood) - exact).max() <= 1


def test_blood_that_looks_the_same_is_not_painted_again(rng):
    blush, lookup = Blush(toy_model()), random_lookup(rng, (50, 50))
    picture = rng.integers(5, 256, (50, 50, 3)).astype(np.uint8)
    blood = rng.normal(size=(5, 4))
    first = blush.painted(picture, lookup, blood)
    assert blush.painted(picture, lookup, blood + 1e-6) is first
    moved = blush.painted(picture, lookup, blood + 0.1)
    assert moved is not first and (moved != first).any()
    # A long time in steps too small to be seen is seen in the end.
    for _ in range(100):
        blood = blood + 1e-3
        late = blush.painted(picture, lookup, blood)
    exact = 255 * blushed(blush.model, picture / 255, lookup, blood)
    assert np.abs(late - exact).max() <= 1


def test_a_rig_without_places_has_no_colour():
    hand = Hand()
    assert Blush(toy_model()).lookup(hand, replace(hand_rig(hand, 0), uv=None)) is None
    assert Blush(toy_model()).lookup(hand, bare_rig(hand)) is None


def test_a_photograph_is_pasted_only_if_there_is_one(rng):
    lookup = random_lookup(rng, (40, 40))
    picture = rng.integers(80, 200, (40, 40, 3)).astype(np.uint8)
    plain = Blush(toy_model())
    assert not plain.pastes and plain.pasted(picture, lookup) is picture
    zero = rng.integers(80, 200, (256, 512, 3)).astype(np.uint8)
    own = Blush(replace(toy_model(), zero=zero))
    changed = (own.pasted(picture, lookup) != picture).any(axis=2)
    assert own.pastes and changed.any() and not changed[lookup.mask == 0].any()
