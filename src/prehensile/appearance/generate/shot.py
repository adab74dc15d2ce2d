"""One photograph: the light of a view, moved, exposed and read by a sensor."""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from prehensile.appearance.generate.camera import encoded

METERED = 0.46
"""mean light that a camera aims at"""


@dataclass(frozen=True)
class Camera:
    """How much photographs of one set differ by themselves."""

    exposure: float = 0.03
    """deviation of ln light"""
    balance: float = 0.008
    """deviation of ln of red and blue against green"""
    shot_noise: float = 0.010
    """deviation of light 1 by the grain of light"""
    read_noise: float = 0.0015

    def drawn_gain(self, rng: np.random.Generator) -> np.ndarray:
        """(3,) how much more of each colour one photograph shows than another."""
        tint = np.exp(self.balance * rng.standard_normal(2))
        return np.exp(self.exposure * rng.standard_normal()) * np.array([tint[0], 1.0, tint[1]])


def exposure_of(light: np.ndarray) -> float:
    """Factor that a camera sets once for a set, by the middle of the picture."""
    size = len(light)
    middle = light[size // 5 : -size // 5, size // 5 : -size // 5]
    # Meters look at the whole picture: a dark hand stays darker than a light one.
    return float((METERED / middle.mean()) ** 0.45) * 1.05


def developed(
    light: np.ndarray,
    motion: np.ndarray,
    gain: np.ndarray,
    camera: Camera,
    rng: np.random.Generator,
) -> np.ndarray:
    """(size, size, 3) uint8 sRGB of light (n, n, 3) that has moved by (size, size, 2) [px].

    ``gain``: (3,) of red, green and blue.
    """
    size = len(motion)
    scale = len(light) / size
    place = np.arange(size, dtype=np.float32)
    x, y = np.meshgrid(place, place)
    x, y = x + motion[..., 0], y + motion[..., 1]
    at = [(y + 0.5) * scale - 0.5, (x + 0.5) * scale - 0.5]
    seen = np.stack(
        [ndimage.map_coordinates(c, at, order=1, mode="nearest") for c in np.moveaxis(light, 2, 0)],
        axis=-1,
    )
    seen *= gain.astype(np.float32)
    grain = np.sqrt(camera.shot_noise**2 * seen.clip(0) + camera.read_noise**2)
    seen += grain * rng.standard_normal(seen.shape, dtype=np.float32)
    return _TABLE[(seen.clip(0, 1) * np.float32(65535)).astype(np.uint16)]


_TABLE = np.rint(255 * encoded(np.arange(65536) / 65535)).astype(np.uint8)
