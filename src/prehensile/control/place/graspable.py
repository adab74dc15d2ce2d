"""An object as a planner sees it: points, axes, its girth along them, and ways to turn there."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.world.objects.object import Object

FEWEST = 4
"""Points that a slice is made of, at least"""
HEIGHTS = (0.0, 0.02, -0.02)
"""[m] along an axis from the centre of mass, where a hand could grasp"""
EDGE = 0.008
"""[m] A hand grasps no nearer to an end than this."""
SLAB = 0.03
"""[m] Half the height of the slice whose girth counts: about half a palm."""
RIDGE_RADIUS = 0.012
"""[m] of a lip that fingers hook over"""
NOT_ROUND = 1.15
"""Ratio of the widths of a slice, from which it is no circle."""
DEEP, WALLED = 0.006, 0.66
"""[m] below the convex hull, and the share of directions in which the object lies: both at least,
in a hollow. In a cup it lies in 0.7 to 0.95 of them, beside a stem, between a torch's head and its
tail or within a handle in 0.3 to 0.6"""
DIRECTIONS = 64
"""Directions that are looked in"""
TURNS = 16
"""Angles about the object's axis."""
SAME_AXIS = np.cos(np.radians(12))
"""Cosine of the angle within which two axes count as one."""


class Section(NamedTuple):
    """A slice across an axis of the object."""

    axis: np.ndarray
    """(3,) unit, object frame"""
    centre: np.ndarray
    """(3,) [m], object frame"""
    radius: float
    """[m] of the circle that fits it best"""
    length: float
    """[m] of the object along the axis"""
    across: np.ndarray | None = None
    """(3,) unit: what is not round is this wide along it, twice the radius; None: about round"""
    worth: float = 0.0
    """points that it is worth to be taken there, whatever the hand"""


def sections(obj: Object, points: np.ndarray) -> list[Section]:
    """Slices at the heights worth grasping, across every axis worth grasping across."""
    return slices_at(points, own_axes(obj), obj.com)


def slices_at(points: np.ndarray, axes: Sequence[np.ndarray], middle: np.ndarray) -> list[Section]:
    """Slices of points (N, 3) [m] across axes (3,), at heights near a middle (3,) [m]."""
    found = []
    for axis in axes:
        along = (points - middle) @ axis
        for height in HEIGHTS:
            if along.min() + EDGE < height < along.max() - EDGE:
                slab = points[np.abs(along - height) < SLAB]
                if len(slab) < FEWEST:
                    continue
                length = float(np.ptp(along))
                found.append(_fit_circle(slab, middle, axis, height, length))
                found += _widths(slab, middle, axis, height, length)
    return found


def ridge(obj: Object, points: np.ndarray, up: np.ndarray) -> Section:
    """The lip that fingers can hook over: the top of what stands out from the wall.

    Its axis runs along the wall so that up × axis points into it.
    """
    assert obj.mount is not None and obj.mount.base is not None
    into_wall = obj.mount.base.com - obj.com
    into_wall = into_wall - up * (into_wall @ up)
    into_wall /= np.linalg.norm(into_wall)
    axis = np.cross(into_wall, up)
    out = (points - obj.com) @ -into_wall
    middle = np.abs((points - obj.com) @ axis) < SLAB
    front = points[middle & (out > 0)]
    top = front[np.argmax(front @ up)]
    near = front[np.linalg.norm(front - top, axis=1) < RIDGE_RADIUS]
    crest = near.mean(axis=0)
    crest += up * float((near @ up).max() - crest @ up)
    centre = crest - RIDGE_RADIUS * up
    centre += axis * float((obj.com - centre) @ axis)
    return Section(axis, centre, RIDGE_RADIUS, 2 * SLAB)


def perpendicular(axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors that complete ``axis`` to a right-handed frame."""
    helper = np.eye(3)[int(np.abs(axis).argmin())]
    e1 = np.cross(axis, helper)
    e1 /= np.linalg.norm(e1)
    return e1, np.cross(axis, e1)


def own_axes(obj: Object) -> list[np.ndarray]:
    """The mesh's own axes, upright first, and the principal ones where they differ."""
    principal = np.linalg.eigh(obj.inertia)[1].T
    axes: list[np.ndarray] = []
    for a in (*np.eye(3)[[2, 0, 1]], *principal):
        if all(abs(a @ b) < SAME_AXIS for b in axes):
            axes.append(a)
    return axes


def _widths(
    slab: np.ndarray, com: np.ndarray, axis: np.ndarray, height: float, length: float
) -> list[Section]:
    """Both widths of a slice that is no circle: two pairs of sides to take it by."""
    sides = np.array(perpendicular(axis))
    low, high = ((slab - com) @ sides.T).min(axis=0), ((slab - com) @ sides.T).max(axis=0)
    middle = com + height * axis + (low + high) / 2 @ sides
    half = (high - low) / 2
    if half.max() < NOT_ROUND * half.min():
        return []
    return [
        Section(axis, middle, float(r), length, side) for r, side in zip(half, sides, strict=True)
    ]


def _fit_circle(
    slab: np.ndarray, com: np.ndarray, axis: np.ndarray, height: float, length: float
) -> Section:
    """Least-squares circle (Kåsa), the worst quarter of the points trimmed: handles, spouts."""
    e1, e2 = perpendicular(axis)
    xy = np.stack([(slab - com) @ e1, (slab - com) @ e2], axis=1)
    keep = np.ones(len(xy), dtype=bool)
    centre, radius = xy.mean(axis=0), 0.0
    for _ in range(4):
        p = xy[keep]
        A = np.column_stack([2 * p, np.ones(len(p))])
        centre = np.linalg.lstsq(A, (p * p).sum(axis=1), rcond=None)[0][:2]
        distance = np.linalg.norm(xy - centre, axis=1)
        radius = float(np.median(distance[keep]))
        error = np.abs(distance - radius)
        keep = error <= np.quantile(error, 0.75)
    return Section(axis, com + height * axis + centre[0] * e1 + centre[1] * e2, radius, length)


class Hollow:
    """The room between an object and its convex hull, and what of it is walled in.

    Args:
        points: (N, 3) [m] of the object's surface.
        up: (3,) unit.
        dipped: [m] below the top, from which it may be walled in; anywhere if left out.
    """

    def __init__(self, points: np.ndarray, up: np.ndarray | None = None, dipped: float = 0.0):
        from scipy.spatial import ConvexHull  # here: it takes 0.1 s to load

        self._points = points
        self._up = np.zeros(3) if up is None else up
        self._level = float((points @ self._up).max()) - dipped
        self._planes = ConvexHull(points).equations

    def depth(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] below the hull, of points (N, 3) [m]; negative outside."""
        return -(points @ self._planes[:, :3].T + self._planes[:, 3]).max(axis=1)

    def holds(self, points: np.ndarray) -> np.ndarray:
        """(N,) bool: which of points (N, 3) [m] are in a cup or the like: deep below the hull, and
        with the object in most directions.
        """
        deep = (self.depth(points) > DEEP) & (points @ self._up <= self._level)
        deep[deep] = [self._walls(p) > WALLED for p in points[deep]]
        return deep

    def _walls(self, point: np.ndarray) -> float:
        """Share of the directions from a point (3,) [m] in which the object lies."""
        way = self._points - point
        return len(np.unique((way @ _all_round().T).argmax(axis=1))) / DIRECTIONS


@cache
def _all_round() -> np.ndarray:
    """(DIRECTIONS, 3) unit, spread evenly: a Fibonacci spiral."""
    k = np.arange(DIRECTIONS) + 0.5
    z, turn = 1 - 2 * k / DIRECTIONS, np.pi * (1 + np.sqrt(5)) * k
    level = np.sqrt(1 - z * z)
    return np.stack([level * np.cos(turn), level * np.sin(turn), z], axis=1)


def basis(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Right-handed frame (3, 3): column 0 along ``first``, column 1 towards ``second``."""
    a = first / np.linalg.norm(first)
    b = second - a * (a @ second)
    b /= np.linalg.norm(b)
    # Written out: this is called thousands of times, and np.cross is slow for one pair.
    c = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return np.array([a, b, c]).T


class SectionFrames:
    """Ways to turn what lies along a section's axis; made once for every section."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Section, list[np.ndarray]]] = {}

    def of(self, s: Section) -> list[np.ndarray]:
        """(3, 3) each: all round it, or two ways where the section says what lies across."""
        known = self._known.get(id(s))
        if known is not None and known[0] is s:
            return known[1]
        if s.across is None:
            e1, e2 = perpendicular(s.axis)
            turns = np.arange(TURNS) * 2 * np.pi / TURNS
            towards = [np.cos(t) * e1 + np.sin(t) * e2 for t in turns]
        else:
            towards = [s.across, -s.across]
        frames = [basis(sign * s.axis, second) for second, sign in product(towards, (1, -1))]
        self._known[id(s)] = s, frames
        return frames
