"""Procedure 5-4 in NumPy: the reference of every program that colours fingertips."""

import numpy as np

from prehensile.appearance.model.absorption import (
    absorption,
    color_of,
    linear_of_srgb,
    srgb_of_linear,
)
from prehensile.appearance.model.model import BlushModel
from prehensile.skin.rig.lookup import Lookup


def blushed(model: BlushModel, base: np.ndarray, lookup: Lookup, blood: np.ndarray) -> np.ndarray:
    """The picture with the colour that blood gives its fingertips.

    Args:
        model: pigment and eigentextures.
        base: (H, W, 3) sRGB in 0 … 1, as in the picture's file.
        lookup: of the same size.
        blood: (5, 4) coefficients, thumb to little.

    Returns:
        (H, W, 3) sRGB in 0 … 1; texels without a finger as they were.
    """
    result = np.array(base, float)
    here = (lookup.finger < len(blood)) & (lookup.mask > 0)
    result[here] = blushed_texels(
        model,
        result[here],
        lookup.st[here] / 65535.0,
        blood[lookup.finger[here]],
        lookup.mask[here] / 255.0,
    )
    return result


def blushed_texels(
    model: BlushModel, base: np.ndarray, st: np.ndarray, blood: np.ndarray, mask: np.ndarray
) -> np.ndarray:
    """The same for N texels: base (N, 3) sRGB, st (N, 2), blood (N, 4), mask (N,)."""
    dq = (sampled(model.textures, st) * blood).sum(axis=-1)
    # Bases of the model's own space: its logarithms were fitted there, and mixed there.
    own = base if model.space == "srgb" else linear_of_srgb(base)
    changed = color_of(absorption(own) + dq[:, None] * model.pigment)
    mixed = own + mask[:, None] * (changed - own)
    return mixed if model.space == "srgb" else srgb_of_linear(mixed)


def sampled(textures: np.ndarray, st: np.ndarray) -> np.ndarray:
    """Textures (H, W, C) at places st (N, 2) in 0 … 1, bilinear, clamped to the edge (N, C)."""
    height, width = textures.shape[:2]
    x = np.clip(st[:, 0] * width - 0.5, 0, width - 1)
    y = np.clip(st[:, 1] * height - 0.5, 0, height - 1)
    left, top = x.astype(int), y.astype(int)
    right, below = np.minimum(left + 1, width - 1), np.minimum(top + 1, height - 1)
    u, v = (x - left)[:, None], (y - top)[:, None]
    upper = textures[top, left] * (1 - u) + textures[top, right] * u
    lower = textures[below, left] * (1 - u) + textures[below, right] * u
    return upper * (1 - v) + lower * v
