"""A set of photographs of one finger, in memory."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from prehensile.appearance.generate.back import back_of
from prehensile.appearance.generate.camera import encoded
from prehensile.appearance.generate.frame import Frame, frame
from prehensile.appearance.generate.load import Load, flat_load, rolled_loads, usual_loads
from prehensile.appearance.generate.motion import drawn_motion, shown_at
from prehensile.appearance.generate.noise import blotches
from prehensile.appearance.generate.pad import pad_of
from prehensile.appearance.generate.person import Person, person_of
from prehensile.appearance.generate.pressing import BackBlood, PadBlood
from prehensile.appearance.generate.series import Series, moved_blood, press_and_release
from prehensile.appearance.generate.shot import Camera, developed, exposure_of
from prehensile.appearance.generate.tones import DEFAULT_TONE, Tone, tone_named
from prehensile.appearance.generate.view import View
from prehensile.errors import InputError

SIZE = 512
"""[px] along a side"""
SMALLEST, LARGEST = 64, 2048
"""[px]"""
FINER = 5 / 4
"""Pixels of the painted fingertip to one of a photograph, which is thus as sharp moved as still."""
WANDER = 0.08
"""deviation of the share of blood that comes and goes by itself"""
WANDER_S = 10.0
"""[s] over which it does: small vessels of fingertips open and close in waves of ten seconds to a
minute or two (Burton 1939)"""
PULSE, PULSE_HZ = 0.015, 1.1
"""share of the blood that comes with every heartbeat"""
TURNED = 0.009
"""deviation of ln light that goes with how a finger happens to lie in it"""
FLICKER = 0.003
"""deviation of ln light from photograph to photograph of a series, whose exposure is locked"""


class Painter(Protocol):
    """Makes the view of a fingertip at rest."""

    def __call__(self, person: Person, tone: Tone, at: Frame, rng: np.random.Generator) -> View:
        """All but the blood."""
        ...


class BloodLaw(Protocol):
    """Says where the blood of a fingertip goes."""

    def __init__(self, person: Person, at: Frame, rng: np.random.Generator) -> None: ...

    def change(self, load: Load) -> np.ndarray:
        """(n, n) share of the blood at rest that is gained."""
        ...


SIDES: dict[str, tuple[Painter, type[BloodLaw]]] = {
    "nail": (back_of, BackBlood),
    "pad": (pad_of, PadBlood),
}
"""The back and the front of a fingertip."""


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
        """Where the places of the first photograph are: p of that one lies at p plus this.

        (n, n, 2) [px] right and down.
        """
        return shown_at(self.motion)


class Photos(NamedTuple):
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
    views: tuple[str, ...] = tuple(SIDES),
    motion: float = 1.0,
    camera: Camera | None = None,
    person: Person | None = None,
    loads: list[Load] | None = None,
) -> Photos:
    """Photographs of one finger at rest and under growing loads.

    The same seed gives the same finger in any tone, and the same photographs.

    Args:
        tone: ``tone-1`` (lightest) to ``tone-8``.
        seed: of the finger and of everything else that is drawn.
        series: photographs over time instead, of a press and a release.
        rolled: also loads beside the middle of the pad, and on an edge.
        size: [px] along a side.
        views: of ``nail`` and ``pad``.
        motion: of the largest shift, turn and bend between photographs, 0 … 1.
        camera: how much exposure and noise vary; as usual if left out.
        person: instead of the seed's own.
        loads: instead of the seed's own; the first must be none.

    Raises:
        InputError: no such tone or view, or a size that is too small or too large.
    """
    skin = tone_named(tone)
    if unknown := [view for view in views if view not in SIDES]:
        raise InputError(f"there is no view {unknown[0]!r}; there are {', '.join(SIDES)}.")
    if not SMALLEST <= size <= LARGEST:
        raise InputError(f"photographs have {SMALLEST} to {LARGEST} pixels a side, not {size}.")
    rng = np.random.default_rng([seed, 0])
    drawn = person_of(rng)
    person = person or drawn
    moved = press_and_release(rng, person.patch) if series else None
    if moved is not None:
        loads = moved.loads
    elif loads is None:
        loads = (rolled_loads if rolled else usual_loads)(rng, person.patch)
    photos: list[Photo] = []
    pigment = {}
    for view in views:
        rng = np.random.default_rng([seed, 1 + list(SIDES).index(view)])
        studio = _Studio(view, person, skin, size, camera or Camera(), rng)
        if moved is None:
            changes = [studio.law.change(load) for load in loads]
        else:
            changes = studio.moved(moved, person)
        pigment[view] = studio.pigment(changes)
        for k, (load, change) in enumerate(zip(loads, changes, strict=True)):
            when = None if moved is None else moved.times[k]
            if moved is None or not k:
                studio.wait()
            else:
                studio.wait_on(moved.moments[k - 1], moved.moments[k])
            photos.append(studio.photo(load, when, change, motion if k else 0.0))
    return Photos(tuple(photos), person, pigment)


class _Studio:
    """One side of a finger before a camera."""

    def __init__(
        self,
        view: str,
        person: Person,
        tone: Tone,
        size: int,
        camera: Camera,
        rng: np.random.Generator,
    ) -> None:
        self._view, self._size, self._camera, self._rng = view, size, camera, rng
        self._fine = round(size * FINER)
        at = frame(self._fine)
        paint, law = SIDES[view]
        self._scene = paint(person, tone, at, rng)
        self.law = law(person, at, rng)
        self._exposure = exposure_of(self._scene.light(np.zeros_like(at.x)))
        self.wait()

    def wait(self) -> None:
        """Until blood has come and gone by itself, and the finger lies otherwise in the light."""
        self._wander, self._turned = self._drawn()
        self._gain = self._camera.drawn_gain(self._rng)
        self._beat = self._flicker = 1.0

    def wait_on(self, before: float, now: float) -> None:
        """From one moment [s] of a series to another, with the same finger before the camera."""
        kept = np.float32(np.exp((before - now) / WANDER_S))
        new = np.sqrt(1 - kept**2)
        wander, turned = self._drawn()
        self._wander = kept * self._wander + new * wander
        self._turned = kept * self._turned + new * turned
        self._flicker = np.exp(FLICKER * self._rng.standard_normal())
        self._beat = 1 + PULSE * np.sin(2 * np.pi * PULSE_HZ * now)

    def _drawn(self) -> tuple[np.ndarray, np.ndarray]:
        """Fields (n, n) of blood that comes by itself, and of light."""
        rng, n = self._rng, self._fine
        wander = 0.8 * blotches(rng, n, 5.0) + 0.6 * blotches(rng, n, 2.0)
        return wander - wander.mean(), blotches(rng, n, 6.0)

    def moved(self, series: Series, person: Person) -> list[np.ndarray]:
        """Changes of blood at the moments of a series."""

        def target_at(time: float) -> np.ndarray:
            return self.law.change(flat_load(series.path.at(time), person.patch))

        return moved_blood(target_at, series.moments, person.blanch_s, person.refill_s)

    def photo(self, load: Load, time: float | None, change: np.ndarray, motion: float) -> Photo:
        """A photograph with blood changed by shares (n, n), of a finger that moved meanwhile."""
        change = (1 + change) * (1 + WANDER * self._wander) * np.float32(self._beat) - 1
        moved = drawn_motion(self._rng, self._size, motion)
        lit = np.exp(TURNED * self._turned)[..., None]
        light = self._scene.light(change, np.radians(load.angle)) * lit
        gain = self._exposure * self._flicker * self._gain
        picture = developed(light, moved, gain, self._camera, self._rng)
        return Photo(self._view, load, time, picture, change[::5, ::5].astype(np.float16), moved)

    def pigment(self, changes: list[np.ndarray]) -> np.ndarray:
        """(3,) principal direction of what a little blood does to colours.

        Each pixel counts as much as its blood changes under the largest load.
        """
        largest = max(changes, key=lambda c: float(np.square(c).sum()))
        less, more = (
            -np.log(np.maximum(encoded(self._exposure * self._scene.light(half)), 1 / 255))
            for half in (largest / 2 - 0.01, largest / 2 + 0.01)
        )
        moved = ((more - less) * largest[..., None]).reshape(-1, 3).astype(float)
        direction = np.linalg.eigh(moved.T @ moved)[1][:, -1]
        return direction * np.sign(direction.sum())
