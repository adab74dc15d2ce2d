"""Spectra from 400 to 700 nm, in bands of 10 nm: what skin is made of, light, eyes and a camera."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

WAVELENGTHS = np.arange(400.0, 701.0, 10.0)
"""(31,) [nm] middles of the bands"""
HAEMOGLOBIN_G_PER_L = 150.0
"""in whole blood; its molar mass is 64 500 g/mol"""


class Spectra(NamedTuple):
    """Tables of :data:`WAVELENGTHS`."""

    oxygenated: np.ndarray
    """(31,) [1/cm] absorption of whole blood full of oxygen (Prahl, from Gratzer and Kollias)"""
    bare: np.ndarray
    """(31,) [1/cm] absorption of whole blood without any"""
    camera: np.ndarray
    """(3, 31) red, green and blue of a Canon EOS 5D Mark II (rawtoaces)"""


@cache
def spectra() -> Spectra:
    """The tables of ``data/optics.csv``."""
    file = Path(__file__).parents[1] / "data/optics.csv"
    table = np.loadtxt(file, delimiter=",", skiprows=1).T
    # ln 10, since extinction is a decadic measure.
    per_cm = np.log(10.0) * HAEMOGLOBIN_G_PER_L / 64500.0 * table[1:3]
    return Spectra(per_cm[0], per_cm[1], table[3:6])


def blood_absorption(saturation: float) -> np.ndarray:
    """(31,) [1/cm] of whole blood of which a share carries oxygen."""
    oxygenated, bare, _ = spectra()
    return saturation * oxygenated + (1 - saturation) * bare


def melanin_absorption(wavelength: np.ndarray = WAVELENGTHS) -> np.ndarray:
    """[1/cm] inside a melanosome: 6.6e11 λ^-3.33 (Jacques 1998)."""
    return 6.6e11 * wavelength**-3.33


def baseline_absorption(wavelength: np.ndarray = WAVELENGTHS) -> np.ndarray:
    """[1/cm] of skin without blood and melanin (Saidi 1992, after Jacques)."""
    return 0.244 + 85.3 * np.exp(-(wavelength - 154.0) / 66.2)


def lamp(kelvin: float) -> np.ndarray:
    """(31,) light of a glowing body (Planck), 1 in the middle of the spectrum."""
    power = WAVELENGTHS**-5.0 / np.expm1(1.4388e7 / (WAVELENGTHS * kelvin))
    return power / power[len(power) // 2]


def srgb_response() -> np.ndarray:
    """(3, 31) what linear sRGB takes from a spectrum.

    The matching functions of the eye are sums of lobes (Wyman, Sloan & Shirley 2013).
    """
    x = (
        0.362 * _lobe(442.0, 0.0624, 0.0374)
        + 1.056 * _lobe(599.8, 0.0264, 0.0323)
        - 0.065 * _lobe(501.1, 0.0490, 0.0382)
    )
    y = 0.821 * _lobe(568.8, 0.0213, 0.0247) + 0.286 * _lobe(530.9, 0.0613, 0.0322)
    z = 1.217 * _lobe(437.0, 0.0845, 0.0278) + 0.681 * _lobe(459.0, 0.0385, 0.0725)
    of_xyz = np.array(
        [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]]
    )
    return of_xyz @ np.stack([x, y, z])


def _lobe(middle: float, left: float, right: float) -> np.ndarray:
    steep = np.where(middle > WAVELENGTHS, left, right)
    return np.exp(-0.5 * ((WAVELENGTHS - middle) * steep) ** 2)
