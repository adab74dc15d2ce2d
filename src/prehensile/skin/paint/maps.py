"""What is painted on the skin before it has a tone: how much of what lies where."""

from dataclasses import dataclass, fields

import numpy as np


@dataclass(eq=False)
class SkinMaps:
    """Each (N,) float, from 0 to 1 unless said otherwise."""

    palmar: np.ndarray
    """the hairless skin of palm and finger pads, which has little melanin"""
    blood: np.ndarray
    """how much blood shows, about 0.4 on average"""
    mottle: np.ndarray
    """uneven melanin, about −1 to 1"""
    crease: np.ndarray
    """lines where skin folds"""
    vein: np.ndarray
    """veins of the back"""
    nail: np.ndarray
    """the nail plate"""
    lunula: np.ndarray
    """the white moon at its root"""
    free_edge: np.ndarray
    """its white end, beyond the finger's flesh"""
    rim: np.ndarray
    """the shadowed groove around it"""
    height: np.ndarray
    """[m] relief too fine for the mesh"""

    @classmethod
    def blank(cls, n: int) -> "SkinMaps":
        """Nothing painted yet on ``n`` texels."""
        return cls(*(np.zeros(n) for _ in fields(cls)))


def smoothstep(low: float, high: float, value: np.ndarray) -> np.ndarray:
    """0 below ``low``, 1 above ``high``, smooth between."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def line_mark(distance: np.ndarray, width: float | np.ndarray) -> np.ndarray:
    """A soft line: 1 on it, e⁻¹ at ``width``."""
    return np.exp(-((distance / width) ** 2))
