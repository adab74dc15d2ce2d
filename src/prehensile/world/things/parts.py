"""Convex parts by where they lie, instead of centre, half sizes and quaternion."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from prehensile.world.objects.checked import FloatArray
from prehensile.world.objects.convex_part import ConvexPart, PartKind


def upright_cylinder(radius: float, low: float, high: float) -> ConvexPart:
    """A cylinder around z between two heights [m]."""
    return ConvexPart(
        "cylinder",
        np.array([radius, (high - low) / 2.0]),
        np.array([0.0, 0.0, (low + high) / 2.0]),
    )


def between(kind: PartKind, radius: float, start: ArrayLike, end: ArrayLike) -> ConvexPart:
    """A capsule or cylinder of ``radius`` [m] whose axis runs from ``start`` to ``end`` (3,)."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    length = float(np.linalg.norm(b - a))
    size = np.array([radius, length / 2.0])
    return ConvexPart(kind, size, (a + b) / 2.0, quat_of_axis((b - a) / length))


def box_between(low: ArrayLike, high: ArrayLike) -> ConvexPart:
    """A box with its sides along the axes, from its lowest to its highest corner (3,) [m]."""
    a, b = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    return ConvexPart("box", (b - a) / 2.0, (a + b) / 2.0)


def turned_hull(outline: Sequence[Sequence[float]], around: int = 24) -> ConvexPart:
    """The hull of rings (radius, height) [m] around z.

    Its sides straddle the circle: corners are outside by as much as the middles are inside.
    """
    angle = np.arange(around) * (2.0 * np.pi / around)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ring *= 2.0 / (1.0 + np.cos(np.pi / around))
    rows = [np.c_[radius * ring, np.full(around, height)] for radius, height in outline]
    return ConvexPart("hull", vertices=np.concatenate(rows))


def ring_hulls(rings: FloatArray) -> list[ConvexPart]:
    """A hull between each two neighbouring rings (count, around, 3) [m]."""
    pairs = np.concatenate([rings[:-1], rings[1:]], axis=1)
    return [ConvexPart("hull", vertices=pair) for pair in pairs]


def quat_of_axis(axis: FloatArray) -> FloatArray:
    """(4,) wxyz, the shortest turn that takes z to the unit vector ``axis`` (3,)."""
    x, y, z = axis
    if z < -1.0 + 1e-12:
        return np.array([0.0, 1.0, 0.0, 0.0])
    quat = np.array([1.0 + z, -y, x, 0.0])
    return quat / np.linalg.norm(quat)


def quat_about_z(angle: float) -> FloatArray:
    """(4,) wxyz, a turn by ``angle`` [rad] about z."""
    return np.array([np.cos(angle / 2.0), 0.0, 0.0, np.sin(angle / 2.0)])
