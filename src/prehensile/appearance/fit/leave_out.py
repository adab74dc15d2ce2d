"""How well a recipe predicts photographs that it has not seen."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.appearance.fit.changes import Basis
from prehensile.appearance.fit.law import published_law
from prehensile.appearance.fit.pigment import fitted_pigment
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import Recipe, Textures, law_of, textures_of
from prehensile.appearance.model.absorption import color_of, srgb_of_linear
from prehensile.appearance.model.model import COMPONENTS

MOST_FOLDS = 16
"""Larger sets are cut into so many parts, of every so-manieth photograph in order of force."""


class Fold(NamedTuple):
    """One part left out."""

    kept: np.ndarray
    """(N,) bool"""
    left: np.ndarray
    """(N,) bool"""


def folds(force: np.ndarray) -> list[Fold]:
    """Each photograph is left out once."""
    rank = np.argsort(np.argsort(force, kind="stable"))
    parts = min(len(force), MOST_FOLDS)
    return [Fold(rank % parts != k, rank % parts == k) for k in range(parts)]


class Seen(NamedTuple):
    """Texels of a set and of its textures that are looked at, laid out for many predictions."""

    space: str
    base: np.ndarray
    """(P, 3) of the fingertip without load, in the space of the fit"""
    alpha: np.ndarray
    """(P, 3)"""
    mask: np.ndarray
    """(P, 1)"""
    pigment: np.ndarray
    textures: np.ndarray
    """(4, P)"""

    def predicted(self, coefficients: np.ndarray) -> np.ndarray:
        """(P, 3) sRGB colours by procedure 5-4 of coefficients (4,)."""
        dq = coefficients @ self.textures
        changed = color_of(self.alpha + dq[:, None] * self.pigment)
        mixed = self.base + self.mask * (changed - self.base)
        return mixed if self.space == "srgb" else srgb_of_linear(mixed)


def seen(photos: PhotoSet, textures: Textures, stride: int = 1) -> Seen:
    """Every so-manieth texel."""
    pixels = slice(None, None, stride)
    alpha = np.ascontiguousarray(textures.base.reshape(-1, 3)[pixels])
    return Seen(
        space=photos.space,
        base=color_of(alpha),
        alpha=alpha,
        mask=textures.mask.reshape(-1, 1)[pixels],
        pigment=textures.pigment,
        textures=np.ascontiguousarray(textures.basis.textures[:, pixels]),
    )


def relative_error(zero: np.ndarray, truth: np.ndarray, shown: np.ndarray) -> float:
    """Mean squared RGB error of what is shown, over that of the zero-force picture (5.5.1)."""
    return float(((shown - truth) ** 2).mean() / max(float(((zero - truth) ** 2).mean()), 1e-12))


def left_out_errors(
    photos: PhotoSet, recipes: Sequence[Recipe], stride: int = 1, published: bool = False
) -> np.ndarray:
    """(recipes, N) relative error of each photograph by models that were made without it.

    Args:
        photos: the set.
        recipes: those that share all but the law share their eigentextures.
        stride: only every so-manieth texel is compared, which is enough to choose by.
        published: with the law as printed instead of the recipes' own.
    """
    errors = np.zeros((len(recipes), len(photos.names)))
    flat = photos.pressed.reshape(len(photos.names), -1, 3)[:, ::stride].astype(float)
    zero = photos.zero.reshape(-1, 3)[::stride].astype(float)
    for fold in folds(photos.force):
        kept = photos.of(fold.kept)
        pigment = fitted_pigment(*kept.absorptions, kept.finger)
        made: dict[tuple, tuple[Basis, Seen]] = {}
        for k, recipe in enumerate(recipes):
            key = (recipe.blur, recipe.mask, recipe.detail, recipe.alike)
            if key not in made:
                whole = recipe._replace(components=COMPONENTS)
                textures = textures_of(kept, whole, pigment=pigment)
                made[key] = textures.basis, seen(kept, textures, stride)
            basis, view = made[key]
            some = basis._replace(coefficients=basis.coefficients * _first(recipe.components))
            if published:
                law = published_law(kept.force, some.coefficients)
            else:
                law = law_of(kept, some, recipe)
            for press in np.flatnonzero(fold.left):
                shown = view.predicted(law.coefficients(photos.inputs(law.inputs)[press]))
                errors[k, press] = relative_error(zero, flat[press], shown)
    return errors


def _first(components: int) -> np.ndarray:
    """(4,) 1 for those that count."""
    return (np.arange(COMPONENTS) < components).astype(float)
