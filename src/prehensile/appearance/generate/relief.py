"""Light on a relief, in a box of diffuse light: how bright each place is, and its glints."""

from typing import NamedTuple

import numpy as np
from scipy import ndimage

_LAMP = np.array([-0.38, -0.46, 0.80])
"""direction of what little light comes straight: from above left, towards the camera"""


class Lit(NamedTuple):
    """Each (n, n)."""

    shade: np.ndarray
    """1 where a flat piece faces the camera"""
    glint: np.ndarray
    """0 … 1, of a surface like polished horn"""


def lit(height: np.ndarray, pixel: float, grooves: float = 1.0) -> Lit:
    """Light on heights (n, n) [mm] with pixels ``pixel`` mm apart.

    Args:
        height: towards the camera.
        pixel: [mm].
        grooves: how dark what lies lower than its surroundings is.
    """
    down, right = np.gradient(height, pixel)
    long = 1 / np.sqrt(1 + right**2 + down**2)
    lamp = _LAMP / np.linalg.norm(_LAMP)
    straight = np.clip((-right * lamp[0] - down * lamp[1] + lamp[2]) * long, 0, None) / lamp[2]
    hollow = ndimage.gaussian_filter(height, 0.25 / pixel) - height
    dark = np.exp(-grooves * 4.0 * np.clip(hollow, 0, None))
    shade = (0.62 * (0.35 + 0.65 * long) + 0.38 * straight) * dark
    window = np.array([-0.17, -0.06, 1.0])
    window /= np.linalg.norm(window)
    facing = np.clip((-right * window[0] - down * window[1] + window[2]) * long, 0, 1)
    return Lit(shade.astype(np.float32), (facing**120).astype(np.float32))
