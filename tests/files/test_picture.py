"""Our PNG files, read by Pillow."""

import io

import numpy as np
import pytest
from PIL import Image

from prehensile.files.picture import png_bytes


@pytest.mark.parametrize("shape", [(37, 53, 3), (1, 1, 3), (16, 9)])
def test_another_reader_gets_the_same_picture_back(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, shape).astype(np.uint8)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(png_bytes(picture)))), picture)


def test_a_smooth_picture_becomes_small() -> None:
    y, x = np.mgrid[:256, :256]
    picture = np.stack([x, y, (x + y) // 2], axis=2).astype(np.uint8)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(png_bytes(picture)))), picture)
    assert len(png_bytes(picture)) < 0.05 * picture.size
