"""What a page needs to colour fingertips, as PNG files without loss and without alpha.

Browsers may premultiply alpha, and read-backs of a canvas may be noisy on purpose: both pictures
are RGB, go to the graphics card as they are, and are put together again texel by texel.

A lookup (H, W) is a picture (2 H, W): s high, s low, t high; below it t low, finger, mask.
Eigentextures (H, W, 4) are a picture (2 H, W): the high eight of ten bits of the first three;
below it those of the fourth, the low two bits of all four, nothing. v of ten bits is
(v − 512) / 511 times the texture's scale, so that nought is nought.
"""

from typing import NamedTuple

import numpy as np

from prehensile.files.pictures.picture import png_bytes
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.tip_color import TipColor

HALF = 511
"""Largest whole number on either side of nought in ten bits."""
ZERO = 512


class TexturePicture(NamedTuple):
    """Eigentextures in ten bits."""

    scale: tuple[float, float, float, float]
    """what the largest number of each stands for"""
    png: bytes


def lookup_png(lookup: Lookup) -> bytes:
    """A lookup as a picture of double height."""
    s, t = lookup.st[..., 0], lookup.st[..., 1]
    upper = np.stack([s >> 8, s & 255, t >> 8], axis=-1)
    lower = np.stack([t & 255, lookup.finger, lookup.mask], axis=-1)
    return png_bytes(np.concatenate([upper, lower]).astype(np.uint8))


def texture_scale(color: TipColor) -> tuple[float, float, float, float]:
    """Largest absolute value of each eigentexture; 1 for one that is nought everywhere."""
    most = np.abs(color.textures).max(axis=(0, 1)).astype(float)
    a, b, c, d = np.where(most > 0, most, 1.0).tolist()
    return a, b, c, d


def texture_picture(color: TipColor) -> TexturePicture:
    """Eigentextures as a picture of double height."""
    scale = texture_scale(color)
    ten = (ZERO + np.round(HALF * color.textures / np.array(scale))).astype(np.uint16)
    high, low = ten >> 2, ten & 3
    packed = low[..., 0] << 6 | low[..., 1] << 4 | low[..., 2] << 2 | low[..., 3]
    lower = np.stack([high[..., 3], packed, np.zeros_like(packed)], axis=-1)
    picture = np.concatenate([high[..., :3], lower]).astype(np.uint8)
    return TexturePicture(scale, png_bytes(picture))
