"""A set of photographs of one finger, in memory."""

from dataclasses import dataclass

import numpy as np

from prehensile.appearance.generate.back import back_of
from prehensile.appearance.generate.camera import encoded
from prehensile.appearance.generate.frame import frame
from prehensile.appearance.generate.load import Load, rolled_loads, usual_loads
from prehensile.appearance.generate.motion import drawn_motion, shown_at
from prehensile.appearance.generate.noise import blotches
from prehensile.appearance.generate.pad import pad_of
from prehensile.appearance.generate.person import Person, person_of
from prehensile.appearance.generate.pressing import BackBlood, PadBlood
from prehensile.appearance.generate.series import moved_blood, press_and_release
from prehensile.appearance.generate.shot import Camera, developed, exposure_of
from prehensile.appearance.generate.tones import DEFAULT_TONE, tone_named
from prehensile.appearance.generate.view import View

SIDES = {"nail": (back_of, BackBlood), "pad": (pad_of, PadBlood)}
"""How a view is painted, and where its blood goes."""
SIZE = 512
"""[px] along a side"""
WANDER = 0.09
"""deviation of the share of blood that comes and goes by itself"""


@dataclass(frozen=True, eq=False)
class Photo:
    """A photograph, and what only a judge may know of it."""

    view: str
    load: Load
    time: float | None
    """[s] in a series"""
    picture: np.ndarray
    """(n, n, 3) uint8 sRGB"""
    blood: np.ndarray
    """(m, m) true change of blood as a share, where it lay in the first photograph"""
    motion: np.ndarray
    """(n, n, 2) [px] right and down: the pixel p shows what the first photograph shows at
    p + motion(p)"""

    def warp(self) -> np.ndarray:
        """(n, n, 2) [px] right and down: what the first photograph shows at p is at p + warp(p)."""
        return shown_at(self.motion)


@dataclass(frozen=True, eq=False)
class Photos:
    """A set, and what only a judge may know of it."""

    photos: tuple[Photo, ...]
    """of each view the one without load first"""
    person: Person
    pigment: dict[str, np.ndarray]
    """(3,) by view: where −ln of sRGB goes for a little more blood, of unit length"""


def photo_set(
    tone: str = DEFAULT_TONE,
    seed: int = 0,
    *,
    series: bool = False,
    rolled: bool = False,
    size: int = SIZE,
    views: tuple[str, ...] = ("nail", "pad"),
    motion: float = 1.0,
    camera: Camera = Camera(),
) -> Photos:
    """Photographs of one finger at rest and under growing loads.

    Args:
        tone: ``tone-1`` (lightest) to ``tone-8``.
        seed: of the finger and of everything else that is drawn.
        series: photographs over time instead, of a press and a release.
        rolled: also loads beside the middle of the pad, and on an edge.
        size: [px] along a side.
        views: of ``nail`` and ``pad``.
        motion: of the largest shift, turn and bend between photographs, 0 … 1.
        camera: how much exposure and noise vary.
    """
    rng = np.random.default_rng([seed, 0])
    person = person_of(rng)
    if series:
        times, loads = press_and_release(rng, person.patch)
    else:
        loads = (rolled_loads if rolled else usual_loads)(rng, person.patch)
        times = [None] * len(loads)
    photos: list[Photo] = []
    pigment = {}
    at = frame(size * 5 // 4)
    for view in views:
        rng = np.random.default_rng([seed, 1 + list(SIDES).index(view)])
        paint, law = SIDES[view]
        scene = paint(person, tone_named(tone), at, rng)
        changes = _changes(law(person, at, rng), loads, times, person)
        exposure = exposure_of(scene.light(np.zeros_like(at.x)))
        pigment[view] = _pigment(scene, changes, exposure)
        for load, time, change in zip(loads, times, changes, strict=True):
            still = not any(p.view == view for p in photos)
            photos.append(
                _shot(
                    view,
                    scene,
                    load,
                    time,
                    change,
                    size,
                    0 if still else motion,
                    exposure,
                    camera,
                    rng,
                )
            )
    return Photos(tuple(photos), person, pigment)


def _changes(law, loads, times, person):
    targets = [law.change(load) for load in loads]
    if times[0] is None:
        return targets
    return moved_blood(targets, times, person.blanch_s, person.refill_s)


def _shot(view, scene, load, time, change, size, motion, exposure, camera, rng):
    wander = 0.8 * blotches(rng, len(change), 5.0) + 0.6 * blotches(rng, len(change), 2.0)
    wander = WANDER * (wander - wander.mean())
    change = (1 + change) * (1 + wander) - 1
    moved = drawn_motion(rng, size, motion)
    picture = developed(scene.light(change), moved, size, exposure, camera, rng)
    return Photo(view, load, time, picture, change[::5, ::5].astype(np.float16), moved)


def _pigment(scene: View, changes: list[np.ndarray], exposure: float) -> np.ndarray:
    """Principal direction of what a little blood does to pixels, each as far as its blood goes."""
    largest = max(changes, key=lambda c: float(np.square(c).sum()))
    less, more = (
        -np.log(np.maximum(encoded(exposure * scene.light(largest / 2 + d)), 1 / 255))
        for d in (-0.01, 0.01)
    )
    moved = ((more - less) * largest[..., None]).reshape(-1, 3).astype(float)
    direction = np.linalg.eigh(moved.T @ moved)[1][:, -1]
    return direction * np.sign(direction.sum())
