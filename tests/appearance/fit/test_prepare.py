import numpy as np
import pytest
from tests.appearance.fit.finger import finger, photograph

from prehensile.appearance.fit.prepare import clipped_share, framed, halved
from prehensile.files.pictures.picture import png_bytes

pytest.importorskip("PIL.Image")


def test_a_photograph_is_made_square_by_means(tmp_path, rng):
    picture = rng.integers(0, 255, (1024, 1536, 3), dtype=np.uint8)
    (tmp_path / "a.png").write_bytes(png_bytes(picture))
    found = framed(tmp_path / "a.png")
    exact = picture.reshape(512, 2, 512, 3, 3).mean(axis=(1, 3)) / 255
    np.testing.assert_allclose(found, exact, atol=1e-5)


def test_a_texel_is_the_mean_of_its_pixels(rng):
    picture = rng.random((3, 512, 512, 2))
    exact = picture.reshape(3, 256, 2, 256, 2, 2).mean(axis=(2, 4))
    np.testing.assert_allclose(halved(picture), exact)


def test_clipping_is_counted_on_the_finger_alone():
    of = finger()
    picture, _ = photograph(of, 0.0, np.random.default_rng(0))
    inside = of.inside > 0.5
    bright = picture.copy()
    bright[~inside] = 255
    assert clipped_share(bright / 255, inside) == clipped_share(picture / 255, inside) < 0.01
    bright[inside] = 255
    assert clipped_share(bright / 255, inside) == 1
