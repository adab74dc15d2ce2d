"""Figures on the photographs behind chapter 5 of Andrews 2014: one finger, eleven forces."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from prehensile.appearance.fit.changes import Basis
from prehensile.appearance.fit.fit import (
    PREPARATIONS,
    PUBLISHED,
    Fit,
    Ready,
    fit_ready,
    ready_photos,
)
from prehensile.appearance.fit.folder import Shot, read_folder
from prehensile.appearance.fit.law import published_law
from prehensile.appearance.fit.leave_out import relative_error, seen
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import law_of, textures_of
from prehensile.appearance.model.absorption import quantity
from prehensile.errors import FileError
from prehensile.reference_data import reference_data

LOW, HIGH = "mag1", "mag9"
"""Photographs that nothing was chosen or learned by; read here alone."""
THESIS_PIGMENT = np.array([0.1584, 0.7786, 0.6072])
"""of this subject (5.5.2)"""
KEYS = (
    "real_variance_2", "real_variance_4", "real_rel_err_low", "real_rel_err_high",
    "real_rel_err_low_balanced", "real_rel_err_high_balanced",
    "real_rel_err_low_published", "real_rel_err_high_published", "real_loo_train", "real_loo_mean",
    "real_loo_mean_published", "real_pigment", "real_pigment_angle_deg", "real_recipe",
)  # fmt: skip


class RealSet(NamedTuple):
    """The photographs, and what was learned from those that may be learned from."""

    ready: Ready
    known: np.ndarray
    """(10,) bool: all presses but the two that judge"""
    fit: Fit

    @property
    def blanching(self) -> tuple[np.ndarray, np.ndarray]:
        """Forces and mean blanching, of the presses that were learned from."""
        return self.fit.photos.force, mean_blanching(self.fit.photos, self.fit.textures.pigment)


def real_shots() -> tuple[Shot, ...]:
    """All eleven photographs.

    Raises:
        FileError: the reference data is not there.
    """
    return read_folder(reference_data("fingertips", "index")).shots


def _judges(shot: Shot) -> bool:
    return shot.path.stem.lower().endswith((f"_{LOW}", f"_{HIGH}"))


def real_set() -> RealSet | None:
    """The photographs and their fit; None without the reference data."""
    try:
        shots = real_shots()
    except FileError:
        return None
    ready = ready_photos(shots)
    known = np.array([not _judges(shot) for shot in ready.shots])
    return RealSet(ready, known, fit_ready(ready, known=known))


def mean_blanching(photos: PhotoSet, pigment: np.ndarray) -> np.ndarray:
    """(N,) blood gone from a finger, on average over it, as a change of −ln of a colour."""
    zero, pressed = photos.absorptions
    change = quantity(zero, pigment) - quantity(pressed, pigment)
    return change[:, photos.finger > 0].mean(axis=1)


def real_figures(found: RealSet | None) -> dict[str, Any]:
    """All figures; None for each without the data.

    Photographs that judge are compared as they are, whatever was done to those learned from; in
    ``_balanced`` they are given the same white balance, as the thesis pre-processed its own.
    """
    if found is None:
        return dict.fromkeys(KEYS)
    ready, known, fit = found
    given = ready.photos(PREPARATIONS[0])
    prepared = ready.photos(fit.preparation, known)
    low, high = (
        next(k for k, s in enumerate(ready.shots) if s.path.stem.lower().endswith(f"_{name}"))
        for name in (LOW, HIGH)
    )
    ours = {k: predicted_error(prepared, given, known, k, fit) for k in (low, high)}
    balanced = {k: predicted_error(prepared, prepared, known, k, fit) for k in (low, high)}
    theirs = {k: published_error(given, known, k) for k in (low, high)}
    every = [np.arange(len(known)) != k for k in range(len(known))]
    variance = fit.textures.basis.variance
    pigment = fit.model.pigment
    return {
        "real_variance_2": float(variance[:2].sum()),
        "real_variance_4": float(variance[:4].sum()),
        "real_rel_err_low": ours[low],
        "real_rel_err_high": ours[high],
        "real_rel_err_low_balanced": balanced[low],
        "real_rel_err_high_balanced": balanced[high],
        "real_rel_err_low_published": theirs[low],
        "real_rel_err_high_published": theirs[high],
        "real_loo_train": float(fit.left_out.mean()),
        "real_loo_mean": _mean(
            [predicted_error(prepared, given, kept, k, fit) for k, kept in enumerate(every)]
        ),
        "real_loo_mean_published": _mean(
            [published_error(given, kept, k) for k, kept in enumerate(every)]
        ),
        "real_pigment": pigment.tolist(),
        "real_pigment_angle_deg": angle_deg(pigment, THESIS_PIGMENT),
        "real_recipe": f"{fit.preparation}; {fit.recipe}",
    }


def predicted_error(
    prepared: PhotoSet, given: PhotoSet, kept: np.ndarray, press: int, fit: Fit
) -> float:
    """Relative error of one photograph of ``given`` by a model of others of ``prepared``."""
    some = prepared.of(kept)
    textures = textures_of(some, fit.recipe)
    law = law_of(some, textures.basis, fit.recipe)
    y = law.coefficients(prepared.inputs(law.inputs)[press])
    shown = seen(some, textures).predicted(y).reshape(given.zero.shape)
    return relative_error(given.zero, given.pressed[press], shown)


def published_error(given: PhotoSet, kept: np.ndarray, press: int) -> float:
    """The same by the published form: nothing prepared, (5.6) as printed, four components."""
    some = given.of(kept)
    textures = textures_of(some, PUBLISHED)
    basis: Basis = textures.basis
    y = published_law(some.force, basis.coefficients).coefficients(given.force[press, None])
    shown = seen(some, textures).predicted(y).reshape(given.zero.shape)
    return relative_error(given.zero, given.pressed[press], shown)


def angle_deg(one: np.ndarray, other: np.ndarray) -> float:
    """[degrees] between two directions."""
    cosine = one @ other / (np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))
