"""Where a fingertip lies in a photograph: millimetres, the joint above and the tip below."""

from typing import NamedTuple

import numpy as np

FIELD_MM = 20.0
"""[mm] along a side of a photograph"""
PAD_MIDDLE_MM = 12.5
"""[mm] of the middle of the pad from the upper edge; the centre of pressure counts from there"""


class Frame(NamedTuple):
    """Places of the pixels of a square picture, at rest. Each (n, n), float32, [mm]."""

    x: np.ndarray
    """to the right, from the middle"""
    y: np.ndarray
    """down towards the tip, from the upper edge"""

    @property
    def pixel(self) -> float:
        """[mm] from one pixel to the next."""
        return FIELD_MM / len(self.x)


def frame(size: int) -> Frame:
    """Places of the pixels of a picture of ``size`` × ``size``."""
    place = ((np.arange(size, dtype=np.float32) + 0.5) / size * FIELD_MM).astype(np.float32)
    x, y = np.meshgrid(place - FIELD_MM / 2, place)
    return Frame(x, y)


def bump(distance: np.ndarray, width: float) -> np.ndarray:
    """e^−(d/w)², for lines and spots with soft edges."""
    return np.exp(-((distance / width) ** 2))


def step(distance: np.ndarray, width: float) -> np.ndarray:
    """From 0 to 1 over ``width`` about 0, smooth."""
    t = np.clip(distance / width + 0.5, 0.0, 1.0)
    return t * t * (3 - 2 * t)
