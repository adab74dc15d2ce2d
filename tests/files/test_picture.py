"""Our PNG files, read by Pillow."""

import io

import numpy as np
import pytest
from PIL import Image

from prehensile.files.picture import picture_array, png_bytes


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


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P"])
def test_pictures_of_any_kind_become_colours(mode: str) -> None:
    rng = np.random.default_rng(2)
    colors = rng.integers(0, 256, (12, 17, 3)).astype(np.uint8)
    if mode.startswith("L"):
        colors[:] = colors[..., :1]
    image = Image.fromarray(colors).convert("L" if mode == "LA" else mode)
    image = image.convert(mode)
    file = io.BytesIO()
    image.save(file, "PNG")
    found = picture_array(file.getvalue())
    assert found.dtype == np.uint8 and found.flags.c_contiguous
    np.testing.assert_array_equal(found, np.asarray(image.convert("RGB")))


def test_a_jpeg_is_read_as_well() -> None:
    picture = np.full((16, 16, 3), [200, 100, 50], np.uint8)
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=95)
    assert np.abs(picture_array(file.getvalue()).astype(int) - picture).max() < 8
