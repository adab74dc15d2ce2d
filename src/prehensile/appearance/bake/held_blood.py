"""How much blood a hand's colours hold: no more of it can be pressed away.

A model knows how much blood leaves the fingertips that it was made of. Where a hand is painted with
less, above all a mesh without pictures, which has one colour all over, the same change would end
beyond skin without blood: olive. There less of it is shown.
"""

from dataclasses import replace

import numpy as np

from prehensile.appearance.model.absorption import (
    absorption,
    color_of,
    linear_of_srgb,
    srgb_of_linear,
)
from prehensile.appearance.model.model import BlushModel
from prehensile.appearance.model.procedure import sampled
from prehensile.skin.rig.lookup import Lookup

HARD_N = 40.0
"""[N] in the middle of a pad, after which no more blood leaves."""
BLOODLESS = (0.03, 0.6)
"""Skin of all tones without blood has ln (R / G) = 0.03 + 0.6 ln (G / B) in sRGB, within 0.02: the
more melanin, the browner (layers of melanin over dermis; blood adds 0.2 and more)."""

EVEN = 0.004
"""Part of a picture's side over which its colours are averaged."""
HALVINGS = 8
"""A mask has 256 steps."""


def held_back(lookup: Lookup, model: BlushModel, picture: np.ndarray) -> Lookup:
    """A lookup whose mask shows no more change than the colours below it can bear.

    Args:
        lookup: of a rig.
        model: whose textures lie there.
        picture: (S, S, 3) uint8 sRGB below it; of any size.
    """
    from scipy.ndimage import gaussian_filter

    here = lookup.mask > 0
    # Pores and spots are no reason for a change to be uneven.
    even = gaussian_filter(picture.astype(np.float32), (*[EVEN * len(picture)] * 2, 0))
    row, column = ((np.argwhere(here) + 0.5) * len(picture) / len(here)).astype(int).T
    base = even[row, column] / 255.0
    change = sampled(model.textures, lookup.st[here] / 65535.0) @ hardest(model)
    own = base if model.space == "srgb" else linear_of_srgb(base)
    pressed = color_of(absorption(own) + change[:, None] * model.pigment)
    mask = lookup.mask.copy()
    mask[here] = np.round(mask[here] * _borne(own, pressed, model.space))
    return replace(lookup, mask=mask)


def _borne(base: np.ndarray, pressed: np.ndarray, space: str) -> np.ndarray:
    """(N,) largest part of a change from colours to others that ends above no blood at all."""

    def left(share: np.ndarray) -> np.ndarray:
        mixed = base + share[:, None] * (pressed - base)
        return redness(mixed if space == "srgb" else srgb_of_linear(mixed))

    low, high = np.zeros(len(base)), np.ones(len(base))
    free = left(high) >= np.minimum(left(low), 0)  # where blood gathers, too
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        enough = left(middle) >= 0
        low, high = np.where(enough, middle, low), np.where(enough, high, middle)
    return np.where(free, 1.0, low)


def hardest(model: BlushModel) -> np.ndarray:
    """(4,) coefficients of the hardest press, in the middle of the pad."""
    load = np.zeros(len(model.law.inputs))
    load[0] = HARD_N
    return model.law.coefficients(load)


def redness(color: np.ndarray) -> np.ndarray:
    """How far sRGB colours (..., 3) are redder than skin of their brown without blood (...)."""
    red, green, blue = np.moveaxis(absorption(color), -1, 0)
    return green - red - BLOODLESS[0] - BLOODLESS[1] * (blue - green)
