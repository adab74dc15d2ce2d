"""A photograph put into a picture: where it is shown, and with what hue."""

import numpy as np

from prehensile.appearance.bake.paste import pasted
from prehensile.skin.rig.lookup import Lookup


def laid(size: int = 64) -> Lookup:
    """One finger whose view covers the picture, soft at its edges; nothing outermost."""
    place = (np.arange(size) + 0.5) / size
    s, t = np.meshgrid(place, place)
    edge = np.minimum(np.minimum(s, 1 - s), np.minimum(t, 1 - t))
    mask = np.round(255 * np.clip((edge - 0.03) / 0.2, 0, 1)).astype(np.uint8)
    st = np.round(65535 * np.stack([s, t], axis=2)).astype(np.uint16)
    return Lookup(st, np.where(mask > 0, 2, 255).astype(np.uint8), mask)


def photo(tint: np.ndarray) -> np.ndarray:
    """A light blob on a ground, both of a tint."""
    place = (np.arange(256) + 0.5) / 256
    s, t = np.meshgrid(place, place)
    blob = 0.5 + 0.4 * np.exp(-((s - 0.5) ** 2 + (t - 0.5) ** 2) / 0.02)
    return np.round(255 * blob[..., None] * tint).astype(np.uint8)


def test_the_photograph_shows_in_the_middle_and_its_edge_does_not(rng):
    picture = np.full((64, 64, 3), [200, 150, 120], np.uint8)
    lookup = laid()
    result = pasted(picture, lookup, photo(np.array([0.9, 0.8, 0.7])))
    np.testing.assert_array_equal(result[lookup.mask == 0], picture[lookup.mask == 0])
    assert result[32, 32].sum() > picture[32, 32].sum() + 100, "the blob is there"
    rim = (lookup.mask > 40) & (lookup.mask < 215)
    assert np.abs(result[rim].mean(axis=0) - picture[rim].mean(axis=0)).max() < 4


def test_its_own_tint_does_not_matter():
    """The hue is matched: a yellowish photograph gives the picture that a bluish one does."""
    picture = np.full((64, 64, 3), [190, 140, 120], np.uint8)
    warm, cold = (
        pasted(picture, laid(), photo(np.array(t))) for t in ([0.95, 0.8, 0.6], [0.6, 0.7, 0.95])
    )
    assert np.abs(warm.astype(int) - cold).max() <= 4
