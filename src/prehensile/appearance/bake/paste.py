"""The photograph at zero force put into a hand's own picture, its hue matched (5.4.1)."""

import numpy as np

from prehensile.appearance.model.absorption import absorption, color_of
from prehensile.appearance.model.procedure import sampled
from prehensile.skin.rig.lookup import Lookup


def pasted(picture: np.ndarray, lookup: Lookup, zero: np.ndarray) -> np.ndarray:
    """A picture (H, W, 3) uint8 sRGB with a photograph on its fingertips.

    The photograph of each finger is made lighter or darker, and shifted in hue, until its mean
    where the mask fades is that of the picture: one factor a channel, so that no edge shows.

    Args:
        picture: (H, W, 3) uint8 sRGB.
        lookup: of the same size.
        zero: (256, 256 · views, 3) uint8 sRGB, as the model's views lie.
    """
    result = picture.copy()
    for row in np.unique(lookup.finger[lookup.mask > 0]):
        here = (lookup.finger == row) & (lookup.mask > 0)
        mask = lookup.mask[here][:, None] / 255.0
        own = absorption(picture[here] / 255.0)
        photo = absorption(sampled(zero / 255.0, lookup.st[here] / 65535.0))
        rim = 4 * mask * (1 - mask)
        shift = (rim * (own - photo)).sum(axis=0) / np.maximum(rim.sum(), 1e-9)
        mixed = picture[here] / 255.0
        mixed += mask * (color_of(photo + shift) - mixed)
        result[here] = np.round(255 * mixed).astype(np.uint8)
    return result
