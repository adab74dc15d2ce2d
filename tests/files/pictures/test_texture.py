import io

import numpy as np
import pytest
from PIL import Image

from prehensile.errors import InputError
from prehensile.files.pictures import texture
from prehensile.files.pictures.picture import picture_array, picture_size, png_bytes
from prehensile.files.pictures.texture import Texture, kept_picture

UV = np.zeros((2, 3, 2), np.float32)


def jpeg(colors: np.ndarray) -> bytes:
    file = io.BytesIO()
    Image.fromarray(colors).save(file, "JPEG")
    return file.getvalue()


def test_a_texture_cannot_change():
    uv = UV.copy()
    made = Texture(uv, png_bytes(np.zeros((2, 2, 3), np.uint8)))
    uv[0] = 1
    assert made.corner_uv.max() == 0
    with pytest.raises(ValueError, match="read-only"):
        made.corner_uv[0] = 1


@pytest.mark.parametrize(
    ("uv", "picture", "said"),
    [
        (UV[0], b"", "shape"),
        (UV + np.nan, b"", "not finite"),
        (UV + 1e6, b"", "within"),
        (UV, b"GIF89a", "no PNG or JPEG"),
        (UV, png_bytes(np.zeros((1, 3000, 3), np.uint8)), "3000 x 1 pixels"),
    ],
)
def test_textures_that_cannot_be(uv, picture, said):
    with pytest.raises(InputError, match=said):
        Texture(uv, picture)


def test_small_pictures_are_kept_as_they_are():
    colors = np.random.default_rng(0).integers(0, 255, (20, 30, 3), dtype=np.uint8)
    for data in (png_bytes(colors), jpeg(colors)):
        assert kept_picture(data) == data


def test_large_pictures_are_made_smaller(monkeypatch):
    monkeypatch.setattr(texture, "MOST_SIDE", 32)
    wave = np.linspace(0, 200, 70)[:, None, None] + np.linspace(0, 50, 50)[None, :, None]
    colors = np.repeat(wave, 3, axis=2).astype(np.uint8)
    small = kept_picture(png_bytes(colors))
    assert picture_size(small) == (16, 23)
    expected = np.asarray(Image.fromarray(colors[:69, :48]).resize((16, 23), Image.Resampling.BOX))
    assert np.abs(picture_array(small).astype(int) - expected).max() <= 1
    assert Texture(UV, small).picture == small
    thin = kept_picture(png_bytes(np.full((1, 100, 3), 7, np.uint8)))
    assert picture_size(thin) == (25, 1) and (picture_array(thin) == 7).all()


def test_padded_files_are_written_anew(monkeypatch):
    data = png_bytes(np.full((4, 4, 3), 9, np.uint8))
    monkeypatch.setattr(texture, "MOST_BYTES", len(data))
    assert len(kept_picture(data + b"\0" * 50)) == len(data)


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0rest", b"GIF89a"])
def test_damaged_pictures_are_refused(data):
    with pytest.raises(InputError):
        kept_picture(data)
