"""Where an object could be taken: every section worth a try, with what it is worth."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from prehensile.control.place.graspable import Hollow, Section, own_axes, sections, slices_at
from prehensile.control.place.limbs import Limb, limbs
from prehensile.control.place.medial import Medial, medial_balls
from prehensile.control.place.preferred import Preferred, Purpose
from prehensile.control.place.rim import wall_sections
from prehensile.control.place.sought import Sought
from prehensile.control.place.surroundings import Surroundings, surroundings
from prehensile.control.place.wishes import NO_WISHES, Wishes
from prehensile.world.objects.object import Object

MOST_LIMBS = 3
"""Slender parts that are looked at, the longest"""
MOST_SECTIONS = 36
"""Sections at most: placing hands there is what costs"""
OFF = 0.02
"""[m] of a section from where it is wanted that costs one point"""
ROUND_IT = 0.03
"""[m] of a section's radius at most, within which what is wanted may lie"""
FROM_MIDDLE = 0.1
"""[m] from the middle of what is wanted that costs one point"""
ASIDE = 0.01
"""[m] that fingers reach beside the section that they are laid at"""
PART_POINTS = 40
"""Points of a part, from which it has sections of its own"""
THICKEST = 0.06
"""[m] half the thickness of what can be pinched"""
GRAVITY = 9.81
"""[m/s²]"""
REMEMBERED = 16
"""Objects whose handle is not looked for again"""


class Places(NamedTuple):
    """Where one object could be taken."""

    sections: list[Section]
    """the most preferred first"""
    preferred: Preferred
    """what its places are worth"""


def places(
    obj: Object,
    scene: Surroundings,
    sought: Sought | None = None,
    more: tuple[Section, ...] = (),
    walls: bool = False,
) -> Places:
    """Where an object could be taken.

    Args:
        obj: what stands there.
        scene: it, sampled.
        sought: where it shall be taken, and what for; what suits it if None.
        more: sections that someone found beside these.
        walls: whether fingertips might hold the wall of a bowl.
    """
    wishes = NO_WISHES if sought is None else sought.wishes
    medial, parts = _anatomy(obj, scene.points.tobytes(), scene.normals.tobytes())
    preferred = Preferred(scene, medial, parts, _purpose(wishes), GRAVITY * obj.mass)
    slices = [*sections(obj, scene.points), *more, *(s for part in parts for s in part.sections)]
    slices += preferred.sections[len(preferred.handle.limb.sections) :] if preferred.handle else ()
    if sought is not None:
        slices += _asked_for(obj, scene, medial, sought)
    found = _best(_not_empty(slices, scene.points), preferred, sought)[:MOST_SECTIONS]
    if walls and not preferred.rather_by_handle:  # far from the middle: of bowls, not of pots
        found += _best(wall_sections(scene, medial), preferred, sought)
    return Places(found, preferred)


def _best(slices: list[Section], preferred: Preferred, sought: Sought | None) -> list[Section]:
    """With what they are worth, the most first."""
    worth = [s._replace(worth=_worth(s, preferred, sought)) for s in slices]
    return sorted(worth, key=lambda s: -s.worth)


def _not_empty(slices: list[Section], points: np.ndarray) -> list[Section]:
    """Those with something to be taken: the middle of a horseshoe lies in the air."""
    from scipy.spatial import KDTree  # here: it takes a while to load

    away, _ = KDTree(points).query(np.array([s.centre for s in slices]).reshape(-1, 3))
    return [s for s, d in zip(slices, away, strict=True) if d <= s.radius + ASIDE]


def prior_of(obj: Object, wishes: Wishes = NO_WISHES) -> Preferred:
    """What is preferred of an object for what it is wanted for."""
    return _prior(obj, _purpose(wishes))


@lru_cache(maxsize=REMEMBERED)
def _prior(obj: Object, purpose: Purpose | None) -> Preferred:
    scene = surroundings(obj, np.eye(4), np.random.default_rng(0), "table")
    medial, parts = _anatomy(obj, scene.points.tobytes(), scene.normals.tobytes())
    return Preferred(scene, medial, parts, purpose, GRAVITY * obj.mass)


def _purpose(wishes: Wishes) -> Purpose | None:
    """Who says where leaves nothing to be preferred."""
    return "carry" if wishes.where is not None else wishes.purpose


@lru_cache(maxsize=REMEMBERED)
def _anatomy(obj: Object, points: bytes, normals: bytes) -> tuple[Medial, list[Limb]]:
    """How thick an object is, and its slender parts; points and normals (N, 3) as bytes. Every
    style asks anew.
    """
    at, out = (np.frombuffer(given).reshape(-1, 3) for given in (points, normals))
    medial = medial_balls(obj, at, out, np.random.default_rng(0))
    return medial, limbs(at, out, medial)[:MOST_LIMBS]


def hollow_of(obj: Object) -> Hollow:
    """Where fingers are inside an object: in a cup, not behind its handle."""
    return prior_of(obj).hollow


def _worth(s: Section, preferred: Preferred, sought: Sought | None) -> float:
    """Points of a section, by what is preferred or, where someone says so, by what is wanted."""
    if sought is None or sought.wishes.where is None:
        worth = preferred.worth(s)
    else:
        within = min(s.radius, ROUND_IT) + ASIDE
        worth = -max(float(sought.missed(s.centre[None])[0]) - within, 0.0) / OFF
        worth -= float(np.linalg.norm(s.centre - sought.middle)) / FROM_MIDDLE
    if sought is not None:
        worth -= float(sought.trespassed(s.centre[None])[0]) / OFF
    return worth


def _asked_for(obj: Object, scene: Surroundings, medial: Medial, sought: Sought) -> list[Section]:
    """Sections where someone wants it taken: across it there, and through its thickness."""
    if sought.wishes.where is None:
        return []
    if sought.point is not None:
        return [
            *slices_at(scene.points, own_axes(obj), sought.point),
            *_through(scene, medial, sought.point),
        ]
    mine = np.flatnonzero(sought.missed(scene.points) <= 0)
    if len(mine) < PART_POINTS:
        middle = scene.points[mine].mean(axis=0) if len(mine) else obj.com
        nearest = int(sought.missed(scene.points).argmin())
        return _through(scene, medial, scene.points[nearest] if not len(mine) else middle)
    part = scene.points[mine]
    axes = np.linalg.svd(part - part.mean(axis=0), full_matrices=False)[2]
    return slices_at(part, list(axes), part.mean(axis=0))


def _through(scene: Surroundings, medial: Medial, point: np.ndarray) -> list[Section]:
    """Sections between the surface at a point (3,) [m] and what is behind it: a wall, a rim."""
    nearest = int(np.linalg.norm(scene.points - point, axis=1).argmin())
    radius = float(medial.radius[nearest])
    if radius > THICKEST:
        return []
    across = scene.points[nearest] - medial.centre[nearest]
    across /= max(float(np.linalg.norm(across)), 1e-9)
    e1 = np.cross(across, np.eye(3)[int(np.abs(across).argmin())])
    e1 /= np.linalg.norm(e1)
    e2 = np.cross(across, e1)
    turns = np.arange(4) * np.pi / 4
    axes = [np.cos(t) * e1 + np.sin(t) * e2 for t in turns]
    length = 4 * radius
    return [Section(axis, medial.centre[nearest], radius, length, across) for axis in axes]
