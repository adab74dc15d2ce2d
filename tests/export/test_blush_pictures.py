"""Numbers packed into pictures, unpacked by Pillow as a browser would."""

import io

import numpy as np
import pytest
from PIL import Image
from tests.appearance.toy import toy_model
from tests.stage.blushing import scattered_lookup

from prehensile.appearance.worn import Blush
from prehensile.export.blush_pictures import lookup_png, texture_picture, texture_scale


def opened(png):
    found = Image.open(io.BytesIO(png))
    assert found.mode == "RGB"  # no alpha that something could multiply by
    return np.asarray(found).astype(int)


def test_a_lookup_comes_back_bit_for_bit():
    lookup = scattered_lookup()
    picture = opened(lookup_png(lookup))
    upper, lower = np.split(picture, 2)
    np.testing.assert_array_equal(256 * upper[..., 0] + upper[..., 1], lookup.st[..., 0])
    np.testing.assert_array_equal(256 * upper[..., 2] + lower[..., 0], lookup.st[..., 1])
    np.testing.assert_array_equal(lower[..., 1], lookup.finger)
    np.testing.assert_array_equal(lower[..., 2], lookup.mask)


class Noisy(Blush):
    """Eigentextures without any pattern, the last of them empty."""

    textures = np.random.default_rng(1).normal(size=(256, 512, 4)).astype(np.float32)
    textures[..., 3] = 0


@pytest.mark.parametrize("color", [Noisy(toy_model()), Blush(toy_model())])
def test_eigentextures_come_back_to_a_thousandth(color):
    scale, png = texture_picture(color)
    assert scale == texture_scale(color)
    upper, lower = np.split(opened(png), 2)
    assert not lower[..., 2].any()
    low = lower[..., 1, None] >> np.array([6, 4, 2, 0]) & 3
    ten = np.concatenate([upper, lower[..., :1]], axis=2) << 2 | low
    found = (ten - 512) / 511 * scale
    assert (np.abs(found - color.textures) <= np.array(scale) / 1022 * 1.001).all()
    assert not found[color.textures == 0].any()  # nought is nought
