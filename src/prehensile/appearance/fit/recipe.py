"""What can be chosen in a fit, and a model by one choice."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.fit.changes import Basis, basis_of, quantity_changes
from prehensile.appearance.fit.detail import with_shared_detail
from prehensile.appearance.fit.foreground import feathered
from prehensile.appearance.fit.law import LawKind, fitted_law
from prehensile.appearance.fit.pigment import fitted_pigment
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.model.law import RadialLaw
from prehensile.appearance.model.model import COMPONENTS, BlushModel

MASKS = ("wide", "skin", "changing")
"""All that is finger, faded out beyond its edge; faded out before its edge; and of that only where
the eigentextures say that something changes (Figure 5-9)."""
CHANGING = (0.05, 0.2)
"""Shares of the strongest place where the mask of what changes begins and is full."""


class Recipe(NamedTuple):
    """One choice of everything."""

    law: LawKind
    inputs: tuple[str, ...] = ("force",)
    components: int = COMPONENTS
    blur: float = 0.0
    """[texels]"""
    mask: str = MASKS[0]
    detail: float = 2.0
    """[texels] what is finer is the mean of all photographs; 0 for none"""
    alike: bool = True
    """whether light presses count as much as hard ones for the eigentextures"""

    def __str__(self) -> str:
        return (
            f"{self.law}; follows {', '.join(self.inputs)}; {self.components} components, blur "
            f"{self.blur:g} texels, mask {self.mask}, detail finer than {self.detail:g} texels "
            "shared"
        )


class Textures(NamedTuple):
    """What does not depend on the law."""

    pigment: np.ndarray
    pigment_share: float
    """of the variance of colour changes"""
    basis: Basis
    mask: np.ndarray
    """(256, W)"""
    base: np.ndarray
    """(256, W, 3) absorption without load, which all is counted from"""


def textures_of(
    photos: PhotoSet,
    recipe: Recipe,
    centre: str = "zero",
    pigment: tuple[np.ndarray, float] | None = None,
) -> Textures:
    """Pigment, eigentextures and mask of photographs; the pigment is found if it is left out."""
    zero, pressed = photos.absorptions
    pigment = pigment or fitted_pigment(zero, pressed, photos.finger, centre)
    mask = view_masks(photos, recipe.mask == MASKS[0])
    base = view_base(photos, recipe.detail)
    changes = quantity_changes(base, pressed, pigment[0], mask, recipe.blur)
    basis = basis_of(changes, recipe.components, recipe.alike)
    if recipe.mask == "changing":
        mask = mask * changing_mask(basis.textures.reshape(COMPONENTS, *mask.shape))
    return Textures(*pigment, basis, mask, base)


def view_masks(photos: PhotoSet, outwards: bool) -> np.ndarray:
    """(256, W) feathered masks of the views, side by side."""
    parts = np.split(photos.finger > 0, len(photos.views), axis=1)
    return np.concatenate([feathered(part, outwards) for part in parts], axis=1)


def view_base(photos: PhotoSet, detail: float) -> np.ndarray:
    """(256, W, 3) absorption without load of the views, with detail that all photographs share."""
    zero, pressed = photos.absorptions
    many = len(photos.views)
    parts = zip(
        np.split(zero, many, axis=1),
        np.split(pressed, many, axis=2),
        np.split(photos.finger > 0, many, axis=1),
        strict=True,
    )
    return np.concatenate([with_shared_detail(*part, detail) for part in parts], axis=1)


def changing_mask(textures: np.ndarray) -> np.ndarray:
    """(H, W) 0 … 1 where textures (4, H, W) hold change: the sum of their sizes (Figure 5-9)."""
    from scipy.ndimage import gaussian_filter

    total = gaussian_filter(np.abs(textures).sum(axis=0), 4.0)
    low, high = (share * np.quantile(total, 0.99) for share in CHANGING)
    share = np.clip((total - low) / max(high - low, 1e-30), 0, 1)
    return share * share * (3 - 2 * share)


def law_of(photos: PhotoSet, basis: Basis, recipe: Recipe) -> RadialLaw:
    """The recipe's law through the coefficients of the photographs."""
    return fitted_law(photos.inputs(recipe.inputs), basis.coefficients, recipe.inputs, recipe.law)


def model_by(
    photos: PhotoSet, recipe: Recipe, centre: str = "zero", law: RadialLaw | None = None
) -> BlushModel:
    """A model of photographs by a recipe; with another law if one is given."""
    found = textures_of(photos, recipe, centre)
    shape = photos.finger.shape
    return BlushModel(
        pigment=found.pigment,
        textures=np.moveaxis(found.basis.textures.reshape(COMPONENTS, *shape), 0, -1).astype(
            np.float32
        ),
        mask=found.mask.astype(np.float32),
        law=law or law_of(photos, found.basis, recipe),
        views=photos.views,
        space=photos.space,
    )
