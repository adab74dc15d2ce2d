"""What a picture shows, in words that tests can use."""

from pathlib import Path

import numpy as np


def read(path: Path) -> np.ndarray:
    """(height, width, 3) from 0 to 255."""
    from matplotlib.image import imread

    return np.round(imread(path)[..., :3] * 255).astype(int)


def is_skin(pixel: np.ndarray) -> np.ndarray:
    """Red over green over blue, and clearly so; nails are paler but no exception."""
    red, green, blue = np.moveaxis(np.asarray(pixel, dtype=int), -1, 0)
    return (red > green + 12) & (green >= blue - 4) & (red > 60)


def is_blue(pixel: np.ndarray) -> np.ndarray:
    red, _, blue = np.moveaxis(np.asarray(pixel, dtype=int), -1, 0)
    return blue > red + 25
