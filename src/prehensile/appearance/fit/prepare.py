"""From photographs as they were taken to one frame, one exposure and one finger."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.appearance.fit.balance import gains
from prehensile.appearance.fit.folder import Shot, is_zero
from prehensile.appearance.fit.foreground import foreground
from prehensile.appearance.fit.pigment import fitted_pigment, typical_pigment
from prehensile.appearance.fit.register import LEVELS, SIZE, Features, features, matched
from prehensile.appearance.fit.spline_warp import SplineWarp
from prehensile.appearance.model.absorption import absorption
from prehensile.appearance.model.model import TEXTURE_SIZE
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.files.pictures.photo import read_photo

CLIPPED = 0.02
"""Largest share of a finger that may be as bright as a file can say."""
BRIGHTEST = 254
ALIKE = 0.25
"""Least correlation of a photograph's features with those of the zero-force one, once laid on it;
of two photographs of one finger it is 0.5 to 0.9, of unlike things about 0."""
FARTHEST = 0.12
"""Share of the side by which a finger may have moved between photographs."""


class ViewPhotos(NamedTuple):
    """Photographs of one view, those that could be used, in one frame."""

    shots: tuple[Shot, ...]
    """without that of zero force"""
    zero: np.ndarray
    """(512, 512, 3) in 0 … 1"""
    given: np.ndarray
    """(N, 512, 512, 3) as they were taken"""
    warps: tuple[SplineWarp, ...]
    finger: np.ndarray
    """(512, 512) bool"""
    left_out: tuple[str, ...]
    """lines: which photograph, and why"""
    zero_name: str = ""
    zero_time: float | None = None
    """[s] of the zero-force photograph, where it is one of a series"""

    def texels(self) -> np.ndarray:
        """(256, 256) bool: where there is finger."""
        return halved(self.finger[..., None].astype(float))[..., 0] > 0.5

    def registered(self) -> np.ndarray:
        """(N, 256, 256, 3) texels, laid into the frame of the zero-force photograph."""
        laid = [halved(w.warped(c)) for w, c in zip(self.warps, self.given, strict=True)]
        return np.clip(np.stack(laid), 0, 1).astype(np.float32)

    def balanced(self, pressed: np.ndarray, known: np.ndarray) -> np.ndarray:
        """Texels (N, 256, 256, 3) with the exposure and white balance of the zero-force photograph.

        Which colours are blood's, and which skin is still, is taken from the ``known`` (N,) ones.
        """
        zero, alpha = absorption(halved(self.zero)), absorption(pressed)
        weight = halved(self.finger[..., None].astype(float))[..., 0]
        pigment, _ = fitted_pigment(zero, alpha[known], weight)
        shift = gains(zero, alpha, pigment, weight, known)
        return np.clip(pressed * np.exp(-shift).astype(np.float32)[:, None, None], 0, 1)


def framed(path) -> np.ndarray:
    """(512, 512, 3) float32 in 0 … 1: a photograph made square, each pixel the mean of its own.

    Raises:
        FileError: what `read_photo` refuses.
    """
    image = optional("PIL.Image")
    planes = np.moveaxis(read_photo(path).astype(np.float32) / 255, -1, 0)
    small = [image.fromarray(p).resize((SIZE, SIZE), image.Resampling.BOX) for p in planes]
    return np.stack([np.asarray(plane) for plane in small], axis=-1)


def halved(picture: np.ndarray) -> np.ndarray:
    """(..., 256, 256, C) of (..., 512, 512, C): what a texel covers."""
    *many, height, width, channels = picture.shape
    step = height // TEXTURE_SIZE
    parts = picture.reshape(*many, TEXTURE_SIZE, step, width // step, step, channels)
    return parts.mean(axis=(-2, -4))


def prepared_view(
    shots: Sequence[Shot], progress: Callable[[str], None] = lambda text: None
) -> ViewPhotos:
    """Read and register the photographs of one view; name and leave out those that do not fit.

    Raises:
        FileError: a photograph that cannot be read at all.
        InputError: fewer than two pressed ones are left, or the one without load is clipped.
    """
    largest = max(shot.force for shot in shots)
    still = sorted(
        (shot for shot in shots if is_zero(shot.force, largest)),
        key=lambda shot: -np.inf if shot.time is None else shot.time,
    )
    first = still[0]
    # At rest, further photographs without load say nothing new; in a series blood is on its way.
    others = [s for s in shots if s is not first and not (s in still and s.time is None)]
    progress(first.path.name)
    zero = framed(first.path)
    finger = foreground(zero.astype(float))
    if (share := clipped_share(zero, finger)) > CLIPPED:
        raise InputError(
            f"{first.path.name}, the photograph without load, is clipped: {100 * share:.0f} % of "
            "the finger is as bright as a file can say. Expose it less."
        )
    weight = finger.astype(float)
    pigment = typical_pigment()
    fixed = features(absorption(zero), pigment)
    used, given, warps, left_out = [], [], [], []
    for shot in others:
        progress(shot.path.name)
        color = framed(shot.path)
        if (share := clipped_share(color, finger)) > CLIPPED:
            left_out.append(f"{shot.path.name} left out: clipped on {100 * share:.0f} % of it")
            continue
        warp = matched(features(absorption(color), pigment), fixed, weight)
        reason = misfit(warp, color, fixed, finger, pigment)
        if reason:
            left_out.append(f"{shot.path.name} left out: {reason}")
            continue
        used.append(shot)
        given.append(color)
        warps.append(warp)
    if len({round(s.force, 6) for s in used if not is_zero(s.force, largest)}) < _least(shots):
        told = f" ({'; '.join(left_out)})" if left_out else ""
        raise InputError(
            f"too few photographs of the {first.view} are left to fit: one without load and two "
            f"with different forces are needed{told}."
        )
    return ViewPhotos(
        tuple(used),
        zero,
        np.stack(given),
        tuple(warps),
        finger,
        tuple(left_out),
        first.path.name,
        first.time,
    )


def _least(shots: Iterable[Shot]) -> int:
    """Different forces that are needed: a series tells by its times what one force does."""
    return 1 if any(shot.time is not None for shot in shots) else 2


def clipped_share(color: np.ndarray, finger: np.ndarray) -> float:
    """Share of the finger that is as bright as a file can say in some channel."""
    bright = np.any(color >= BRIGHTEST / 255, axis=-1)
    return float(bright[finger].mean())


def misfit(
    warp: SplineWarp,
    color: np.ndarray,
    fixed: Features,
    finger: np.ndarray,
    pigment: np.ndarray,
) -> str:
    """Why a photograph is not of this finger, or was not found in it; empty if it was."""
    moved = np.abs(warp.displacement(64)).max() / 64
    if not moved < FARTHEST:
        return "it does not register with the one without load: the finger is elsewhere"
    laid = features(absorption(np.clip(warp.warped(color, order=1), 0, 1)), pigment)
    if likeness(laid, fixed, finger) < ALIKE:
        return "it does not register with the one without load, or shows something else"
    return ""


def likeness(one: Features, other: Features, finger: np.ndarray) -> float:
    """Correlation of two photographs' features at half size on the finger, mean of channels."""
    step = SIZE // LEVELS[-1][0]
    inside = finger[::step, ::step]
    a, b = one.levels[-1][inside], other.levels[-1][inside]
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    norms = np.sqrt((a**2).sum(axis=0) * (b**2).sum(axis=0))
    return float(((a * b).sum(axis=0) / np.maximum(norms, 1e-12)).mean())
