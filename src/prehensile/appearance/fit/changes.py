"""Quantity-change images and their principal components about zero force (Andrews 2014, 5.3.3)."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.model.absorption import quantity
from prehensile.appearance.model.model import COMPONENTS


class Basis(NamedTuple):
    """Eigentextures of a set of photographs, and how much of each is in each photograph."""

    textures: np.ndarray
    """(4, P) of unit length; those not kept are 0"""
    coefficients: np.ndarray
    """(N, 4), positive in the first at the end that changes most"""
    variance: np.ndarray
    """(N,) share of all change that each component holds, falling; those not kept included"""


def quantity_changes(
    zero: np.ndarray, pressed: np.ndarray, pigment: np.ndarray, mask: np.ndarray, blur: float = 0.0
) -> np.ndarray:
    """(N, H, W) change of blood against zero force, 0 outside the mask.

    Args:
        zero: (H, W, 3) absorption without load.
        pressed: (N, H, W, 3) absorptions under load, in the same frame.
        pigment: (3,)
        mask: (H, W) where they count.
        blur: [pixels] standard deviation of a Gaussian, against camera noise; 0 for none.
    """
    from scipy.ndimage import gaussian_filter

    changes = quantity(pressed, pigment) - quantity(zero, pigment)
    if blur > 0:
        # Normalised, so that nothing bleeds in from where there is no finger.
        inside = np.maximum(gaussian_filter((mask > 0).astype(float), blur), 1e-6)
        changes = np.stack([gaussian_filter(c * (mask > 0), blur) / inside for c in changes])
    return changes * (mask > 0)


def basis_of(changes: np.ndarray, kept: int = COMPONENTS) -> Basis:
    """Principal components of changes (N, ...) about 0, by their N × N products."""
    flat = changes.reshape(len(changes), -1)
    sizes, axes = np.linalg.eigh(flat @ flat.T)
    order = np.argsort(sizes)[::-1]
    sizes, axes = np.maximum(sizes[order], 0), axes[:, order]
    kept = min(kept, int((sizes > 1e-12 * max(sizes[0], 1e-30)).sum()))
    coefficients = np.zeros((len(flat), COMPONENTS))
    textures = np.zeros((COMPONENTS, flat.shape[1]))
    root = np.sqrt(sizes[:kept])
    coefficients[:, :kept] = axes[:, :kept] * root
    textures[:kept] = (axes[:, :kept] / root).T @ flat
    largest = np.abs(coefficients).argmax(axis=0)
    sign = np.where(coefficients[largest, range(COMPONENTS)] < 0, -1.0, 1.0)
    return Basis(
        textures * sign[:, None], coefficients * sign, sizes / max(float(sizes.sum()), 1e-30)
    )
