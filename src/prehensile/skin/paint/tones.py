"""Skin tones, and the colour that blood, melanin, creases and nails give each of them.

Colours are mixed in linear light; more blood or melanin takes away light as an absorber does,
c ← c·exp(−amount·absorption) for each of red, green and blue.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.skin.paint.maps import SkinMaps


@dataclass(frozen=True)
class Tone:
    """One skin tone. Colours are sRGB from 0 to 1."""

    back: tuple[float, float, float]
    """colour of the back of the hand"""
    palm: tuple[float, float, float]
    """colour of palm and pads; on dark skin much lighter than the back"""
    blood: float
    """how strongly blood shows through, about 1 on light skin"""
    melanin: float
    """how uneven melanin is, and how much darker folded skin over joints"""
    nail: tuple[float, float, float]
    """colour of the nail bed through the plate"""


TONES = {
    "tone-1": Tone((0.925, 0.775, 0.705), (0.930, 0.765, 0.705), 1.15, 0.5, (0.945, 0.765, 0.725)),
    "tone-2": Tone((0.895, 0.710, 0.620), (0.905, 0.715, 0.640), 1.05, 0.7, (0.935, 0.745, 0.690)),
    "tone-3": Tone((0.850, 0.640, 0.540), (0.875, 0.665, 0.575), 1.00, 0.9, (0.915, 0.710, 0.640)),
    "tone-4": Tone((0.775, 0.560, 0.435), (0.845, 0.640, 0.530), 0.90, 1.1, (0.870, 0.660, 0.575)),
    "tone-5": Tone((0.675, 0.465, 0.335), (0.800, 0.595, 0.475), 0.80, 1.3, (0.810, 0.600, 0.510)),
    "tone-6": Tone((0.545, 0.360, 0.250), (0.745, 0.540, 0.430), 0.70, 1.5, (0.740, 0.535, 0.455)),
    "tone-7": Tone((0.415, 0.270, 0.195), (0.690, 0.490, 0.395), 0.60, 1.6, (0.660, 0.470, 0.405)),
    "tone-8": Tone((0.290, 0.195, 0.155), (0.620, 0.435, 0.360), 0.55, 1.6, (0.575, 0.405, 0.355)),
}
"""From the lightest to the darkest."""
DEFAULT_TONE = "tone-3"
"""The tone where none is asked for."""
MEAN_BLOOD = 0.4
"""Amount of blood at which a tone has its own colour."""
BLOOD = np.array([0.05, 0.50, 0.42])
MELANIN = np.array([0.10, 0.14, 0.17])
CREASE = np.array([0.30, 0.50, 0.55])
VEIN = np.array([0.17, 0.055, 0.02])
GROOVE = np.array([0.35, 0.55, 0.60])
"""Absorption of red, green and blue at amount 1: by blood, melanin, creases, veins, the grooves
around nails."""
FREE_EDGE, MOON = (0.945, 0.915, 0.870), (0.955, 0.875, 0.845)
"""sRGB of a nail's white end and of the lunula at its root."""


def tone_named(name: str) -> Tone:
    """The tone of a name.

    Raises:
        InputError: there is none; the message lists them.
    """
    if name not in TONES:
        raise InputError(f"there is no skin tone {name!r}; give one of {', '.join(TONES)}.")
    return TONES[name]


def toned(maps: SkinMaps, tone: Tone) -> np.ndarray:
    """Colour (..., 3) sRGB from 0 to 1 of painted skin in one tone; maps (...)."""
    palmar = maps.palmar[..., None]
    back, palm = (to_linear(np.array(c)) for c in (tone.back, tone.palm))
    # Absorbers mix by their amounts: halfway between two tones is the geometric mean.
    color = np.exp((1 - palmar) * np.log(back) + palmar * np.log(palm))
    color *= np.exp(-tone.blood * (maps.blood[..., None] - MEAN_BLOOD) * BLOOD)
    uneven = tone.melanin * maps.mottle * (1 - 0.75 * maps.palmar)
    color *= np.exp(-uneven[..., None] * MELANIN)
    # Veins lie deep: melanin hides them.
    color *= np.exp(-maps.vein[..., None] * VEIN * (0.35 + 0.65 * tone.blood))
    color *= np.exp(-maps.crease[..., None] * CREASE * (0.7 + 0.3 * tone.melanin))
    color = _nailed(color, maps, tone)
    return to_srgb(np.clip(color, 0, 1))


def _nailed(color: np.ndarray, maps: SkinMaps, tone: Tone) -> np.ndarray:
    bed = to_linear(np.array(tone.nail))
    # White parts are seen in the light of the skin around them.
    shade = (0.75 + 0.25 * bed / bed.max()) * (bed.max() ** 0.35)
    plate = bed * np.exp(-0.3 * (maps.blood[..., None] - MEAN_BLOOD) * BLOOD)
    for share, white in ((0.65 * maps.lunula, MOON), (0.9 * maps.free_edge, FREE_EDGE)):
        plate = plate + share[..., None] * (to_linear(np.array(white)) * shade - plate)
    color = color + maps.nail[..., None] * (plate - color)
    return color * np.exp(-maps.rim[..., None] * GROOVE)


def to_linear(srgb: np.ndarray) -> np.ndarray:
    """Linear light of sRGB values, both from 0 to 1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def to_srgb(linear: np.ndarray) -> np.ndarray:
    """The inverse of `to_linear`."""
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
