"""A slender part as a handle: whether it is one, how good, and where along it the hand would be.

A handle stands out or lies between two wider parts, is longer than it is thick, and has a girth
that fingers close round. What a finger passes through is a loop, a bow or a ring, and needs room
for two fingers only. Why it is preferred to take things there says `preferred`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.control.place.graspable import Hollow
from prehensile.control.place.limbs import Limb
from prehensile.control.place.surroundings import Surroundings

BEST_GIRTH = (0.005, 0.02)
"""[m] Half the width of a good handle"""
THIN_STEM = 0.003
"""[m] the same for a stem between two wider parts, however thin: fingers need not press hard"""
GIRTH_OFF = 0.7
"""Logarithm of the girth beyond them by which a handle is worth half"""
SLENDER = 2.2
"""Length of a handle over its width, at least: a bottle's neck is none"""
PALM_WIDE = 0.09
"""[m] of a handle that a whole hand lies on"""
BENT = 1.5
"""Depth of a part over its girth, from which it may be a loop: straight ones reach 1.4, with two
rails or a slot between them"""
FINGER = 0.007
"""[m] half the width of what a finger passes through"""
GRID = 0.003
"""[m] between places where a finger might pass"""
THROUGH = 0.06
"""[m] to either side that a finger which passes through a loop needs to be free"""
SIDES, ENCLOSED = 24, 0.8
"""Directions, and the share of them in which a loop's opening is bounded: a bent stick bounds half
"""
TWO_FINGERS = 0.04
"""[m] of a loop through which two fingers fit"""
WIDER, BEYOND_END = 1.35, 0.025
"""Times its width that the thing is wide beyond both ends of a stem, to opposite sides, and [m] how
far beyond"""
TWINS = 1.6
"""Ratio of the lengths, girths and worths of two handles, up to which they are a pair: scissors'
rings"""
OPPOSITE = np.cos(np.radians(135))
"""Cosine of the angle between the two of a pair, seen from the centre of mass, from which they are
for two hands, unless one bears it by either: a rolling pin"""
BEARS = 0.2
"""[N m] of gravity about the hand that fingers bear with ease which press on a handle's sides only
"""
UNDER = 0.012
"""[m] of a handle above the table, below which no finger comes under it to bear it"""
BESIDE, BEYOND = 0.015, 0.045
"""[m] of a part, within which points are not everything else: its root, and its free end"""
STANDS_OUT, MOSTLY = 0.003, 0.6
"""[m] outside the hull of everything else, and the share of a handle's points that are"""
ROOM = 0.022
"""[m] that the outermost of them stand out: fingers find room behind a handle"""
WHOLE = 0.8
"""Share of the surface, from which a limb is not part of the thing but the thing: a stick"""
HEAVY_END = 0.1
"""Share of a stick's length that its centre of mass lies off its middle, from which one end is the
heavy one"""
THICK = 0.0018
"""[m] half the thickness of a handle, from which it cuts into no hand"""
FLATTEST = 3.5
"""Width over thickness of a handle, from which it is worth less: a spoon's bowl is flatter"""
FREE_ALONG = 0.5
"""Share of its length where nothing is grown to a handle, at least: a rim is none"""
A_HANDLE, SURELY = 0.4, 0.7
"""Worth of a limb, from which it is called a handle; and from which it is one for sure: wings and
stubs of figures are worth less"""
HALF_PALM = 0.04
"""[m] from a handle's free end where the middle of the hand likes to be"""


class Handle(NamedTuple):
    """A limb to take a thing by."""

    limb: Limb
    worth: float
    """0 to 1"""
    towards: np.ndarray
    """(3,) unit, from the heavy end to the free one"""
    free: float
    """[m] along it, of the free end"""
    near: float
    """[m] along it, of the end towards the centre of mass"""
    liked: float
    """[m] along it, where the middle of the hand likes to be"""
    loop: bool = False
    """whether a finger passes through it: bent back to the body or to itself; then along it is from
    its roots to its bow"""

    @property
    def room(self) -> float:
        """[m] for fingers side by side: all along it, or inside a loop, between both its arms."""
        return self.limb.length - (4 * self.limb.girth if self.loop else 0.0)


def best_handle(scene: Surroundings, limbs: Sequence[Limb], weight: float) -> Handle | None:
    """What a thing of a weight [N] is best taken by, of its limbs: loops before others, each with
    every loop that is like it. None where there is nothing, or a pair for two hands: one hand takes
    a stockpot or a rolling pin by the middle, but a garlic press that lies open by either handle.
    """
    handles = [h for limb in limbs if (h := _as_handle(scene, limb, weight)) is not None]
    if not handles:
        return None
    best = max(handles, key=lambda h: (h.loop, h.worth))
    alike = [h for h in handles if h.loop == best.loop and _are_alike(h, best)]
    away = np.array([scene.points[h.limb.members].mean(axis=0) - scene.com for h in alike])
    mine = scene.points[best.limb.members].mean(axis=0) - scene.com
    faces = away @ mine < OPPOSITE * np.linalg.norm(away, axis=1) * np.linalg.norm(mine)
    nearest = best.liked if best.loop else min(best.liked, best.near + HALF_PALM)
    if faces.any() and weight * (nearest - scene.com @ best.towards) > BEARS:
        return None
    if not best.loop or len(alike) < 2:
        return best
    sections = tuple(s for h in alike for s in h.limb.sections)
    members = np.unique(np.concatenate([h.limb.members for h in alike]))
    return best._replace(limb=best.limb._replace(sections=sections, members=members))


def _are_alike(one: Handle, other: Handle) -> bool:
    """Whether two may be a pair, or are the same."""
    a, b = one.limb, other.limb
    ratios = np.array([a.length / b.length, a.girth / b.girth, one.worth / other.worth])
    return bool((np.abs(np.log(ratios)) < np.log(TWINS)).all())


def _as_handle(scene: Surroundings, limb: Limb, weight: float) -> Handle | None:
    """What a limb is worth as a handle of something of a weight [N]; None if it is none."""
    points, members = scene.points, limb.members
    skin = points[members]
    axes = np.linalg.svd(skin - skin.mean(axis=0), full_matrices=False)[2]
    bent = np.ptp(np.percentile(skin @ axes[1], [3, 97])) > BENT * 2 * limb.girth
    loop = bool(bent) and _has_opening(points, skin, _plane_of(limb, axes))
    towards = axes[int(loop)]
    along = skin @ towards
    if (along.mean() - scene.com @ towards) < 0:
        towards, along = -towards, -along
    near, free = (float(v) for v in np.percentile(along, [2, 98]))
    whole = len(members) > WHOLE * len(points)
    if whole:
        if loop:
            return None
        off = abs((near + free) / 2 - float(scene.com @ towards)) / (free - near)
        if off < HEAVY_END:
            return None
    stem = not loop and limb.length > TWO_FINGERS and _is_stem(points, members, axes[0], limb.width)
    if not (whole or stem or _stands_out(points, members, scene.com)):
        return None
    if limb.length < SLENDER * 2 * limb.girth or limb.free < FREE_ALONG:
        return None
    low, high = THIN_STEM if stem else BEST_GIRTH[0], BEST_GIRTH[1]
    off = max(np.log(low / limb.girth), np.log(limb.girth / high), 0.0)
    worth = 0.5 ** ((off / GIRTH_OFF) ** 2)
    wanted = TWO_FINGERS if loop or stem else PALM_WIDE
    worth *= min(limb.length / wanted, 1.0) * min(limb.thickness / THICK, 1.0)
    worth *= min(FLATTEST * limb.thickness / limb.width, 1.0)
    if worth <= A_HANDLE:
        return None
    liked = farthest = farthest_of(near, free)
    lies = float((skin @ scene.up).min()) - scene.table < UNDER
    if lies and not loop and weight > 0:
        borne = float(scene.com @ towards) + BEARS / weight
        liked = min(farthest, max(borne, near + HALF_PALM))
    return Handle(limb, float(worth), towards, free, near, liked, loop)


def _is_stem(points: np.ndarray, members: np.ndarray, axis: np.ndarray, width: float) -> bool:
    """Whether a part lies between two wider ones, as a goblet's stem or the bar of a dumbbell: it
    needs not stand out, and nothing slips out of fingers round it.

    Args:
        points: (N, 3) [m] of the whole surface.
        members: (M,) which belong to the part.
        axis: (3,) unit, along it.
        width: [m] of its wide side, half.
    """
    skin = points[members]
    middle = skin.mean(axis=0)
    others = np.delete(points, members, axis=0) - middle
    along, ends = others @ axis, np.percentile((skin - middle) @ axis, [2, 98])
    away = others - np.outer(along, axis)
    for end, out in zip(ends, (-1, 1), strict=True):
        beyond = away[(out * (along - end) > -width) & (out * (along - end) < BEYOND_END)]
        if len(beyond) < 3:
            return False
        wide = np.linalg.svd(beyond, full_matrices=False)[2][0]
        if min(-(beyond @ wide).min(), (beyond @ wide).max()) < WIDER * width:
            return False
    return True


def _plane_of(limb: Limb, axes: np.ndarray) -> np.ndarray:
    """(3, 3) unit rows: along a part, across it in the plane in which it bends, and out of that.

    Its sections' middles tell it; where they lie in a line, the axes (3, 3) of its skin do. A few
    points of the body, as thick as itself, would tilt those.
    """
    middles = np.array([s.centre for s in limb.sections if s.across is None])
    if len(middles) < 4:
        return axes
    _, spread, found = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)
    return found if spread[1] > limb.girth else axes


def _has_opening(points: np.ndarray, skin: np.ndarray, axes: np.ndarray) -> bool:
    """Whether a finger passes through what a part encloses, with the body or by itself.

    Seen along the least of its axes, there is a place among its points that is a finger's breadth
    from everything, and has something all round it: between the handle of a cup and its wall there
    is, below the rim of a pan there is its bottom, beside a bent stick there is nothing.

    Args:
        points: (N, 3) [m] of the whole surface.
        skin: (M, 3) [m] of the part.
        axes: (3, 3) its own, unit rows, the longest first.
    """
    from scipy.spatial import Delaunay, KDTree  # here: they take a while to load

    middle = skin.mean(axis=0)
    near = points[np.abs((points - middle) @ axes[2]) < THROUGH]
    seen, mine = (near - middle) @ axes[:2].T, (skin - middle) @ axes[:2].T
    low, high = mine.min(axis=0), mine.max(axis=0)
    x, y = (np.arange(a, b, GRID) for a, b in zip(low, high, strict=True))
    places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    places = places[Delaunay(mine).find_simplex(places) >= 0]
    if not len(places):
        return False
    away = KDTree(seen).query(places)[0]
    if away.max() < FINGER:
        return False
    towards = seen - places[int(away.argmax())]
    angle = np.arctan2(towards[:, 1], towards[:, 0])
    bounded = np.unique(np.floor((angle + np.pi) / (2 * np.pi) * SIDES).astype(int) % SIDES)
    return len(bounded) >= ENCLOSED * SIDES


def farthest_of(near: float, free: float) -> float:
    """[m] along a handle, where the middle of the hand likes to be whatever it weighs."""
    return max(free - HALF_PALM, 0.5 * (free + near))


def _stands_out(points: np.ndarray, members: np.ndarray, com: np.ndarray) -> bool:
    """Whether most of a part lies outside the convex hull of everything else, (3,) [m] the centre
    of mass.
    """
    part, away = points[members], np.linalg.norm(points - com, axis=1)
    apart = distance(points, part)
    its_end = (apart < BEYOND) & (away > np.median(away[members]))
    rest = points[(apart > BESIDE) & ~its_end]
    if len(rest) < 4:
        return False
    outside = -Hollow(rest).depth(part)
    low, high = np.quantile(outside, [1 - MOSTLY, 0.9])
    return bool(low > STANDS_OUT and high > ROOM)


def distance(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(N,) [m] of points (N, 3) from the nearest of others (M, 3)."""
    from scipy.spatial import KDTree  # here: it takes a while to load

    return KDTree(others).query(points)[0]
