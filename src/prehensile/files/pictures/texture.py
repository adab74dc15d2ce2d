"""A picture on a mesh: where each corner of its triangles lies in a PNG or JPEG file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError
from prehensile.files.pictures.picture import picture_array, picture_size, png_bytes
from prehensile.frozen import frozen

MOST_SIDE = 2048
"""[pixels] of a picture that we keep; larger ones are made smaller"""
MOST_BYTES = 16 * 1024**2
"""of its file: what is larger holds more than a picture"""
FARTHEST = 1e4
"""Places in a picture lie between 0 and 1, and repeat beyond; farther out 32 bits blur them."""


@dataclass(frozen=True, eq=False)
class Texture:
    """What a mesh of F triangles is painted with; immutable.

    Attributes:
        corner_uv: (F, 3, 2) float32, place of every corner in the picture: to the right, and down
            from its upper edge, both from 0 to 1; beyond, the picture repeats.
        picture: a PNG or JPEG file.

    Raises:
        InputError: places that are not finite, or a picture that is none or too large.
    """

    corner_uv: NDArray[np.float32]
    picture: bytes

    def __post_init__(self) -> None:
        places = frozen(self.corner_uv, np.float32, (None, 3, 2), "corner_uv of a texture")
        if len(places) and np.abs(places).max() > FARTHEST:
            raise InputError(f"corner_uv of a texture must stay within ±{FARTHEST:g}.")
        object.__setattr__(self, "corner_uv", places)
        size = picture_size(self.picture)
        if size is None or not 0 < min(size) <= max(size) <= MOST_SIDE:
            shown = "no PNG or JPEG" if size is None else f"{size[0]} x {size[1]} pixels"
            raise InputError(f"the picture of a texture is {shown}; the most is {MOST_SIDE}.")
        if len(self.picture) > MOST_BYTES:
            raise InputError(f"the picture of a texture has {len(self.picture)} bytes.")


def kept_picture(data: bytes) -> bytes:
    """A picture file as a texture may hold it: known to be whole, and not too large.

    Raises:
        InputError: it is damaged, too large to be opened, or of a kind that cannot be read.
        MissingExtraError: it needs Pillow, which is not installed.
    """
    colors = picture_array(data)
    factor = -(-max(colors.shape[:2]) // MOST_SIDE)
    if factor == 1 and len(data) <= MOST_BYTES:
        return data
    return png_bytes(_reduced(colors, factor))


def _reduced(colors: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    """The mean (h, w, 3) of every square of ``factor`` × ``factor`` pixels (H, W, 3)."""
    height, width = (max(1, side // factor) for side in colors.shape[:2])
    tall, wide = (min(side, factor) for side in colors.shape[:2])
    total = np.zeros((height, width, 3), np.uint32)
    for row in range(tall):
        for column in range(wide):
            total += colors[row::factor, column::factor][:height, :width]
    return (total // (tall * wide)).astype(np.uint8)
