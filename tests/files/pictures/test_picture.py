"""Our PNG files, read by Pillow, and Pillow's read by ours."""

import io
import struct
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

from prehensile.errors import InputError, MissingExtraError
from prehensile.files.pictures.picture import picture_array, plain_png_array, png_bytes


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


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA"])
def test_png_files_of_others_are_read_with_and_without_pillow(mode: str) -> None:
    rng = np.random.default_rng(2)
    # Rows of every filter: noise, even ones, ramps.
    pixels = rng.integers(0, 256, (41, 23, 4)).astype(np.uint8)
    pixels[10:20] = 77
    pixels[20:] = np.cumsum(rng.integers(0, 4, (21, 23, 4)), axis=1)
    picture = Image.fromarray(pixels, "RGBA").convert(mode)
    data = io.BytesIO()
    picture.save(data, "PNG")
    meant = np.asarray(picture.convert("RGB"))
    assert np.array_equal(plain_png_array(data.getvalue()), meant)
    assert np.array_equal(picture_array(data.getvalue()), meant)


def test_our_own_files_come_back_by_either_reader() -> None:
    rng = np.random.default_rng(3)
    smooth = np.cumsum(np.cumsum(rng.integers(0, 2, (64, 50, 3)), axis=0), axis=1) % 251
    for picture in (smooth.astype(np.uint8), rng.integers(0, 256, (9, 31, 3)).astype(np.uint8)):
        assert np.array_equal(plain_png_array(png_bytes(picture)), picture)
        assert np.array_equal(picture_array(png_bytes(picture)), picture)


def test_a_jpeg_is_read_by_pillow_and_says_what_is_missing_without(monkeypatch) -> None:
    data = io.BytesIO()
    Image.new("RGB", (16, 8), (200, 90, 40)).save(data, "JPEG")
    assert np.abs(picture_array(data.getvalue()) - [200.0, 90, 40]).max() < 6
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match="prehensile"):
        picture_array(data.getvalue())
    assert picture_array(png_bytes(np.zeros((2, 3, 3), np.uint8))).shape == (2, 3, 3)


@pytest.mark.parametrize("reader", [picture_array, plain_png_array])
def test_damaged_and_huge_pictures_are_refused(reader) -> None:
    whole = png_bytes(np.arange(60, dtype=np.uint8).reshape(4, 5, 3))
    for bad in (whole[:20], whole[:45], whole[:40] + b"\0" * 20, b""):
        with pytest.raises(InputError, match="picture"):
            reader(bad)
    huge = bytearray(whole)
    huge[16:24] = struct.pack(">II", 60_000, 60_000)
    huge[29:33] = struct.pack(">I", zlib.crc32(bytes(huge[12:29])))
    with pytest.raises(InputError, match="picture"):
        reader(bytes(huge))


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
