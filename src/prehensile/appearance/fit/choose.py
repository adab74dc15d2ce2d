"""The choice: the smoothest recipe whose score lies within one standard error of the best.

The standard error is that of the difference from the best one over the photographs left out: all
recipes are tried on the same ones, and what makes a photograph hard makes it hard for all.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.appearance.fit.law import LawKind, roughness
from prehensile.appearance.fit.leave_out import left_out_errors
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import MASKS, Recipe, law_of, textures_of
from prehensile.appearance.model.model import COMPONENTS

LAWS = tuple(
    LawKind(radial, turn, length, ridge)
    for radial, lengths in (
        ("matern32", (0.5, 1.0, 2.0)),
        ("matern52", (0.5, 1.0, 2.0)),
        ("polyharmonic", (1.0,)),
    )
    for turn, length, ridge in product((0.0, 0.05, 0.15), lengths, (0.0, 1e-3, 1e-2, 5e-2))
)
USUAL_LAW = LawKind("matern32", 0.15, 0.5, 0.01)
"""By which all else is compared, and what is used where there is too little to choose by."""
BLURS = (0.0, 1.0, 2.0)
"""[texels]"""
DETAILS = (0.0, 1.0, 2.0, 4.0)
"""[texels]"""
FEWEST_COMPONENTS = 2
STRIDE = 11
"""Every eleventh texel tells recipes apart as well as all of them do."""


class Choice(NamedTuple):
    """What was chosen, and from what."""

    recipe: Recipe
    recipes: tuple[Recipe, ...]
    errors: np.ndarray
    """(recipes, N) by which it was chosen"""
    near: np.ndarray
    """(recipes,) bool: within one standard error of the best, and with its mask and components"""
    rough: np.ndarray
    """(recipes,) of the laws; inf for those that were not looked at"""

    @property
    def scores(self) -> np.ndarray:
        """(recipes,) means of the errors."""
        return self.errors.mean(axis=1)


def smoothness_order(recipe: Recipe, rough: float) -> tuple:
    """Smaller is smoother: fewer inputs, more blur, and last the roughness of the law.

    The number of components and the mask make nothing smoother: they are the best one's.
    """
    return len(recipe.inputs), -recipe.blur, round(rough, 6)


def within_one_error(errors: np.ndarray) -> np.ndarray:
    """(recipes,) bool: whose mean lies within one standard error of the best one's."""
    best = errors[errors.mean(axis=1).argmin()]
    off = errors - best
    spread = off.std(axis=1, ddof=1) if errors.shape[1] > 1 else np.zeros(len(errors))
    return off.mean(axis=1) <= spread / np.sqrt(errors.shape[1]) + 1e-12


def chosen_detail(photos: PhotoSet, recipe: Recipe) -> float:
    """The least sharing of detail whose score lies within one standard error of the best."""
    tried = [recipe._replace(law=USUAL_LAW, detail=width) for width in DETAILS]
    return DETAILS[int(np.flatnonzero(within_one_error(left_out_errors(photos, tried, STRIDE)))[0])]


def recipes_for(photos: PhotoSet, laws: Sequence[LawKind] = LAWS) -> list[Recipe]:
    """All that is tried on these photographs."""
    sets = dict.fromkeys([("force",), photos.varying])
    most = min(COMPONENTS, len(photos.names) - 1)
    counts = range(min(FEWEST_COMPONENTS, most), most + 1)
    return [
        Recipe(law, inputs, components, blur, mask)
        for blur, mask, inputs, components, law in product(BLURS, MASKS, sets, counts, laws)
    ]


def chosen(
    photos: PhotoSet,
    recipes: Sequence[Recipe] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Choice:
    """The recipe by the rule.

    How fine a detail all photographs share is settled first, by any law; then all laws are tried
    with full textures; then blur, mask and number of components with the laws that came near.
    These hardly depend on one another.
    """
    everything = list(recipes if recipes is not None else recipes_for(photos))
    detail = chosen_detail(photos, everything[0])
    everything = [recipe._replace(detail=detail) for recipe in everything]
    full = max(recipe.components for recipe in everything)
    first = [r for r in everything if (r.blur, r.mask, r.components) == (0.0, MASKS[0], full)]
    errors = left_out_errors(photos, first, STRIDE)
    progress(1, 2)
    laws = {(first[k].law, first[k].inputs) for k in _few(errors)}
    rest = [r for r in everything if (r.law, r.inputs) in laws and r not in first]
    tried = [*first, *rest]
    if rest:
        errors = np.vstack([errors, left_out_errors(photos, rest, STRIDE)])
    progress(2, 2)
    best = tried[errors.mean(axis=1).argmin()]
    like = np.array([(r.components, r.mask) == (best.components, best.mask) for r in tried])
    near = within_one_error(errors) & like
    rough = np.full(len(tried), np.inf)
    made = {}
    for k in np.flatnonzero(near):
        recipe = tried[k]
        key = (recipe.blur, recipe.mask, recipe.components)
        if key not in made:
            made[key] = textures_of(photos, recipe).basis
        rough[k] = roughness(law_of(photos, made[key], recipe))
    pick = min(np.flatnonzero(near), key=lambda k: smoothness_order(tried[k], rough[k]))
    return Choice(tried[pick], tuple(tried), errors, near, rough)


def _few(errors: np.ndarray, most: int = 6) -> np.ndarray:
    """The best laws, and of those near the best as many again, evenly by score."""
    order = np.argsort(errors.mean(axis=1))
    near = within_one_error(errors)
    passing = [k for k in order if near[k]]
    step = max(1, len(passing) // most)
    return np.array(sorted({*order[:3], *passing[::step]}))
