import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.model.procedure import blushed, sampled
from prehensile.skin.rig.lookup import Lookup


def a_lookup(size: int = 32) -> Lookup:
    place = np.linspace(0, 65535, size).astype(np.uint16)
    finger = np.full((size, size), 1, np.uint8)
    finger[:, : size // 4] = 255
    return Lookup(
        np.stack(np.meshgrid(place, place), axis=-1), finger, np.full((size, size), 128, np.uint8)
    )


@pytest.mark.parametrize("space", ["srgb", "linear"])
def test_no_blood_changes_no_colour(rng, space):
    base = rng.uniform(0.05, 1.0, (32, 32, 3))
    seen = blushed(toy_model(space=space), base, a_lookup(), np.zeros((5, 4)))
    assert np.allclose(seen, base, atol=1e-12)


def test_one_texel_by_hand(rng):
    model, lookup = toy_model(), a_lookup()
    base = rng.uniform(0.2, 0.9, (32, 32, 3))
    blood = rng.normal(size=(5, 4))
    seen = blushed(model, base, lookup, blood)
    y, x = 20, 14
    st = lookup.st[y, x] / 65535
    texel = sampled(model.textures, st[None])[0]
    dq = float(texel @ blood[1])
    changed = np.clip(base[y, x] * np.exp(-dq * model.pigment), 0, 1)
    assert np.allclose(seen[y, x], base[y, x] + 128 / 255 * (changed - base[y, x]))


def test_texels_without_a_finger_keep_their_colour(rng):
    base = rng.uniform(size=(32, 32, 3))
    seen = blushed(toy_model(), base, a_lookup(), rng.normal(size=(5, 4)))
    assert np.array_equal(seen[:, :8], base[:, :8])
    assert not np.allclose(seen[:, 8:], base[:, 8:])


def test_sampling_is_bilinear_between_texel_centres():
    from scipy.ndimage import map_coordinates

    rng = np.random.default_rng(3)
    texture = rng.normal(size=(8, 16, 2))
    st = rng.uniform(size=(200, 2))
    grid = [st[:, 1] * 8 - 0.5, st[:, 0] * 16 - 0.5]
    oracle = [map_coordinates(texture[..., c], grid, order=1, mode="nearest") for c in range(2)]
    assert np.allclose(sampled(texture, st), np.stack(oracle, axis=1))
