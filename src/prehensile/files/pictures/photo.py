"""Photographs as arrays: upright, in colour, and of a size that was looked at before decoding."""

import io
from pathlib import Path

import numpy as np

from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.files.opened import opened

FORMATS = ("JPEG", "PNG")
SUFFIXES = (".jpg", ".jpeg", ".png")
"""Names of files that are photographs, in small letters."""
MOST_PIXELS = 64_000_000
"""What a good camera takes; a few kilobytes can claim far more."""
FEWEST = 64
"""[pixels] along a side"""
SKIPPED = 3
"""One pixel of so many, along each side, tells whether a photograph has colour."""
GREY = 3
"""Levels by which the channels of a colour picture differ somewhere."""


def photo_size(path: str | Path) -> tuple[int, int]:
    """Height and width [pixels] of a photograph held upright, without decoding it.

    Raises:
        FileError: missing, damaged, too large, or not a JPG or PNG.
        MissingExtraError: Pillow, which comes with the extra draw, is not installed.
    """
    with opened(path, "photo") as file:
        image = _checked(file.read())
        turned = image.getexif().get(_ORIENTATION, 1) in (5, 6, 7, 8)
        width, height = image.size
    return (width, height) if turned else (height, width)


def read_photo(path: str | Path) -> np.ndarray:
    """(H, W, 3) uint8 of a JPG or PNG in colour, turned as its EXIF data say.

    Raises:
        FileError: missing, damaged, too large, grey, or not a JPG or PNG.
        MissingExtraError: Pillow, which comes with the extra draw, is not installed.
    """
    with opened(path, "photo") as file:
        image = _checked(file.read())
        if image.mode not in ("RGB", "RGBA", "P"):
            raise InputError(f"its pixels are {image.mode}, not RGB: take the photograph in colour")
        optional("PIL.ImageOps").exif_transpose(image, in_place=True)
        # No copy more than needed: a large one has a quarter of a gigabyte.
        pixels = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
        some = pixels[::SKIPPED, ::SKIPPED]  # of a large one, all would take gigabytes
        spread = some.max(axis=2).astype(np.int16) - some.min(axis=2)
        if np.percentile(spread, 99) < GREY:
            raise InputError("it is grey: take the photograph in colour")
        return pixels


_ORIENTATION = 274
"""EXIF's number of how a camera was held."""


def _checked(data: bytes):
    """An image whose pixels are not decoded yet, of a known format and a bearable size."""
    library = optional("PIL.Image")
    try:
        image = library.open(io.BytesIO(data), formats=FORMATS)
    except library.UnidentifiedImageError:
        raise InputError("it is not a JPG or PNG photograph, or damaged") from None
    width, height = image.size
    if width * height > MOST_PIXELS or min(width, height) < FEWEST:
        raise InputError(
            f"it is {width} × {height} pixels; from {FEWEST} a side to {MOST_PIXELS} in all are "
            "read"
        )
    return image
