"""Procedure 5-4 on a whole picture, with everything that blood does not change worked out before.

A colour c becomes c e^(−dq σ_h): the logarithm of the procedure and its exponential cancel.
"""

from functools import cache
from itertools import pairwise

import numpy as np

from prehensile.appearance.model.absorption import DARKEST, linear_of_srgb, srgb_of_linear
from prehensile.appearance.model.model import BlushModel
from prehensile.appearance.model.procedure import sampled
from prehensile.hand.joints import DIGITS
from prehensile.skin.rig.lookup import Lookup

LEVELS = 65535
"""Steps of light that are turned back into sRGB: of a twentieth of one of 256 at most."""


class TipPaint:
    """One picture that is painted many times.

    Args:
        model: pigment and eigentextures.
        lookup: where they lie; of any size.
        picture: (H, W, 3) uint8 sRGB at rest; not to be changed afterwards.
    """

    def __init__(self, model: BlushModel, lookup: Lookup, picture: np.ndarray):
        self.picture = picture
        self._linear = model.space == "linear"
        self._pigment = model.pigment.astype(np.float32)
        at = _places(lookup, picture.shape[:2])
        shown = np.flatnonzero(lookup.mask.reshape(-1)[at])
        finger = lookup.finger.reshape(-1)[at[shown]]
        order = np.argsort(finger, kind="stable")
        self._texel, at = shown[order], at[shown[order]]
        ends = np.searchsorted(finger[order], np.arange(len(DIGITS) + 1))
        self._slices = [slice(a, b) for a, b in pairwise(ends.tolist())]
        st = lookup.st.reshape(-1, 2)[at] / 65535.0
        self._textures = sampled(model.textures, st).astype(np.float32)
        self._mask = (lookup.mask.reshape(-1)[at] / np.float32(255))[:, None]
        base = picture.reshape(-1, 3)[self._texel]
        table = np.arange(256) / 255.0
        self._base = (linear_of_srgb(table) if self._linear else table).astype(np.float32)[base]

    def painted(self, blood: np.ndarray) -> np.ndarray:
        """(H, W, 3) uint8 sRGB with blood (5, 4); the picture itself where there is none."""
        result = None
        for own, y in zip(self._slices, np.asarray(blood, np.float32), strict=True):
            if own.start == own.stop or not y.any():
                continue
            if result is None:
                result = self.picture.copy()
            dq = self._textures[own] @ y
            base = self._base[own]
            changed = np.exp(dq[:, None] * -self._pigment)
            changed *= np.maximum(base, np.float32(DARKEST))
            np.minimum(changed, 1, out=changed)
            changed -= base
            changed *= self._mask[own]
            changed += base
            result.reshape(-1, 3)[self._texel[own]] = self._bytes(changed)
        return self.picture if result is None else result

    def _bytes(self, color: np.ndarray) -> np.ndarray:
        if self._linear:
            return _srgb_bytes()[(color * np.float32(LEVELS) + np.float32(0.5)).astype(np.intp)]
        return (color * np.float32(255) + np.float32(0.5)).astype(np.uint8)


def _places(lookup: Lookup, shape: tuple[int, int]) -> np.ndarray:
    """(H · W,) texel of the lookup that each texel of a picture (H, W) shows, the nearest one."""
    rows, columns = (
        ((np.arange(n) + 0.5) * (of / n)).astype(np.intp)
        for n, of in zip(shape, lookup.mask.shape, strict=True)
    )
    return (rows[:, None] * lookup.mask.shape[1] + columns).reshape(-1)


@cache
def _srgb_bytes() -> np.ndarray:
    """(LEVELS + 1,) uint8 sRGB of steps of light."""
    return np.round(255 * srgb_of_linear(np.arange(LEVELS + 1) / LEVELS)).astype(np.uint8)
