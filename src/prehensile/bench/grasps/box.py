"""`Box`: a region of an object's frame, in which a handle lies."""

from typing import NamedTuple

import numpy as np


class Box(NamedTuple):
    """A box with its sides along the object's axes, then turned about the object's z."""

    low: tuple[float, float, float]
    """[m] lowest corner before the turn"""
    high: tuple[float, float, float]
    """[m] highest corner before the turn"""
    yaw: float = 0.0
    """[rad] about the object's z, right-handed"""

    def holds(self, points: np.ndarray) -> np.ndarray:
        """(...) bool: which of the points (..., 3) [m], object frame, lie in it."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        x, y, z = np.moveaxis(np.asarray(points, dtype=float), -1, 0)
        local = np.stack([c * x + s * y, c * y - s * x, z], axis=-1)
        return ((local >= self.low) & (local <= self.high)).all(axis=-1)

    @property
    def corners(self) -> np.ndarray:
        """(8, 3) [m] object frame."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        ends = np.array([self.low, self.high])
        ways = np.array([[i, j, k] for k in (0, 1) for j in (0, 1) for i in (0, 1)])
        x, y, z = (ends[ways[:, axis], axis] for axis in range(3))
        return np.stack([c * x - s * y, s * x + c * y, z], axis=-1)


Boxes = tuple[Box, ...]


def millimetres(*numbers: float) -> Box:
    """A box from its lowest and highest corner, six numbers in millimetres."""
    x0, y0, z0, x1, y1, z1 = (1e-3 * n for n in numbers)
    return Box((x0, y0, z0), (x1, y1, z1))


def ring(inner: float, outer: float, low: float, high: float, sides: int = 16) -> Boxes:
    """Boxes side by side around z, from an inner radius to an outer one [m], between two heights.

    They overlap a little: all of the ring between the radii is covered.
    """
    reach = outer * np.tan(np.pi / sides)
    near = inner * np.cos(np.pi / sides)
    turns = 2 * np.pi * np.arange(sides) / sides
    return tuple(Box((near, -reach, low), (outer, reach, high), float(t)) for t in turns)


def inside(boxes: Boxes, points: np.ndarray) -> np.ndarray:
    """(N,) bool: which of the points (N, 3) [m], object frame, lie in one of the boxes."""
    found = np.zeros(len(points), dtype=bool)
    for box in boxes:
        found |= box.holds(points)
    return found
