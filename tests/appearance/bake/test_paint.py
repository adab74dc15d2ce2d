"""The fast painting against procedure 5-4, texel by texel."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.bake.paint import TipPaint
from prehensile.appearance.model.procedure import blushed
from prehensile.skin.rig.lookup import Lookup


def random_lookup(rng: np.random.Generator, size: tuple[int, int]) -> Lookup:
    finger = rng.choice([0, 1, 2, 3, 4, 255], size).astype(np.uint8)
    mask = rng.integers(0, 256, size).astype(np.uint8)
    mask[rng.random(size) < 0.2] = 0
    mask[finger == 255] = 0
    st = rng.integers(0, 65536, (*size, 2)).astype(np.uint16)
    return Lookup(st, finger, mask)


@pytest.mark.parametrize("space", ["srgb", "linear"])
def test_it_is_the_procedure_within_rounding(space, rng):
    model, lookup = toy_model(space=space), random_lookup(rng, (60, 80))
    picture = rng.integers(0, 256, (60, 80, 3)).astype(np.uint8)
    picture[:5] = rng.integers(0, 3, (5, 80, 3))  # darker than a photograph tells
    paint = TipPaint(model, lookup, picture)
    for scale in (0.1, 1.0, 4.0):
        blood = scale * rng.normal(size=(5, 4))
        exact = 255 * blushed(model, picture / 255, lookup, blood)
        assert np.abs(paint.painted(blood) - exact).max() <= 0.6
        np.testing.assert_array_equal(paint.painted(blood)[lookup.mask == 0],
                                      picture[lookup.mask == 0])  # fmt: skip


def test_no_blood_changes_nothing(rng):
    picture = rng.integers(0, 256, (30, 30, 3)).astype(np.uint8)
    paint = TipPaint(toy_model(), random_lookup(rng, (30, 30)), picture)
    assert paint.painted(np.zeros((5, 4))) is picture
    before = picture.copy()
    assert (paint.painted(np.ones((5, 4))) != before).any()
    np.testing.assert_array_equal(picture, before)


def test_fingers_are_painted_each_with_its_own(rng):
    lookup = random_lookup(rng, (40, 40))
    picture = np.full((40, 40, 3), 150, np.uint8)
    blood = np.zeros((5, 4))
    blood[3, 0] = -2
    changed = (TipPaint(toy_model(), lookup, picture).painted(blood) != picture).any(axis=2)
    assert changed.any() and (lookup.finger[changed] == 3).all()


@pytest.mark.parametrize("shape", [(20, 20), (120, 60)])
def test_a_picture_of_another_size_takes_the_nearest_texels(shape, rng):
    model, lookup = toy_model(), random_lookup(rng, (40, 40))
    picture = rng.integers(20, 256, (*shape, 3)).astype(np.uint8)
    rows = ((np.arange(shape[0]) + 0.5) * 40 / shape[0]).astype(int)
    columns = ((np.arange(shape[1]) + 0.5) * 40 / shape[1]).astype(int)
    grid = np.ix_(rows, columns)
    resized = Lookup(lookup.st[grid], lookup.finger[grid], lookup.mask[grid])
    blood = rng.normal(size=(5, 4))
    exact = 255 * blushed(model, picture / 255, resized, blood)
    assert np.abs(TipPaint(model, lookup, picture).painted(blood) - exact).max() <= 0.6
