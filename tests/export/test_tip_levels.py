"""Levels against the colours of every frame, painted in full."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.model.procedure import blushed
from prehensile.appearance.worn import Blush
from prehensile.export.tip_levels import (
    MOST_LEVELS,
    UNSEEN,
    TipPictures,
    tip_levels,
    tip_pictures,
)
from prehensile.hand.hand import Hand
from prehensile.skin.dress import Dress
from prehensile.skin.rig.lookup import Lookup

SIZE = 60
ROUNDED = 1.0
"""[of 255] Pictures are whole numbers, and blood that looks the same is painted once."""


@pytest.fixture(scope="module")
def color():
    return Blush(toy_model())


@pytest.fixture(scope="module")
def worn():
    """A small picture, and fingers in five stripes of it that show all of the views."""
    rng = np.random.default_rng(3)
    base = rng.integers(120, 230, (SIZE, SIZE, 3)).astype(np.uint8)
    across = np.arange(SIZE) % (SIZE // 5) / (SIZE // 5)
    s, t = np.meshgrid(across, np.arange(SIZE) / SIZE)
    finger = np.broadcast_to(np.arange(SIZE) // (SIZE // 5), (SIZE, SIZE)).astype(np.uint8)
    finger = np.where(t < 0.1, 255, finger).astype(np.uint8)
    st = np.round(65535 * np.stack([s, t], axis=-1)).astype(np.uint16)
    return base, Lookup(st, finger, np.full((SIZE, SIZE), 200, np.uint8))


def worst(color, base, lookup, blood, levels):
    """[of 255] over all texels and frames."""
    off = 0.0
    for k, row in enumerate(blood):
        meant = blushed(color.model, base / 255, lookup, row)
        used = levels.blood[levels.at[k], np.arange(5)]
        shown = color.painted(base, lookup, used) / 255
        off = max(off, 255 * np.abs(meant - shown).max())
    return off


def test_no_texel_of_any_frame_is_off_by_more_than_it_says(color, worn, rng):
    share = np.clip(np.cumsum(rng.normal(0, 0.15, (80, 5)), axis=0), -0.2, 1)
    blood = share[..., None] * np.array([-0.8, 0.3, 0.0, 0.0])
    levels = tip_levels(color, *worn, blood)
    assert levels.error <= UNSEEN and 1 <= levels.count <= MOST_LEVELS
    assert levels.at.shape == (80, 5) and levels.at.max() == levels.count
    assert worst(color, *worn, blood, levels) <= levels.error + ROUNDED
    assert worst(color, *worn, blood, tip_levels(color, *worn, 0 * blood)) > 4 * UNSEEN


def test_level_nought_is_the_picture_itself_and_higher_ones_are_farther_from_it(color, worn):
    blood = np.linspace(0, 1, 50)[:, None, None] * np.array([-1.0, 0, 0, 0]) * np.ones((1, 5, 1))
    levels = tip_levels(color, *worn, blood)
    assert not levels.blood[0].any() and (levels.at[0] == 0).all()
    assert (np.diff(levels.at.astype(int), axis=0) >= 0).all()
    tips = TipPictures(color, *worn, blood, levels)
    far = [np.abs(tips.at_level(k).astype(int) - worn[0]).mean() for k in range(levels.count + 1)]
    assert far[0] == 0 and (np.diff(far) > 0).all()


def test_wild_blood_is_told_apart_less_finely_and_says_so(color, worn, rng):
    blood = rng.uniform(-3, 3, (200, 5, 4))
    levels = tip_levels(color, *worn, blood)
    assert levels.count == MOST_LEVELS and levels.error > UNSEEN
    # Not all texels were compared; those between differ little from their neighbours.
    assert worst(color, *worn, blood, levels) <= 1.1 * levels.error + ROUNDED


def test_fingers_have_levels_of_their_own(color, worn):
    blood = np.zeros((30, 5, 4))
    blood[:, 2, 0] = np.linspace(0, -1, 30)
    levels = tip_levels(color, *worn, blood)
    assert levels.fingers(0) == (0, 1, 2, 3, 4)
    assert all(levels.fingers(k) == (2,) for k in range(1, levels.count + 1))


def test_blood_at_rest_needs_no_level(color, worn):
    levels = tip_levels(color, *worn, np.zeros((9, 5, 4)))
    assert levels.count == 0 and not levels.at.any() and levels.error == 0


def test_a_lookup_may_be_finer_than_the_picture(color, worn, rng):
    base, lookup = worn
    small = np.ascontiguousarray(base[::2, ::2])
    blood = rng.uniform(0, 1, (40, 1, 1)) * np.array([-0.7, 0.1, 0, 0]) * np.ones((1, 5, 1))
    levels = tip_levels(color, small, lookup, blood)
    assert levels.error <= UNSEEN and levels.count > 1


def test_hands_without_colour_or_skin_have_no_pictures(color):
    blood = np.zeros((2, 5, 4))
    assert tip_pictures(Dress(), Hand(), blood) is None
    assert tip_pictures(Dress(bare=True, blush=color), Hand(), blood) is None
    assert tip_pictures(Dress(blush=color), Hand(), blood) is not None
