"""Colours as what a layer of skin takes away from light (Andrews 2014, 5.1–5.5).

A colour c in (0, 1] is an absorption α = −ln c; blood of quantity q and pigment σ_h adds q σ_h.
"""

import numpy as np

from prehensile.errors import InputError

DARKEST = 1 / 255
"""−log 0 is infinite; a photograph cannot tell less light from this much."""
SPACES = ("srgb", "linear")
"""What the numbers of a colour are: those of a file, or of light."""


def absorption(color: np.ndarray) -> np.ndarray:
    """α = −ln c (5.2), of colours (..., 3) in 0 … 1."""
    return -np.log(np.clip(color, DARKEST, 1.0))


def color_of(alpha: np.ndarray) -> np.ndarray:
    """Colours (..., 3) in 0 … 1 of absorptions: c = e^−α, clamped."""
    return np.clip(np.exp(-alpha), 0.0, 1.0)


def quantity(alpha: np.ndarray, pigment: np.ndarray) -> np.ndarray:
    """Blood q = α · σ_h (5.4), shape (...)."""
    return alpha @ pigment


def remainder(alpha: np.ndarray, pigment: np.ndarray) -> np.ndarray:
    """Absorption of all else, α_o = α − q σ_h (5.5)."""
    return alpha - quantity(alpha, pigment)[..., None] * pigment


def linear_of_srgb(color: np.ndarray) -> np.ndarray:
    """Light (IEC 61966-2-1) of sRGB values, both in 0 … 1."""
    color = np.asarray(color, float)
    return np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4)


def srgb_of_linear(light: np.ndarray) -> np.ndarray:
    """Values as in a file (sRGB) of light, both in 0 … 1."""
    light = np.asarray(light, float)
    return np.where(
        light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055
    )


def checked_space(space: str) -> str:
    """The space itself, if there is one of that name."""
    if space not in SPACES:
        raise InputError(f"colours are fitted in {' or '.join(SPACES)}, not {space!r}.")
    return space
