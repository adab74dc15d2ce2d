"""A camera: spectra to light in red, green and blue, and light to the bytes of a file."""

from functools import cache

import numpy as np

from prehensile.appearance.generate.spectra import WAVELENGTHS, lamp, spectra, srgb_response

LAMP_K = 5000.0
"""[K] of the box of light"""


def seen(reflected: np.ndarray) -> np.ndarray:
    """Linear sRGB (..., 3) that the camera makes of reflectances (..., 31); white is 1."""
    return reflected @ (_matrix() @ _white_balanced(spectra().camera)).T


@cache
def _matrix() -> np.ndarray:
    """(3, 3) from balanced raw values to linear sRGB: least squares over smooth spectra.

    Grey stays grey: rows sum to 1.
    """
    middle, width = np.meshgrid(np.linspace(400, 700, 25), [40.0, 80.0, 160.0])
    bumps = np.exp(-0.5 * ((WAVELENGTHS[:, None] - middle.ravel()) / width.ravel()) ** 2)
    raw = _white_balanced(spectra().camera) @ bumps
    wanted = _white_balanced(srgb_response()) @ bumps
    first_two = np.linalg.lstsq((raw[:2] - raw[2]).T, (wanted - raw[2]).T, rcond=None)[0].T
    return np.column_stack([first_two, 1 - first_two.sum(axis=1)])


def _white_balanced(response: np.ndarray) -> np.ndarray:
    lit = response * lamp(LAMP_K)
    return lit / lit.sum(axis=1, keepdims=True)


def encoded(light: np.ndarray) -> np.ndarray:
    """Values of a file, 0 … 1 (IEC 61966-2-1), of linear light, clipped."""
    light = np.clip(light, 0.0, 1.0)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
