"""The back of a fingertip at rest: nail, cuticle, folds, and the wrinkled skin over the joint."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.generate.frame import Frame, bump, step
from prehensile.appearance.generate.ground import GROUND, SURFACE
from prehensile.appearance.generate.noise import blotches, turbulence
from prehensile.appearance.generate.outline import Nail, finger_inside, nail_of
from prehensile.appearance.generate.person import Person
from prehensile.appearance.generate.relief import Lit, lit
from prehensile.appearance.generate.tissue import DORSAL, NAIL_BED
from prehensile.appearance.generate.tones import Tone
from prehensile.appearance.generate.view import View, layer
from prehensile.appearance.generate.wrinkles import Wrinkles, wrinkles_of

HORN = np.array([0.77, 0.68, 0.545])
"""linear light of the free edge of a nail"""
SCALES = np.array([0.78, 0.70, 0.62])
"""linear light of dry skin that peels off"""


class _Parts(NamedTuple):
    """Shares (n, n) of pixels that parts of the back cover."""

    finger: np.ndarray
    plate: np.ndarray
    free: np.ndarray
    """of the plate: its free edge"""
    scales: np.ndarray
    film: np.ndarray
    """of the plate: thin skin that grows onto it from the cuticle"""


def back_of(person: Person, tone: Tone, at: Frame, rng: np.random.Generator) -> View:
    """The view of the nail."""
    size = len(at.x)
    nail = nail_of(person, at)
    round_ = finger_inside(person, at)
    parts = _parts(person, at, nail, round_, rng)
    wrinkles = wrinkles_of(person, at, nail, rng)
    light = lit(_height(person, nail, round_, parts, wrinkles, rng), at.pixel)
    spots = turbulence(rng, size, 1.6)
    melanin = person.melanin * tone.back * np.exp(0.10 * spots + 0.05 * blotches(rng, size, 0.3))
    # Skin over the joint is darker, that of the folds about the nail lighter.
    melanin = melanin * (1 + 0.25 * bump(at.y, 5.0) - 0.30 * bump(nail.inside + 0.6, 1.2))
    skin = parts.finger * (1 - parts.plate) * (1 - parts.scales)
    bed = parts.plate * (1 - parts.free) * (1 - parts.scales)
    tint = np.stack([1 - 0.10 * parts.film, 1 - 0.22 * parts.film, 1 - 0.16 * parts.film], axis=-1)
    streaks = 1 + 0.013 * person.ridges * _ridges(person, nail, rng)
    half_moon = _half_moon(person, nail)
    bed_gain = tint * (light.shade * streaks * (1 - half_moon))[..., None]
    layers = (
        layer(DORSAL, skin, melanin, _skin_blood(person, at, nail, rng), _grey(light.shade)),
        layer(
            NAIL_BED,
            bed,
            np.full_like(melanin, tone.bed * person.melanin),
            _bed_blood(person, nail, rng),
            bed_gain,
        ),
    )
    rest = _bloodless(parts, light, bed * half_moon, rng)
    return View(layers, rest, -5.0 * skin * wrinkles.joint)


def _grey(shade: np.ndarray) -> np.ndarray:
    return np.repeat(shade[..., None], 3, axis=-1)


def _parts(
    person: Person, at: Frame, nail: Nail, round_: np.ndarray, rng: np.random.Generator
) -> _Parts:
    size = len(at.x)
    ragged = 0.04 * blotches(rng, size, 0.6) + 0.03 * blotches(rng, size, 0.2)
    plate = step(nail.inside + ragged * 0.6, 0.12)
    # The white edge is widest at the tip and ends where the folds hold the plate.
    width = person.free_edge * np.clip((nail.v - 0.02) / 0.85, 0, 1) ** 0.9
    uneven = 0.04 * blotches(rng, size, 1.3) + 0.02 * blotches(rng, size, 0.3)
    width = width + uneven * (nail.v > 0)
    free = step(width - nail.inside, 0.20) * step(nail.v - 0.05, 0.2)
    at_base = step(-nail.v - 0.10, 0.5)
    reach = 0.55 + 0.25 * blotches(rng, size, 1.6)
    film = at_base * step(reach - nail.inside, 0.35)
    dry = blotches(rng, size, 0.22) + 0.8 * blotches(rng, size, 0.09)
    rim = np.maximum(bump(nail.inside - reach, 0.16), 0.8 * bump(nail.inside + 0.05, 0.14))
    rim = rim * at_base * (0.6 + 0.5 * blotches(rng, size, 1.5))
    beside = bump(nail.inside + 0.7, 0.55) * bump(nail.v - 0.25, 0.35) * (np.abs(nail.u) > 0.8)
    scales = np.clip(step(dry - 2.1 + 1.5 * person.flakes * rim, 0.9), 0, 1)
    scales = np.maximum(scales * np.clip(rim, 0, 1), 0.6 * step(dry - 1.5, 0.8) * beside)
    return _Parts(
        step(round_ * person.half_width, 0.10), plate, free, 0.85 * person.flakes * scales, film
    )


def _height(
    person: Person,
    nail: Nail,
    round_: np.ndarray,
    parts: _Parts,
    wrinkles: Wrinkles,
    rng: np.random.Generator,
) -> np.ndarray:
    """(n, n) [mm] of the surface towards the camera."""
    size = len(round_)
    body = 0.50 * person.half_width * np.sqrt(1.05 - (1 - round_.clip(0)) ** 2.6)
    held = step(0.75 - nail.v, 0.7)  # the folds hold the plate at its sides and base
    fold = 0.28 * held * bump(nail.inside + 0.75, 0.7)
    uneven = np.clip(0.55 + 0.35 * blotches(rng, size, 1.4), 0.1, 1.3)
    groove = -0.075 * held * uneven * bump(nail.inside + 0.06, 0.12)
    groove = groove - 0.06 * (1 - held) * bump(nail.inside + 0.15, 0.22)
    arched = -0.75 * np.clip(np.abs(nail.u), 0, 1.1) ** 2 - 0.25 * np.clip(nail.v, -1.1, 1.1) ** 2
    plate = arched * np.exp(np.clip(nail.inside, None, 0) / 0.9) + 0.05 * parts.plate
    plate = plate + 0.02 * parts.free
    skin = (1 - parts.plate) * (
        0.009 * turbulence(rng, size, 0.45, 3)
        + 0.0022 * blotches(rng, size, 0.10)
        + wrinkles.joint
        + wrinkles.net
        + 0.02 * parts.scales
    )
    lines = parts.plate * 0.0028 * person.ridges * _ridges(person, nail, rng)
    return body + fold + groove + plate + skin + lines


def _ridges(person: Person, nail: Nail, rng: np.random.Generator) -> np.ndarray:
    """(n, n) lines along the nail, of deviation about 1."""
    place = np.linspace(-1.3, 1.3, 600)
    line = np.zeros(600)
    for scale in (12, 30, 80):
        line += np.interp(place, np.linspace(-1.3, 1.3, scale * 2), rng.standard_normal(scale * 2))
    faded = np.clip(1 - 0.35 * nail.v, 0.4, 1.3)
    return (np.interp(nail.u, place, line / 1.5) * faded).astype(np.float32)


def _half_moon(person: Person, nail: Nail) -> np.ndarray:
    half = person.nail_length / 2
    below = (nail.v + 1) * half - person.lunula + 0.5 * person.lunula * nail.u**2 * 2.5
    return person.lunula_paleness * step(-below, 0.7)


def _skin_blood(person: Person, at: Frame, nail: Nail, rng: np.random.Generator) -> np.ndarray:
    size = len(at.x)
    about = -nail.inside
    near = np.exp(-np.clip(about - 0.4, 0, None) / 2.2) * step(about, 0.8)
    blood = 0.026 + 0.062 * person.fold_red * near + 0.035 * step(nail.v - 0.2, 1.2)
    mottled = np.exp(0.16 * turbulence(rng, size, 2.2) + 0.07 * blotches(rng, size, 0.35))
    return (person.ruddiness * blood * mottled).astype(np.float32)


def _bed_blood(person: Person, nail: Nail, rng: np.random.Generator) -> np.ndarray:
    size = len(nail.u)
    along = 0.062 + 0.020 * step(nail.v - 0.25, 0.9) + 0.016 * step(-nail.v - 0.45, 0.8)
    pink = 1 + 0.35 * bump(nail.inside - person.free_edge - 0.35, 0.4) * step(nail.v, 0.4)
    mottled = np.exp(0.07 * turbulence(rng, size, 2.0) + 0.05 * blotches(rng, size, (2.0, 0.25)))
    return (person.ruddiness * along * pink * mottled).astype(np.float32)


def _bloodless(
    parts: _Parts, light: Lit, half_moon: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """(n, n, 3) light of horn, scales, glints and the ground."""
    size = len(light.shade)
    shade = light.shade[..., None]
    free = (parts.plate * parts.free * (1 - parts.scales))[..., None]
    patchy = 1 + 0.05 * turbulence(rng, size, 0.8)[..., None]
    horn = free * HORN * (shade * patchy)
    moon = half_moon[..., None] * np.array([0.62, 0.50, 0.46]) * shade
    dry = (parts.finger * parts.scales)[..., None] * SCALES * shade
    gloss = parts.finger * (SURFACE + 0.08 * parts.plate * light.glint)
    ground = (1 - parts.finger)[..., None] * GROUND
    return (horn + moon + dry + gloss[..., None] + ground).astype(np.float32)
