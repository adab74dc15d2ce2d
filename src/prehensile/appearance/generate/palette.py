"""Colours of a tissue over melanin and blood, tabulated once: spectra of every pixel are slow."""

from functools import cache

import numpy as np
from scipy import ndimage

from prehensile.appearance.generate.camera import seen
from prehensile.appearance.generate.tissue import Tissue, reflectance

MOST_BLOOD = 0.25
MOST_MELANIN = 1.1
_ROWS, _COLUMNS = 193, 1537
"""of melanin and blood; neighbours differ by less than a camera can tell"""
_COARSE = 8
"""Spectra are worked out at every eighth of them, and joined by straight lines."""


class Palette:
    """Linear light (3,) that a tissue sends back, over √melanin and √blood."""

    def __init__(self, tissue: Tissue) -> None:
        # Both act most where there is little: square roots spread the steps evenly.
        melanin = np.linspace(0, MOST_MELANIN**0.5, _ROWS // _COARSE + 1)[:, None] ** 2
        blood = np.linspace(0, MOST_BLOOD**0.5, _COLUMNS // _COARSE + 1) ** 2
        light = seen(reflectance(tissue, *np.broadcast_arrays(melanin, blood)))
        at = np.mgrid[:_ROWS, :_COLUMNS] / _COARSE
        planes = [ndimage.map_coordinates(light[..., k], at, order=1) for k in range(3)]
        self._table = np.stack(planes, axis=-1).reshape(-1, 3).astype(np.float32)

    def rows(self, melanin: np.ndarray) -> np.ndarray:
        """(...) where the colours of an amount of melanin begin, for :meth:`color`."""
        share = np.sqrt(np.clip(melanin, 0, MOST_MELANIN) / MOST_MELANIN)
        return np.rint(share * (_ROWS - 1)).astype(np.int32) * _COLUMNS

    def color(self, rows: np.ndarray, blood: np.ndarray) -> np.ndarray:
        """(N, 3) light of N pixels, from their rows (N,) and blood (N,)."""
        share = np.sqrt(np.clip(blood, 0, MOST_BLOOD) * np.float32(1 / MOST_BLOOD))
        columns = (share * np.float32(_COLUMNS - 1) + np.float32(0.5)).astype(np.int32)
        return np.take(self._table, rows + columns, axis=0)


@cache
def palette_of(tissue: Tissue) -> Palette:
    """The palette of a tissue."""
    return Palette(tissue)
