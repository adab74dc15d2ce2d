"""`fit_photos`: a model of a fingertip's colour from photographs and forces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prehensile.appearance.fit.choose import Choice, chosen, within_one_error
from prehensile.appearance.fit.folder import Shot, is_zero
from prehensile.appearance.fit.law import LawKind, fitted_law
from prehensile.appearance.fit.leave_out import left_out_errors
from prehensile.appearance.fit.pair import paired
from prehensile.appearance.fit.prepare import ViewPhotos, halved, prepared_view
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import Recipe, Textures, model_by, textures_of
from prehensile.appearance.fit.time_constants import TimeConstants, fitted_time_constants
from prehensile.appearance.model.absorption import quantity
from prehensile.appearance.model.model import INPUTS, VIEWS, BlushModel
from prehensile.errors import InputError

PREPARATIONS = ("as given", "balanced", "registered and balanced")
"""What may be done to photographs, from the least up."""
USUAL = Recipe(LawKind("matern32", 0.15, 0.5, 0.01))
"""By which these are compared, and what is used where there is too little to choose by."""
FEWEST = 4
"""Presses at rest that are worth a choice."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A model, and all that a report tells of it."""

    model: BlushModel
    photos: PhotoSet
    """what it was made of"""
    textures: Textures
    recipe: Recipe
    preparation: str
    """one of :data:`PREPARATIONS`"""
    choice: Choice | None
    """None where there was too little to choose by"""
    left_out: np.ndarray
    """(N,) relative errors, each photograph predicted by a model without it; empty for a series"""
    left_out_published: np.ndarray
    """(N,) the same by the law as printed"""
    views: tuple[ViewPhotos, ...]
    lines: tuple[str, ...]
    """what there is to tell: photographs left out, and why"""
    timing: TimeConstants | None = None

    def record(self) -> dict[str, Any]:
        """JSON for the model's file: of what it is made, and how well it predicts."""
        variance = self.textures.basis.variance
        return {
            "photographs": len(self.photos.names),
            "preparation": self.preparation,
            "recipe": str(self.recipe),
            "variance_2": float(variance[:2].sum()),
            "left_out_mean": float(self.left_out.mean()) if self.left_out.size else None,
        }


def fit_photos(
    shots: Sequence[Shot],
    space: str = "srgb",
    centre: str = "zero",
    paste: bool = False,
    progress: Callable[[str, int, int], None] = lambda text, done, total: None,
) -> Fit:
    """Fit a model to photographs of one finger.

    Args:
        shots: photographs of one view or of two; of each one without load.
        space: of the colours whose logarithms are taken, ``srgb`` or ``linear``.
        centre: what the pigment is counted from, ``zero`` force or each pixel's ``mean``.
        paste: whether the model carries the photograph without load, for a hand's own picture.
        progress: told what is being done, and how many photographs of how many are.

    Raises:
        FileError: a photograph that cannot be read.
        InputError: too few that can be used, or views that do not fit together.
    """
    views = tuple(name for name in VIEWS if any(shot.view == name for shot in shots))
    done = iter(range(len(shots) + 1))

    def told(name: str) -> None:
        progress(name, next(done), len(shots))

    ready = tuple(prepared_view([s for s in shots if s.view == view], told) for view in views)
    rows = paired([view.shots for view in ready])
    lines = tuple(line for view in ready for line in view.left_out)
    progress("choosing", len(shots), len(shots))
    everything = {name: photo_set(ready, rows, views, name, space) for name in PREPARATIONS}
    timed = np.array([ready[0].shots[row[0]].time is not None for row in rows])
    largest = max(shot.force for shot in shots)
    resting = ~timed & np.array(
        [not is_zero(force, largest) for force in everything[PREPARATIONS[0]].force]
    )
    preparation, choice, recipe = PREPARATIONS[-1], None, USUAL
    if resting.sum() >= FEWEST:
        at_rest = {name: photos.of(resting) for name, photos in everything.items()}
        preparation = chosen_preparation(at_rest)
        choice = chosen(at_rest[preparation])
        recipe = choice.recipe
    used = everything[preparation]
    static = used.of(resting) if resting.sum() >= 2 else used
    textures = textures_of(static, recipe, centre)
    timing = None
    law = None
    if timed.any():
        moments = [ready[0].shots[row[0]].time or 0.0 for row in rows]
        timing = _timing(used, timed, np.array(moments), textures)
        if resting.sum() < 2:
            knots = timing.knots[1:, None]
            law = fitted_law(knots, timing.targets[1:], INPUTS[:1], recipe.law)
    model = model_by(static, recipe, centre, law)
    if timing is not None:
        model = replace(model, blanch_s=timing.blanch_s, refill_s=timing.refill_s)
    if paste:
        model = replace(model, zero=np.rint(255 * static.zero).astype(np.uint8))
    judged = static if resting.sum() >= 3 else None
    return Fit(
        model=model,
        photos=static,
        textures=textures,
        recipe=recipe,
        preparation=preparation,
        choice=choice,
        left_out=left_out_errors(judged, [recipe])[0] if judged else np.zeros(0),
        left_out_published=(
            left_out_errors(judged, [USUAL], published=True)[0] if judged else np.zeros(0)
        ),
        views=ready,
        lines=lines,
        timing=timing,
    )


def chosen_preparation(sets: dict[str, PhotoSet]) -> str:
    """The least that is done to photographs whose score lies within one standard error of the
    best: ones that were laid on one another by hand are not moved again.
    """
    names = list(sets)
    errors = np.vstack([left_out_errors(sets[name], [USUAL], stride=3) for name in names])
    return names[int(np.flatnonzero(within_one_error(errors))[0])]


def photo_set(
    ready: Sequence[ViewPhotos],
    rows: Sequence[tuple[int, ...]],
    views: tuple[str, ...],
    preparation: str,
    space: str,
) -> PhotoSet:
    """Views side by side; each row has the number of its photograph in every view."""
    parts = []
    for view in ready:
        colors = view.given
        if preparation == PREPARATIONS[2]:
            colors = view.registered()
        if preparation != PREPARATIONS[0]:
            colors = view.balanced(colors)
        parts.append(halved(colors))
    pressed = np.concatenate(
        [part[[row[k] for row in rows]] for k, part in enumerate(parts)], axis=2
    )
    loads = np.array([ready[0].shots[row[0]].load for row in rows])
    loads = np.where(np.isfinite(loads).all(axis=0), loads, 0.0)
    return PhotoSet(
        zero=np.concatenate([halved(view.zero) for view in ready], axis=1),
        pressed=pressed,
        loads=loads,
        finger=np.concatenate(
            [halved(v.finger[..., None].astype(float))[..., 0] > 0.5 for v in ready], axis=1
        ),
        names=tuple(ready[0].shots[row[0]].path.name for row in rows),
        views=views,
        space=space,
    )


def coefficients_of(textures: Textures, photos: PhotoSet) -> np.ndarray:
    """(N, 4) how much of each eigentexture is in each photograph."""
    zero, pressed = photos.absorptions
    change = quantity(pressed, textures.pigment) - quantity(zero, textures.pigment)
    inside = textures.mask > 0
    return (change * inside).reshape(len(change), -1) @ textures.basis.textures.T


def _timing(
    photos: PhotoSet, timed: np.ndarray, moments: np.ndarray, textures: Textures
) -> TimeConstants:
    series = photos.of(timed)
    order = np.argsort(moments[timed])
    time, force = moments[timed][order], series.force[order]
    seen = coefficients_of(textures, series)[order]
    # The photograph without load, which all are counted from, came before.
    if force[0] > 0:
        raise InputError("a timed series begins with a photograph without load.")
    return fitted_time_constants(time, force, seen)
