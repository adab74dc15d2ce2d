"""The signed distance of a sheet, and the smooth minimum that joins distances like skin."""

from dataclasses import dataclass

import numpy as np

Axes = tuple[np.ndarray, np.ndarray, np.ndarray]
"""x, y and z coordinates [m] of points, three arrays that broadcast against each other."""


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


def _f(value: float) -> np.float32:
    """Python and float64 scalars would widen the grid's float32 arrays."""
    return np.float32(value)
