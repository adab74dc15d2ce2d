"""Things that are hard to take: flat, thin, hollow, or heavy."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.grasp import grasp
from prehensile.errors import PrehensileError
from prehensile.quality.judge.held import judge_held
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import box, cylinder, even_angles, lathe
from prehensile.world.things.joined import Mesh, joined, moved, turned_to
from prehensile.world.things.parts import between, ring_hulls, turned_hull, upright_cylinder
from prehensile.world.things.swept import rings_along, swept
from prehensile.world.things.turned import rounded_outline

HARD_FIGURES = {
    "hard_held": "at least 13 of 16: flat, thin, hollow and heavy things, from table or post",
    "hard_ways": "what each was taken from, or why it was not held",
}
AROUND = 48
"""Sides of what is turned on a lathe."""
CHORDS = 16
"""Convex parts around a ring."""


def coin() -> Object:
    """24 × 2 mm of brass."""
    return cylinder(0.012, 0.002, 0.0077, name="coin")


def card() -> Object:
    """A bank card, a little thicker."""
    return box((0.086, 0.054, 0.001), 0.006, name="card")


def book(thick: float) -> Object:
    """Lying; paper is 0.75 g/cm³."""
    return box((0.130, 0.200, thick), 750 * 0.130 * 0.200 * thick, name=f"book{1e3 * thick:.0f}")


def plate() -> Object:
    """A side plate: its rim is raised over the table."""
    return Dish(foot=0.055, rim=0.090, high=0.018, wall=0.005).made("plate", 0.30)


def bowl() -> Object:
    """A cereal bowl of 140 mm, 60 mm high."""
    return Dish(foot=0.030, rim=0.070, high=0.060, wall=0.004).made("bowl", 0.28)


def torus() -> Object:
    """A ring of 90 mm, 20 mm thick, lying."""
    middle, thick, around = 0.035, 0.010, 24
    outline = even_angles(around)
    away, up = middle + thick * np.cos(outline), thick * np.sin(outline)
    angle = even_angles(AROUND)
    rings = np.stack(
        [np.outer(np.cos(angle), away), np.outer(np.sin(angle), away), np.tile(up, (AROUND, 1))], -1
    )
    corner = np.arange(AROUND * around).reshape(AROUND, around)
    a, b = corner, np.roll(corner, -1, axis=1)
    c, d = np.roll(a, -1, axis=0), np.roll(b, -1, axis=0)
    faces = np.concatenate([np.stack([a, c, d], -1), np.stack([a, d, b], -1)]).reshape(-1, 3)
    chords = np.concatenate([rings[:: AROUND // CHORDS], rings[:1]])
    return Object.from_mesh("torus", rings.reshape(-1, 3), faces, tuple(ring_hulls(chords)), 0.15)


def spoon() -> Object:
    """A table spoon: its bowl rests on the table, its handle rises to 12 mm."""
    along = np.linspace(0.0, 0.19, 60)
    wide = np.interp(along, [0, 0.01, 0.03, 0.055, 0.07, 0.16, 0.185, 0.19],
                     [0.004, 0.014, 0.020, 0.014, 0.005, 0.006, 0.009, 0.006])  # fmt: skip
    high = np.interp(along, [0, 0.03, 0.07, 0.12, 0.19], [0.008, 0.003, 0.010, 0.016, 0.014])
    thick = np.full(len(along), 0.0015)
    path = np.stack([along, 0 * along, high], axis=1)
    rings = rings_along(path, np.array([0.0, 1.0, 0.0]), wide, thick, 20)
    parts = tuple(ring_hulls(rings[::5]))
    return Object.from_mesh("spoon", *swept(rings), parts, 0.05)


def jar() -> Object:
    """A full jar with its lid on."""
    outline = rounded_outline(
        [(0, 0), (0.037, 0, 0.004), (0.037, 0.082, 0.008), (0.033, 0.092), (0.034, 0.093),
         (0.034, 0.108, 0.002), (0, 0.108)]
    )  # fmt: skip
    parts = (
        turned_hull([(0.036, 0), (0.037, 0.004), (0.037, 0.080), (0.033, 0.092)]),
        upright_cylinder(0.034, 0.092, 0.108),
    )
    return Object.from_mesh("jar", *lathe(outline, even_angles(AROUND)), parts, 0.60)


def pan() -> Object:
    """A small frying pan with a straight handle."""
    size = Dish(foot=0.075, rim=0.095, high=0.040, wall=0.004)
    low, high = np.array([0.088, 0.0, 0.034]), np.array([0.250, 0.0, 0.052])
    across = np.full(12, 0.011)
    bar = rings_along(np.linspace(low, high, 12), np.array([0.0, 1.0, 0.0]), across, across, 24)
    vertices, faces = joined(size.mesh(), swept(bar))
    parts = (*size.parts(), *ring_hulls(bar[[0, -1]]))
    return Object.from_mesh("pan", vertices, faces, parts, 0.90)


def dumb_bell() -> Object:
    """Two weights on a bar, lying on a table."""
    weight, grip, high = 0.032, 0.014, 0.032
    ends = ((-0.095, -0.055), (0.055, 0.095))

    def rod(radius: float, low: float, far: float) -> Mesh:
        outline = np.array([(0.0, low), (radius, low), (radius, far), (0.0, far)])
        return moved(turned_to(lathe(outline, even_angles(AROUND)), "x"), (0.0, 0.0, high))

    vertices, faces = joined(rod(grip, -0.08, 0.08), *(rod(weight, *end) for end in ends))
    along = [((a, 0.0, high), (b, 0.0, high)) for a, b in ends]
    parts = (
        between("cylinder", grip, (-0.06, 0.0, high), (0.06, 0.0, high)),
        *(between("cylinder", weight, a, b) for a, b in along),
    )
    return Object.from_mesh("dumb-bell", vertices, faces, parts, 1.5)


class Dish(NamedTuple):
    """Something flat or deep with a rim, on a foot."""

    foot: float
    """[m] radius"""
    rim: float
    """[m] radius"""
    high: float
    """[m]"""
    wall: float
    """[m] thickness"""

    def made(self, name: str, mass: float) -> Object:
        """The object, of ``mass`` [kg]."""
        return Object.from_mesh(name, *self.mesh(), self.parts(), mass)

    def mesh(self) -> Mesh:
        """The dish's surface: vertices (V, 3) [m] and faces (F, 3)."""
        outside, inside = self._outline()
        profile = [(0.0, 0.0), *outside, *inside[::-1], (0.0, self.wall)]
        return lathe(np.array(profile), even_angles(AROUND))

    def parts(self) -> tuple[ConvexPart, ...]:
        """A disc, and chords of the wall."""
        outside, inside = self._outline()
        section = np.array([*outside, *inside[::-1]])
        angle = np.append(even_angles(CHORDS), 0.0)
        rings = np.stack(
            [
                np.outer(np.cos(angle), section[:, 0]),
                np.outer(np.sin(angle), section[:, 0]),
                np.tile(section[:, 1], (len(angle), 1)),
            ],
            axis=-1,
        )
        return upright_cylinder(self.foot, 0.0, self.wall), *ring_hulls(rings)

    def _outline(self) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """Outside and inside of the wall, (radius, height) [m], from the foot to the rim."""
        lean = np.hypot(self.rim - self.foot, self.high)
        across = self.wall * self.high / lean
        return (
            [(self.foot, 0.0), (self.rim, self.high)],
            [(self.foot - across, self.wall), (self.rim - across, self.high)],
        )


HARD: tuple[Callable[[], Object], ...] = (
    coin,
    card,
    partial(book, 0.010),
    partial(book, 0.025),
    partial(book, 0.045),
    plate,
    torus,
    spoon,
    bowl,
    lambda: load_object("bottle", mass=1.0),
    lambda: box((0.07, 0.07, 0.12), 0.8),
    lambda: cylinder(0.035, 0.14, 1.2),
    lambda: load_object("hammer", mass=0.9),
    jar,
    pan,
    dumb_bell,
)


def measure_hard(index: int) -> tuple[bool, str]:
    """Whether one of `HARD` is held by default, and a line about it."""
    obj = HARD[index]()
    try:
        clip = grasp(obj)
    except PrehensileError as error:
        return False, f"{obj.name}: {error}"
    held = judge_held(clip, obj.name).held
    return held, f"{obj.name}: {clip.meta['on'] if held else clip.verdict}"


def figures(found: Sequence[tuple[bool, str]]) -> dict[str, Any]:
    """`HARD_FIGURES` of all that were tried."""
    return {"hard_held": sum(held for held, _ in found), "hard_ways": [line for _, line in found]}
