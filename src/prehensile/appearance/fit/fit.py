"""`fit_ready`: a model of a fingertip's colour from photographs and forces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from prehensile.appearance.fit.choose import USUAL_LAW, Choice, chosen, within_one_error
from prehensile.appearance.fit.folder import Shot, is_zero
from prehensile.appearance.fit.law import fitted_law
from prehensile.appearance.fit.leave_out import left_out_errors
from prehensile.appearance.fit.pair import paired
from prehensile.appearance.fit.prepare import ViewPhotos, halved, prepared_view
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import Recipe, Textures, law_of, model_by, textures_of
from prehensile.appearance.fit.time_constants import TimeConstants, fitted_time_constants
from prehensile.appearance.model.absorption import quantity
from prehensile.appearance.model.law import RadialLaw
from prehensile.appearance.model.model import INPUTS, VIEWS, BlushModel

PREPARATIONS = ("as given", "balanced", "registered and balanced")
"""What may be done to photographs, from the least up."""
USUAL = Recipe(USUAL_LAW)
"""By which these are compared, and what is used where there is too little to choose by."""
PUBLISHED = Recipe(USUAL_LAW, detail=0.0, alike=False)
"""Eigentextures as the thesis has them; its law comes beside them."""
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


class Ready(NamedTuple):
    """Photographs that were read and matched, before anything is learned from them."""

    views: tuple[ViewPhotos, ...]
    names: tuple[str, ...]
    """of the views"""
    rows: tuple[tuple[int, ...], ...]
    """of each press the number of its photograph in every view"""
    space: str

    @property
    def shots(self) -> tuple[Shot, ...]:
        """One of each press."""
        return tuple(self.views[0].shots[row[0]] for row in self.rows)

    def photos(self, preparation: str, known: np.ndarray | None = None) -> PhotoSet:
        """All presses, the views side by side.

        Args:
            preparation: one of :data:`PREPARATIONS`.
            known: (N,) bool, presses that may be learned from; all if left out.
        """
        known = np.ones(len(self.rows), bool) if known is None else known
        parts = []
        for k, view in enumerate(self.views):
            some = [row[k] for row in self.rows]
            moved = preparation == PREPARATIONS[2]
            colors = (view.registered() if moved else halved(view.given))[some]
            if preparation != PREPARATIONS[0]:
                colors = view.balanced(colors, known)
            parts.append(colors)
        loads = np.array([shot.load for shot in self.shots])
        return PhotoSet(
            zero=np.concatenate([halved(view.zero) for view in self.views], axis=1),
            pressed=np.concatenate(parts, axis=2),
            # What was not measured of every press is not known of any.
            loads=np.where(np.isfinite(loads).all(axis=0), loads, 0.0),
            finger=np.concatenate([view.texels() for view in self.views], axis=1),
            names=tuple(shot.path.name for shot in self.shots),
            views=self.names,
            space=self.space,
        )


def ready_photos(
    shots: Sequence[Shot],
    space: str = "srgb",
    progress: Callable[[str, int, int], None] = lambda text, done, total: None,
) -> Ready:
    """Read the photographs of one finger and lay them on one another.

    Args:
        shots: photographs of one view or of two; of each one without load.
        space: of the colours whose logarithms are taken, ``srgb`` or ``linear``.
        progress: told what is being done, and how many photographs of how many are.

    Raises:
        FileError: a photograph that cannot be read.
        InputError: too few that can be used, or views that do not fit together.
    """
    names = tuple(name for name in VIEWS if any(shot.view == name for shot in shots))
    done = iter(range(len(shots) + 1))

    def told(text: str) -> None:
        progress(text, next(done), len(shots))

    views = tuple(prepared_view([s for s in shots if s.view == name], told) for name in names)
    return Ready(views, names, tuple(paired([view.shots for view in views])), space)


def fit_ready(
    ready: Ready, centre: str = "zero", paste: bool = False, known: np.ndarray | None = None
) -> Fit:
    """Fit a model.

    Args:
        ready: the photographs.
        centre: what the pigment is counted from, ``zero`` force or each pixel's ``mean``.
        paste: whether the model carries the photograph without load, for a hand's own picture.
        known: (N,) bool, presses that it is made of; all if left out.

    Raises:
        InputError: a timed series that cannot be fitted.
    """
    shots = ready.shots
    known = np.ones(len(shots), bool) if known is None else known
    timed = np.array([shot.time is not None for shot in shots]) & known
    largest = max(shot.force for shot in shots)
    resting = known & ~timed & np.array([not is_zero(shot.force, largest) for shot in shots])
    preparation, choice, recipe = PREPARATIONS[-1], None, USUAL
    enough = resting.sum() >= FEWEST
    sets = {
        name: ready.photos(name, known) for name in (PREPARATIONS if enough else PREPARATIONS[-1:])
    }
    if enough:
        at_rest = {name: photos.of(resting) for name, photos in sets.items()}
        preparation = chosen_preparation(at_rest)
        choice = chosen(at_rest[preparation])
        recipe = choice.recipe
    used = sets[preparation]
    static = used.of(resting if resting.sum() >= 2 else known)
    textures = textures_of(static, recipe, centre)
    law = law_of(static, textures.basis, recipe) if resting.sum() >= 2 else None
    timing = None
    if timed.any():
        moments = [s.time for s, of_series in zip(shots, timed, strict=True) if of_series]
        began = ready.views[0].zero_time
        timing = _timing(used.of(timed), moments, began, textures, law)
        if law is None:
            knots = timing.knots[1:, None]
            law = fitted_law(knots, timing.targets[1:], INPUTS[:1], recipe.law)
    model = model_by(static, recipe, centre, law)
    if timing is not None:
        model = replace(model, blanch_s=timing.blanch_s, refill_s=timing.refill_s)
    if paste:
        model = replace(model, zero=np.rint(255 * static.zero).astype(np.uint8))
    judged = resting.sum() >= 3
    return Fit(
        model=model,
        photos=static,
        textures=textures,
        recipe=recipe,
        preparation=preparation,
        choice=choice,
        left_out=left_out_errors(static, [recipe])[0] if judged else np.zeros(0),
        left_out_published=(
            left_out_errors(static, [PUBLISHED], published=True)[0] if judged else np.zeros(0)
        ),
        lines=tuple(line for view in ready.views for line in view.left_out),
        timing=timing,
    )


def chosen_preparation(sets: dict[str, PhotoSet]) -> str:
    """The least that is done to photographs whose score lies within one standard error of the
    best: ones that were laid on one another by hand are not moved again.
    """
    names = list(sets)
    errors = np.vstack([left_out_errors(sets[name], [USUAL], stride=3) for name in names])
    return names[int(np.flatnonzero(within_one_error(errors))[0])]


def coefficients_of(textures: Textures, photos: PhotoSet) -> np.ndarray:
    """(N, 4) how much of each eigentexture is in each photograph."""
    pressed = photos.absorptions[1]
    change = quantity(pressed, textures.pigment) - quantity(textures.base, textures.pigment)
    inside = textures.mask > 0
    return (change * inside).reshape(len(change), -1) @ textures.basis.textures.T


def _timing(
    series: PhotoSet,
    moments: Sequence[float | None],
    zero_time: float | None,
    textures: Textures,
    law: RadialLaw | None,
) -> TimeConstants:
    """Time constants of a series, through a law if there is one."""
    order = np.argsort(np.array(moments, float))
    time = np.array(moments, float)[order]
    # The photograph without load, which all are counted from, came before.
    if zero_time is None or zero_time >= time[0]:
        zero_time = 2 * time[0] - time[1]
    seen = coefficients_of(textures, series)[order]

    def at_rest(force: np.ndarray) -> np.ndarray:
        assert law is not None
        loads = np.tile(np.median(series.inputs(law.inputs), axis=0), (len(force), 1))
        loads[:, 0] = force
        return law.coefficients(loads)[:, 0]

    return fitted_time_constants(
        np.r_[zero_time, time],
        np.r_[0.0, series.force[order]],
        np.vstack([0 * seen[:1], seen]),
        None if law is None else at_rest,
    )
