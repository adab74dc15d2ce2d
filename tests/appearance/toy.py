"""A model made by hand: one blob that whitens at the tip of each view, saturating with force."""

from dataclasses import dataclass

import numpy as np

from prehensile.appearance.model.model import TEXTURE_SIZE, BlushModel


@dataclass(frozen=True)
class SaturatingLaw:
    """y = (−1, 0.2, 0, 0) (1 − e^(−F / 4 N)), in any view."""

    inputs: tuple[str, ...] = ("force",)

    def coefficients(self, load: np.ndarray) -> np.ndarray:
        share = 1 - np.exp(-np.maximum(load[..., :1], 0) / 4.0)
        return share * np.array([-1.0, 0.2, 0.0, 0.0])


def toy_model(views: tuple[str, ...] = ("nail", "pad"), space: str = "srgb") -> BlushModel:
    place = (np.arange(TEXTURE_SIZE) + 0.5) / TEXTURE_SIZE
    s, t = np.meshgrid(place, place)
    tip = np.exp(-((s - 0.5) ** 2 + (t - 0.7) ** 2) / 0.06)
    behind = np.exp(-((s - 0.5) ** 2 + (t - 0.25) ** 2) / 0.03)
    one = np.stack([0.5 * tip - 0.15 * behind, 0.3 * behind, 0 * s, 0 * s], axis=-1)
    edge = np.minimum(np.minimum(s, 1 - s), np.minimum(t, 1 - t))
    mask = np.clip(edge / 0.1, 0, 1)
    pigment = np.array([0.16, 0.78, 0.6])
    return BlushModel(
        pigment=pigment / np.linalg.norm(pigment),
        textures=np.concatenate([one] * len(views), axis=1).astype(np.float32),
        mask=np.concatenate([mask] * len(views), axis=1).astype(np.float32),
        law=SaturatingLaw(),
        views=views,
        space=space,
    )
