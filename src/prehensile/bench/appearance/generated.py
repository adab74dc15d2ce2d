"""Figures on generated photographs, whose blood, pigment and motion are known."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from prehensile.appearance.fit.fit import fit_ready, ready_photos
from prehensile.appearance.fit.folder import read_folder
from prehensile.appearance.fit.leave_out import relative_error, seen
from prehensile.appearance.fit.register import SIZE
from prehensile.appearance.generate.folder import write_photos
from prehensile.appearance.model.absorption import absorption, color_of
from prehensile.appearance.model.model import BlushModel
from prehensile.bench.appearance.real import angle_deg, mean_blanching

SEEDS = range(1000, 1012)
"""Fingers that nothing was developed by; tone after tone."""
TONES = 8
VIEW = "nail"
LOW, HIGH = 0, -2
"""Presses left aside, in order of force: as mag1 and mag9 of the real set."""
TEXTURE_BLUR = 1.5
TEXTURE_REACH = 8.0
"""[pixels of 512] Texture is the mean square slope of brightness blurred by the one, over the
other."""


class JudgedSet(NamedTuple):
    """What one finger's photographs gave."""

    tone: str
    low: float
    high: float
    """relative errors of the two presses left aside"""
    variance_2: float
    pigment: np.ndarray
    true_angle_deg: float
    force: np.ndarray
    blanching: np.ndarray
    """(N,) at these forces"""
    model: BlushModel
    zero: np.ndarray
    """(256, 256, 3)"""
    hardest: np.ndarray
    """(256, 256, 3) at the largest force"""
    hardest_load: np.ndarray
    square_textured: float
    """[px²] mean squared error of registration over the half with more texture"""
    distances: np.ndarray
    """[px] of registration, some of all pixels"""
    recipe: str
    left_out: int
    """photographs that did not register"""


def tone_of(seed: int) -> str:
    """Tone after tone."""
    return f"tone-{seed % TONES + 1}"


def judged_set(seed: int) -> JudgedSet:
    """Generate a finger's photographs, fit them as the command does, and hold them against it."""
    tone = tone_of(seed)
    with TemporaryDirectory() as folder:
        taken = write_photos(Path(folder), tone, seed, views=(VIEW,))
        shots = read_folder(folder).shots
        ready = ready_photos(shots)
    truth = {shot.path.name: photo for shot, photo in zip(shots, taken.photos, strict=True)}
    order = np.argsort([shot.force for shot in ready.shots])
    low, high = order[LOW], order[HIGH]
    known = np.ones(len(order), bool)
    known[[low, high]] = False
    fit = fit_ready(ready, known=known)
    photos = ready.photos(fit.preparation, known)
    view = seen(photos, fit.textures)
    law = fit.model.law
    errors = [
        relative_error(
            photos.zero.reshape(-1, 3),
            photos.pressed[k].reshape(-1, 3),
            view.predicted(law.coefficients(photos.inputs(law.inputs)[k])),
        )
        for k in (low, high)
    ]
    off = [
        np.linalg.norm(warp.displacement(SIZE) - truth[shot.path.name].warp()[..., ::-1], axis=-1)
        for shot, warp in zip(ready.views[0].shots, ready.views[0].warps, strict=True)
    ]
    textured = more_textured(ready.views[0].zero)
    return JudgedSet(
        tone=tone,
        low=errors[0],
        high=errors[1],
        variance_2=float(fit.textures.basis.variance[:2].sum()),
        pigment=fit.model.pigment,
        true_angle_deg=angle_deg(fit.model.pigment, taken.pigment[VIEW]),
        force=fit.photos.force,
        blanching=mean_blanching(fit.photos, fit.textures.pigment),
        model=fit.model,
        zero=photos.zero,
        hardest=photos.pressed[order[-1]],
        hardest_load=photos.loads[order[-1]],
        square_textured=float(np.mean([(one[textured] ** 2).mean() for one in off])),
        distances=np.concatenate([one[::8, ::8].ravel() for one in off]),
        recipe=f"{fit.preparation}; {fit.recipe}",
        left_out=len(shots) - 1 - len(ready.shots),
    )


def more_textured(color: np.ndarray) -> np.ndarray:
    """(H, W) bool: the half of a picture's pixels with more texture."""
    from scipy.ndimage import gaussian_filter

    bright = gaussian_filter(color, (TEXTURE_BLUR, TEXTURE_BLUR, 0)).mean(axis=-1)
    down, across = np.gradient(bright, axis=0), np.gradient(bright, axis=1)
    texture = gaussian_filter(down**2 + across**2, TEXTURE_REACH)
    return texture > np.median(texture)


def tau_error(seed: int) -> float:
    """Relative error of the time constants of one finger, the worse of both."""
    with TemporaryDirectory() as folder:
        taken = write_photos(Path(folder), tone_of(seed), seed, series=True, views=(VIEW,))
        fit = fit_ready(ready_photos(read_folder(folder).shots))
    person, model = taken.person, fit.model
    return max(abs(model.blanch_s / person.blanch_s - 1), abs(model.refill_s / person.refill_s - 1))


def tau_figures(errors: list[float]) -> dict[str, float]:
    """All figures of the fingers' series together."""
    return {
        "tau_rel_err": _mean(errors),
        "tau_rel_err_median": float(np.median(errors)),
        "tau_rel_err_worst": max(errors),
    }


def generated_figures(
    sets: list[JudgedSet], real_curve: tuple[np.ndarray, np.ndarray] | None
) -> dict[str, Any]:
    """All figures of the sets together; means unless their names say otherwise.

    Args:
        sets: one of each finger.
        real_curve: forces and mean blanching of the real set, if there is one.
    """
    angles = [angle_deg(a.pigment, b.pigment) for a in sets for b in sets]
    transfer = [transfer_error(a, b) for a, b in pairwise([*sets, sets[0]])]
    alike = [correlation(a.model, b.model) for a, b in pairwise([*sets, sets[0]])]
    return {
        "gen_rel_err_low": _mean([one.low for one in sets]),
        "gen_rel_err_high": _mean([one.high for one in sets]),
        "gen_variance_2": _mean([one.variance_2 for one in sets]),
        "gen_pigment_angle_deg_across_tones": max(angles),
        "gen_pigment_true_angle_deg": max(one.true_angle_deg for one in sets),
        "gen_curve_rms": None if real_curve is None else curve_rms(sets, *real_curve),
        "gen_transfer_rel_err": _mean(transfer),
        "eigentexture_correlation": _mean(alike),
        "registration_px_rms": float(np.sqrt(_mean([one.square_textured for one in sets]))),
        "registration_px_median": float(np.median(np.concatenate([one.distances for one in sets]))),
        "gen_photos_left_out": sum(one.left_out for one in sets),
    }


def curve_rms(sets: list[JudgedSet], force: np.ndarray, blanching: np.ndarray) -> float:
    """How far the fingers' mean blanching over force is from a curve, over its largest."""
    order = np.argsort(force)
    force, blanching = force[order], blanching[order]
    mean = np.zeros(len(force))
    for one in sets:
        own = np.argsort(one.force)
        known = np.r_[0.0, one.force[own]], np.r_[0.0, one.blanching[own]]
        mean += np.interp(force, *known) / len(sets)
    return float(np.sqrt(((mean - blanching) ** 2).mean()) / np.abs(blanching).max())


def transfer_error(one: JudgedSet, other: JudgedSet) -> float:
    """Relative error at the highest force of one person's photographs by another's model."""
    model = one.model
    columns = [
        ("force", "center_x", "center_y", "spread", "angle").index(n) for n in model.law.inputs
    ]
    y = model.law.coefficients(other.hardest_load[columns])
    dq = model.textures @ y.astype(np.float32)
    changed = color_of(absorption(other.zero) + dq[..., None] * model.pigment)
    shown = other.zero + model.mask[..., None] * (changed - other.zero)
    return relative_error(other.zero, other.hardest, shown)


def correlation(one: BlushModel, other: BlushModel) -> float:
    """Pearson's, of two first eigentextures, whatever their signs."""
    pair = np.corrcoef(one.textures[..., 0].ravel(), other.textures[..., 0].ravel())
    return float(abs(pair[0, 1]))


def _mean(values: list[float]) -> float:
    return float(np.mean(values))
