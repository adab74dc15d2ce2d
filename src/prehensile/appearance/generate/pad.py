"""The pad of a fingertip at rest, as seen through a plate of glass: ridges and creases."""

import numpy as np

from prehensile.appearance.generate.frame import PAD_MIDDLE_MM, Frame, bump, step
from prehensile.appearance.generate.ground import GROUND, SURFACE
from prehensile.appearance.generate.noise import blotches, turbulence
from prehensile.appearance.generate.outline import finger_inside
from prehensile.appearance.generate.person import Person
from prehensile.appearance.generate.relief import lit
from prehensile.appearance.generate.tissue import PALMAR
from prehensile.appearance.generate.tones import Tone
from prehensile.appearance.generate.view import View, layer

CREASE_MM = 1.6
"""[mm] of the crease of the joint from the upper edge"""


def pad_of(person: Person, tone: Tone, at: Frame, rng: np.random.Generator) -> View:
    """The view of the pad, mirrored to that of the nail."""
    size = len(at.x)
    round_ = finger_inside(person, at)
    finger = step(round_ * person.half_width, 0.10)
    print_ = _print(person, at, rng)
    crease = _creases(at, rng)
    body = 0.42 * person.half_width * np.sqrt(1.05 - (1 - round_.clip(0)) ** 3.2)
    height = body + 0.016 * print_ - 0.12 * crease + 0.006 * turbulence(rng, size, 0.4, 3)
    light = lit(height, at.pixel, grooves=0.8)
    # Furrows hold more melanin and blood shows more in the thin skin between the ridges.
    melanin = person.melanin * tone.pad * (1 - 0.25 * print_ + 0.8 * crease)
    melanin = (
        melanin * np.exp(0.08 * turbulence(rng, size, 1.8)) * (1 + 0.6 * (1 - round_.clip(0)) ** 6)
    )
    warm = 0.045 + 0.022 * bump(np.hypot(at.x, 0.8 * (at.y - PAD_MIDDLE_MM - 2.0)), 6.5)
    mottled = np.exp(0.13 * turbulence(rng, size, 1.5) + 0.06 * blotches(rng, size, 0.3))
    blood = person.ruddiness * warm * mottled * (1 - 0.06 * print_)
    gain = np.repeat(light.shade[..., None], 3, axis=-1)
    damp = finger * (SURFACE + 0.02 * light.glint * step(round_ - 0.2, 0.4))
    rest = damp[..., None] + (1 - finger)[..., None] * GROUND
    return View(
        (layer(PALMAR, finger, melanin, blood, gain),),
        rest.astype(np.float32),
        1.2 * finger * crease,
    )


def _print(person: Person, at: Frame, rng: np.random.Generator) -> np.ndarray:
    """(n, n) −1 in a furrow, 1 on a ridge: a loop about its core, arches towards the joint."""
    size = len(at.x)
    x = at.x - person.whorl
    y = at.y - PAD_MIDDLE_MM - 0.4
    below = step(y + 1.0, 6.0)
    # Towards the joint ridges run across; about the core and at the tip they turn round it.
    turn = 0.10 + 0.95 * below
    phase = np.sqrt(turn * x**2 + (0.80 * y - 0.06 * x * (1 - below)) ** 2 + 0.05)
    phase = phase + 0.30 * blotches(rng, size, 4.5) + 0.05 * blotches(rng, size, 1.2)
    wave = np.cos(2 * np.pi * phase / person.ridge_spacing)
    # Broad ridges, narrow furrows, broken here and there.
    ridge = np.clip(1.3 * wave + 0.35, -1, 1)
    pores = blotches(rng, size, 0.28)
    return (ridge * np.clip(0.85 + 0.15 * pores, 0.2, 1.2)).astype(np.float32)


def _creases(at: Frame, rng: np.random.Generator) -> np.ndarray:
    """(n, n) 0 … 1 in the creases of the joint, and in a few fine lines."""
    size = len(at.x)
    wander = 0.25 * blotches(rng, size, (8.0, 3.0)) + 0.06 * blotches(rng, size, (4.0, 0.7))
    line = at.y - CREASE_MM - wander + 0.012 * at.x**2
    deep = 0.9 * bump(line, 0.22) + 0.5 * bump(line + 1.0 + 0.2 * wander, 0.15)
    for _ in range(3):
        slope, middle = rng.uniform(-0.5, 0.5), rng.uniform(4, 16)
        fine = at.y - middle - slope * at.x - wander
        deep = deep + 0.22 * bump(fine, 0.07) * bump(at.x - rng.uniform(-5, 5), 2.0)
    return np.clip(deep, 0, 1).astype(np.float32)
