"""Quantity-change images and their principal components about zero force (Andrews 2014, 5.3.3)."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.model.absorption import quantity
from prehensile.appearance.model.model import COMPONENTS

FAINT = 0.25
"""Share of the largest change below which a photograph counts for less than others: it holds more
noise than change."""


class Basis(NamedTuple):
    """Eigentextures of a set of photographs, and how much of each is in each photograph."""

    textures: np.ndarray
    """(4, P) of unit length; those not kept are 0"""
    coefficients: np.ndarray
    """(N, 4), positive in the first at the end that changes most"""
    variance: np.ndarray
    """(4,) share of all change that each component holds, falling"""


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


def basis_of(changes: np.ndarray, kept: int = COMPONENTS, alike: bool = True) -> Basis:
    """Principal components of changes (N, ...) about 0, by their N × N products.

    Args:
        changes: of the photographs.
        kept: components, at most.
        alike: whether light presses count as much as hard ones. Errors are counted as shares of
            each photograph's own change, but by their size alone the hard ones decide, and what
            only a light press does is lost. Within the space so found components are ordered by
            the change that they hold.
    """
    flat = changes.reshape(len(changes), -1)
    products = flat @ flat.T
    size = np.sqrt(np.diag(products))
    faint = max(FAINT * float(size.max()), 1e-30)
    weight = 1 / np.hypot(size, faint) if alike else np.ones(len(flat))
    sizes, axes = _ordered(products * weight * weight[:, None])
    kept = min(kept, int((sizes > 1e-12 * max(sizes[0], 1e-30)).sum()))
    mixing = weight[:, None] * axes[:, :kept] / np.sqrt(sizes[:kept])
    found = products @ mixing
    held, turned = _ordered(found.T @ found)
    mixing, found = mixing @ turned, found @ turned
    coefficients = np.zeros((len(flat), COMPONENTS))
    textures = np.zeros((COMPONENTS, flat.shape[1]))
    variance = np.zeros(COMPONENTS)
    coefficients[:, :kept] = found
    textures[:kept] = mixing.T @ flat
    variance[:kept] = held / max(float(np.trace(products)), 1e-30)
    largest = np.abs(coefficients).argmax(axis=0)
    sign = np.where(coefficients[largest, range(COMPONENTS)] < 0, -1.0, 1.0)
    return Basis(textures * sign[:, None], coefficients * sign, variance)


def _ordered(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues, falling, and their vectors."""
    sizes, axes = np.linalg.eigh(matrix)
    return np.maximum(sizes[::-1], 0), axes[:, ::-1]
