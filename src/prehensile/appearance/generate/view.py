"""`View`: a fingertip as it lies before the camera, all but its blood painted."""

from dataclasses import dataclass

import numpy as np

from prehensile.appearance.generate.palette import palette_of
from prehensile.appearance.generate.tissue import Tissue


@dataclass(frozen=True, eq=False)
class Layer:
    """Pixels that show one tissue."""

    tissue: Tissue
    where: np.ndarray
    """(N,) pixels, as indices of a flattened picture"""
    rows: np.ndarray
    """(N,) melanin, as a place in the palette"""
    blood: np.ndarray
    """(N,) at rest, as a share of the capillary layer"""
    gain: np.ndarray
    """(N, 3) of the light that comes back: shade, tint and how much of the pixel this is"""


@dataclass(frozen=True, eq=False)
class View:
    """Layers, and light that does not pass through blood."""

    layers: tuple[Layer, ...]
    rest: np.ndarray
    """(n, n, 3) linear: glints, horn, the ground it lies on"""
    folds: np.ndarray
    """(n, n) how much darker creases are, as −ln of light, when the joint bends by a radian"""

    def light(self, change: np.ndarray, bend: float = 0.0) -> np.ndarray:
        """Linear light (n, n, 3) with blood changed by shares (n, n): 0 as at rest, −1 none.

        ``bend`` of the last joint [rad] deepens its creases.
        """
        size = len(self.rest)
        result = self.rest.reshape(-1, 3).copy()
        flat = change.reshape(-1)
        for layer in self.layers:
            blood = layer.blood * (1 + flat[layer.where])
            color = palette_of(layer.tissue).color(layer.rows, blood)
            result[layer.where] += color * layer.gain
        darker = np.exp(np.float32(-bend) * self.folds) if bend else np.ones_like(self.folds)
        return result.reshape(size, size, 3) * darker[..., None]


def layer(
    tissue: Tissue, share: np.ndarray, melanin: np.ndarray, blood: np.ndarray, gain: np.ndarray
) -> Layer:
    """A layer of what covers a share (n, n) of each pixel; the others (n, n), gain (n, n, 3)."""
    where = np.flatnonzero(share > 1 / 512)
    shaded = (gain * share[..., None]).reshape(-1, 3)[where].astype(np.float32)
    rows = palette_of(tissue).rows(melanin.reshape(-1)[where])
    return Layer(tissue, where, rows, blood.reshape(-1)[where].astype(np.float32), shaded)
