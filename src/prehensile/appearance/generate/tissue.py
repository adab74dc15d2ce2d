"""Skin as layers that scatter and absorb: what share of light of each wavelength comes back.

From the top: melanin in the epidermis, a layer without blood (papillary dermis, horny layer or nail
plate), the capillaries whose blood moves, and deep tissue whose blood stays. Each layer is one of
Kubelka and Munk's. Blue light turns back before it has seen much blood, and red light spends most
of its way below the capillaries: path length by wavelength is why blood takes away green above
all, although haemoglobin itself absorbs most in the blue.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.appearance.generate.spectra import (
    WAVELENGTHS,
    baseline_absorption,
    blood_absorption,
    melanin_absorption,
)

EPIDERMIS_CM = 0.006
MELANIN_CLUMPS = 1.5
"""shape of the distribution of melanin over rays: dark skin is brown, not orange"""
VESSEL_CM = 0.001
"""radius of small vessels: blood in their middle is in the shade of that around it"""


@dataclass(frozen=True)
class Tissue:
    """A kind of skin. Thicknesses in cm, saturations and blood as shares."""

    cover: float
    """thickness of the layer without blood"""
    capillaries: float = 0.04
    """thickness of the layer whose blood moves"""
    saturation: float = 0.93
    deep_blood: float = 0.02
    deep_saturation: float = 0.6
    scattering: float = 32.0
    """[1/cm] reduced, at 500 nm"""
    scattering_power: float = 1.2
    keratin: float = 0.0
    """how much yellow keratin the light crosses, in absorption lengths at 400 nm"""


DORSAL = Tissue(cover=0.010)
"""back of a finger"""
PALMAR = Tissue(cover=0.012, keratin=0.10)
"""pad of a finger, under thicker horny skin"""
NAIL_BED = Tissue(cover=0.006, capillaries=0.045, keratin=0.11, saturation=0.96)
"""seen through the nail plate"""


def reflectance(tissue: Tissue, melanin: np.ndarray, blood: np.ndarray) -> np.ndarray:
    """(..., 31) share of light that comes back.

    Args:
        tissue: its layers.
        melanin: (...) share of the epidermis that is melanosomes.
        blood: (...) share of the capillary layer that is blood.
    """
    melanin, blood = np.asarray(melanin)[..., None], np.asarray(blood)[..., None]
    scattering = tissue.scattering * (WAVELENGTHS / 500.0) ** -tissue.scattering_power
    bloodless = baseline_absorption()
    deep = bloodless + tissue.deep_blood * _in_vessels(blood_absorption(tissue.deep_saturation))
    ratio = 1 + 2 * deep / (0.75 * scattering)
    result = ratio - np.sqrt(ratio**2 - 1)  # of an infinite depth
    moving = bloodless + blood * _in_vessels(blood_absorption(tissue.saturation))
    result = _covered(result, moving, scattering, tissue.capillaries)
    result = _covered(result, bloodless, scattering, tissue.cover)
    # Light crosses the epidermis and the keratin twice. Melanin lies in clumps, so that some rays
    # meet little of it: e^-x averaged over a gamma distribution of x.
    crossed = 2 * melanin * melanin_absorption() * EPIDERMIS_CM
    result = result * (1 + crossed / MELANIN_CLUMPS) ** -MELANIN_CLUMPS
    return result * np.exp(-2 * tissue.keratin * (WAVELENGTHS / 400.0) ** -4)


def _in_vessels(absorption: np.ndarray) -> np.ndarray:
    """Absorption of blood that is packed into vessels (Svaasand 1995)."""
    across = 2 * absorption * VESSEL_CM
    return absorption * -np.expm1(-across) / across


def _covered(
    below: np.ndarray, absorption: np.ndarray, scattering: np.ndarray, thickness: float
) -> np.ndarray:
    """Reflectance of a layer on what reflects ``below`` (Kubelka 1948)."""
    s = 0.75 * scattering
    a = 1 + 2 * absorption / s
    b = np.sqrt(a**2 - 1)
    coth = 1 / np.tanh(b * s * thickness)
    return (1 - below * (a - b * coth)) / (a - below + b * coth)
