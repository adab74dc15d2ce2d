"""Smooth fields drawn at random: blotches, pores and fibres of skin."""

import numpy as np
from scipy import ndimage

from prehensile.appearance.generate.frame import FIELD_MM


def blotches(
    rng: np.random.Generator, size: int, scale_mm: float | tuple[float, float]
) -> np.ndarray:
    """A field (size, size) float32 of deviation 1 that changes over ``scale_mm``, down and right.

    Values are drawn on a grid as wide as the scale and joined by cubic splines, so that a picture
    of another size shows the same field.
    """
    down, right = np.broadcast_to(scale_mm, 2)
    cells = [max(2, round(FIELD_MM / float(s))) + 4 for s in (down, right)]
    drawn = ndimage.spline_filter(rng.standard_normal(cells)).astype(np.float32)
    at = [1.5 + (np.arange(size) + 0.5) / size * (n - 4) for n in cells]
    field = _spline(at[0], cells[0]) @ drawn @ _spline(at[1], cells[1]).T
    return (field / field.std()).astype(np.float32)


def _spline(at: np.ndarray, cells: int) -> np.ndarray:
    """(n, cells) weights of cubic B-splines at places in units of cells."""
    t = np.abs(at[:, None] - np.arange(cells))
    near = 2 / 3 - t**2 + t**3 / 2
    far = np.clip(2 - t, 0, None) ** 3 / 6
    return np.where(t < 1, near, far).astype(np.float32)


def turbulence(
    rng: np.random.Generator, size: int, scale_mm: float, octaves: int = 4
) -> np.ndarray:
    """Blotches on blotches, each half as wide and strong, of deviation about 1."""
    total = np.zeros((size, size), np.float32)
    for k in range(octaves):
        total += blotches(rng, size, scale_mm / 2**k) * 0.5**k
    return total / np.float32(np.sqrt(sum(0.25**k for k in range(octaves))))
