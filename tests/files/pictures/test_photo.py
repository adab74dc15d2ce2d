"""Photographs: upright, in colour, and never larger than they said."""

import struct
import zlib

import numpy as np
import pytest

from prehensile.errors import FileError, MissingExtraError
from prehensile.files.pictures.photo import photo_size, read_photo
from prehensile.files.pictures.picture import png_bytes

Image = pytest.importorskip("PIL.Image")


@pytest.fixture
def pixels(rng):
    return rng.integers(0, 256, (80, 100, 3), dtype=np.uint8)


def test_a_png_comes_back_as_it_was(pixels, tmp_path):
    (tmp_path / "a.png").write_bytes(png_bytes(pixels))
    np.testing.assert_array_equal(read_photo(tmp_path / "a.png"), pixels)
    assert photo_size(tmp_path / "a.png") == (80, 100)


@pytest.mark.parametrize(
    ("held", "upright"),
    [
        (1, lambda a: a),
        (3, lambda a: a[::-1, ::-1]),
        (6, lambda a: np.rot90(a, -1)),
        (8, lambda a: np.rot90(a, 1)),
    ],
)
def test_a_camera_held_otherwise_is_turned_back(tmp_path, held, upright):
    y, x = np.mgrid[:80, :120]
    smooth = np.stack([x, y, 255 - x], axis=-1).astype(np.uint8)
    exif = Image.Exif()
    exif[274] = held
    Image.fromarray(smooth).save(tmp_path / "a.jpg", quality=98, exif=exif)
    found = read_photo(tmp_path / "a.jpg")
    assert found.shape[:2] == photo_size(tmp_path / "a.jpg")
    assert np.abs(found.astype(int) - upright(smooth)).max() < 12


def test_transparent_and_indexed_pictures_are_read(pixels, tmp_path):
    rgba = np.concatenate([pixels, np.full((80, 100, 1), 255, np.uint8)], axis=2)
    Image.fromarray(rgba).save(tmp_path / "a.png")
    np.testing.assert_array_equal(read_photo(tmp_path / "a.png"), pixels)
    Image.fromarray(pixels).quantize(64).save(tmp_path / "b.png")
    assert read_photo(tmp_path / "b.png").shape == pixels.shape


def test_a_grey_photo_is_refused(pixels, tmp_path):
    Image.fromarray(pixels[..., 0]).save(tmp_path / "a.png")
    Image.fromarray(np.repeat(pixels[..., :1], 3, axis=2)).save(tmp_path / "b.png")
    for name in ("a.png", "b.png"):
        with pytest.raises(FileError, match="in colour") as caught:
            read_photo(tmp_path / name)
        assert name in str(caught.value) and "\n" not in str(caught.value)


def test_a_claim_of_a_huge_size_is_refused_before_decoding(tmp_path):
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header
    chunk += struct.pack(">I", zlib.crc32(b"IHDR" + header))
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + bytes(2000))
    with pytest.raises(FileError, match=r"a\.png"):
        read_photo(tmp_path / "a.png")


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "BMP"])
def test_other_formats_are_refused_whatever_their_name(pixels, tmp_path, kind):
    Image.fromarray(pixels).save(tmp_path / "a", format=kind)
    (tmp_path / "a").rename(tmp_path / "a.png")
    with pytest.raises(FileError, match="JPG or PNG"):
        read_photo(tmp_path / "a.png")


def test_tiny_and_truncated_ones_are_refused(pixels, tmp_path):
    (tmp_path / "tiny.png").write_bytes(png_bytes(pixels[:20, :20]))
    (tmp_path / "short.png").write_bytes(png_bytes(pixels)[:5000])
    for name in ("tiny.png", "short.png"):
        with pytest.raises(FileError, match=name):
            read_photo(tmp_path / name)


def test_without_pillow_the_extra_is_named(pixels, tmp_path, monkeypatch):
    import sys

    (tmp_path / "a.png").write_bytes(png_bytes(pixels))
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match="draw"):
        read_photo(tmp_path / "a.png")
