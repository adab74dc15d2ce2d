"""A banana lying on its side: its arc is in the plane z = one radius, its stem towards +x.

It bends around a point at −y; the origin is below the middle of its arc, on the table.
"""

from functools import cache
from itertools import pairwise

import numpy as np

from prehensile.world.objects.object import ConvexPart, FloatArray, Object
from prehensile.world.things.parts import between, ring_hulls
from prehensile.world.things.swept import rings_along, swept

RADIUS = 0.0175
LENGTH = 0.195  # along the arc
MASS = 0.15
COLOR = (0.93, 0.77, 0.22)

_BEND = 0.105  # radius of the arc
_STEM_BEND = 0.010  # the stem bends back by this
_STEM_START = 0.86  # share of the arc
_AROUND = 40  # vertices of a ring
_SIDES = 5
_SIDE_DEPTH = 0.045  # a flat side is nearer by twice this share of the radius than a ridge

# Share of the arc, and share of the radius there.
_SHAPE = np.array(
    [
        (0.000, 0.20), (0.008, 0.27), (0.020, 0.30), (0.045, 0.46), (0.090, 0.69),
        (0.160, 0.88), (0.260, 0.985), (0.330, 1.00), (0.600, 1.00), (0.680, 0.95),
        (0.760, 0.80), (0.820, 0.58), (0.870, 0.42), (0.930, 0.35), (0.985, 0.37), (1.000, 0.30),
    ]
)  # fmt: skip


@cache
def banana() -> Object:
    """The banana: 35 mm thick, 0.2 m long along its arc, 0.15 kg.

    Parts: four capsules for the thick middle, hulls for the two ends, a capsule for the stem.
    """
    share = np.unique(np.concatenate([np.linspace(0.0, 1.0, 72), _SHAPE[:, 0]]))
    vertices, faces = swept(_rings(share, _AROUND, _SIDE_DEPTH))
    along = np.append(np.repeat(share, _AROUND), (0.0, 1.0))  # of each vertex, the ends' last
    stem = along[faces].mean(axis=1) > _STEM_START
    regions = {"stem": np.flatnonzero(stem), "fruit": np.flatnonzero(~stem)}
    return Object.from_mesh("banana", vertices, faces, _parts(), MASS, color=COLOR, regions=regions)


def _path(share: FloatArray) -> FloatArray:
    """(n, 3) [m] points at these shares (n,) of the arc, from the blossom's end to the stem."""
    angle = (0.47 - share) * LENGTH / _BEND + np.pi / 2.0
    stem = np.clip((share - 0.80) / 0.2, 0.0, 1.0) ** 2
    radius = _BEND + _STEM_BEND * stem
    return np.stack(
        [radius * np.cos(angle), radius * np.sin(angle) - _BEND, np.full(len(share), RADIUS)],
        axis=1,
    )


def _thickness(share: FloatArray) -> FloatArray:
    """(n,) [m] half thickness along the arc, smooth through the table."""
    from scipy.interpolate import PchipInterpolator  # here: it takes a while to load

    return RADIUS * PchipInterpolator(*_SHAPE.T)(share)


def _rings(share: FloatArray, around: int, side_depth: float) -> FloatArray:
    """(n, around, 3) [m] sections with five softened sides, one ridge on the outer bend."""
    radius = _thickness(share)
    path = _path(share)
    rings = rings_along(path, np.array([0.0, 0.0, 1.0]), radius, radius, around)
    angle = (np.arange(around) + 0.5) * (2.0 * np.pi / around)
    ridge = 1.0 + side_depth * np.cos(_SIDES * (angle + np.pi / 2.0))[:, None]
    return path[:, None] + (rings - path[:, None]) * ridge


def _parts() -> tuple[ConvexPart, ...]:
    middle = _path(np.linspace(0.24, 0.66, 5))
    tip = _rings(np.array([0.004, 0.045, 0.100, 0.170, 0.260]), 16, 0.0)
    neck = _rings(np.array([0.640, 0.700, 0.770, 0.840, 0.920]), 16, 0.0)
    stem = _path(np.array([0.90, 0.975]))
    return (
        *(between("capsule", RADIUS, a, b) for a, b in pairwise(middle)),
        *ring_hulls(tip),
        *ring_hulls(neck),
        between("capsule", 0.36 * RADIUS, *stem),
    )
