"""Signed distances of round bodies, and the smooth minimum that joins them like skin.

Distances are good near the surface only, which is all that a blend and marching cubes need.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

Axes = tuple[np.ndarray, np.ndarray, np.ndarray]
"""x, y and z coordinates [m] of points, three arrays that broadcast against each other."""


class RoundBody(Protocol):
    """Something with an inside."""

    def distance(self, axes: Axes) -> np.ndarray:
        """Signed distance [m] at every point, negative inside."""
        ...

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner, (3,) and (3,) [m]."""
        ...


@dataclass(frozen=True)
class Spindle:
    """Flesh around a straight bone: a radius that changes along it, flatter on one side or both.

    Lives in its own frame, whose +z is the back of the hand.
    """

    T: np.ndarray
    """(4, 4) from this frame to the common one"""
    start: np.ndarray
    """(3,) [m] in this frame"""
    end: np.ndarray
    """(3,) [m]"""
    radii: tuple[float, float]
    """[m] at start and end"""
    belly: float = 0.0
    """[m] added to the radius half way; negative makes a waist"""
    back: float = 1.0
    """Depth over breadth on the back (+z)."""
    palmar: float = 1.0
    """Depth over breadth on the palmar side (−z)."""

    def distance(self, axes: Axes) -> np.ndarray:
        """Signed distance [m] at every point, negative inside."""
        x, y, z = _local(self.T, axes)
        x, y, z = x - _f(self.start[0]), y - _f(self.start[1]), z - _f(self.start[2])
        if self.back != 1.0 or self.palmar != 1.0:
            z = z * np.where(z > 0, _f(1 / self.back), _f(1 / self.palmar))
        bone = (self.end - self.start).astype(np.float32)
        h = np.clip((x * bone[0] + y * bone[1] + z * bone[2]) / _f(float(bone @ bone)), 0, 1)
        x, y, z = x - h * bone[0], y - h * bone[1], z - h * bone[2]
        first, last = self.radii
        radius = _f(first) + h * _f(last - first)
        if self.belly:
            radius += _f(4 * self.belly) * h * (1 - h)
        return np.sqrt(x * x + y * y + z * z) - radius

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner, (3,) and (3,) [m]."""
        ends = np.stack([self.start, self.end]) @ self.T[:3, :3].T + self.T[:3, 3]
        reach = (max(self.radii) + max(self.belly, 0)) * max(self.back, self.palmar, 1.0)
        return ends.min(0) - reach, ends.max(0) + reach


@dataclass(frozen=True)
class Sheet:
    """A triangle with rounded edges: a web of skin, or muscle spread between three points."""

    corners: np.ndarray
    """(3, 3) [m], a corner a row, in the common frame"""
    radius: float
    """[m] half the thickness"""

    def distance(self, axes: Axes) -> np.ndarray:
        """Signed distance [m] at every point, negative inside."""
        corners = self.corners.astype(np.float32)
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normal /= np.linalg.norm(normal)
        nearest, inside = None, None
        for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            edge = there - here
            inward = np.cross(normal, edge)
            x, y, z = (c - _f(o) for c, o in zip(axes, here, strict=True))
            h = np.clip((x * edge[0] + y * edge[1] + z * edge[2]) / _f(float(edge @ edge)), 0, 1)
            within = x * inward[0] + y * inward[1] + z * inward[2] > 0
            x, y, z = x - h * edge[0], y - h * edge[1], z - h * edge[2]
            squared = x * x + y * y + z * z
            nearest = squared if nearest is None else np.minimum(nearest, squared)
            inside = within if inside is None else inside & within
        assert nearest is not None and inside is not None
        x, y, z = (c - _f(o) for c, o in zip(axes, corners[0], strict=True))
        height = x * normal[0] + y * normal[1] + z * normal[2]
        return np.where(inside, np.abs(height), np.sqrt(nearest)) - _f(self.radius)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner, (3,) and (3,) [m]."""
        return self.corners.min(0) - self.radius, self.corners.max(0) + self.radius


def smooth_min(a: np.ndarray, b: np.ndarray, reach: float) -> np.ndarray:
    """Minimum of two distances, rounded where they differ by less than ``reach`` [m].

    min(a, b) − reach·h²/4 with h = max(1 − |a − b|/reach, 0): once differentiable, and exactly
    the minimum elsewhere, so a blend at one joint leaves the rest of a finger untouched.
    """
    h = np.maximum(1 - np.abs(a - b) / _f(reach), 0)
    return np.minimum(a, b) - _f(reach / 4) * h * h


def smooth_max(a: np.ndarray, b: np.ndarray, reach: float) -> np.ndarray:
    """The same rounding for an intersection."""
    return -smooth_min(-a, -b, reach)


def _local(T: np.ndarray, axes: Axes) -> list[np.ndarray]:
    """Coordinates of the points in the frame ``T``."""
    R, origin = T[:3, :3].astype(np.float32), T[:3, 3]
    x, y, z = (c - _f(o) for c, o in zip(axes, origin, strict=True))
    return [x * R[0, k] + y * R[1, k] + z * R[2, k] for k in range(3)]


def _f(value: float) -> np.float32:
    """Python and float64 scalars would widen the grid's float32 arrays."""
    return np.float32(value)
