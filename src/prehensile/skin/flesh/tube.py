"""A tube of flesh along a straight axis: its cross-section is given at stations and lofted."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy.interpolate import CubicSpline

SAMPLES = 120
"""Places along a tube at which cross-sections are smoothed."""
SMOOTHING = 0.022
"""Width of the smoothing of cross-sections along a tube, over its length."""


@dataclass(frozen=True, eq=False)
class Tube:
    """A lofted body in its own frame: along +x, +z out of the back, with round ends.

    A cross-section is four quarters of superellipses |y/w|ᵖ + |z/h|ᵖ = 1 that share the axis, so
    that back and palm, left and right may differ.
    """

    T: np.ndarray
    """(4, 4) from this frame to the common one"""
    stations: np.ndarray
    """(N,) [m] along the axis, rising"""
    sizes: np.ndarray
    """(N, 4) [m] from the axis at each station: to +y, to −y, to the back (+z), to the palm (−z)"""
    caps: tuple[float, float]
    """[m] how far the ends go beyond the first and the last station"""
    roundness: float = 2.0
    """p: 2 gives ellipses, more gives boxes with round corners"""
    end_roundness: float = 2.0
    """exponent of the ends along the axis: above 2 curvature grows from nothing, no seam shows"""

    @cached_property
    def _profile(self) -> "CubicSpline":
        from scipy.interpolate import CubicSpline, PchipInterpolator
        from scipy.ndimage import gaussian_filter1d

        # Monotone between stations, so that nothing swells that nobody asked for; then smoothed,
        # as its curvature jumps at stations and light would show it.
        fine = np.linspace(self.stations[0], self.stations[-1], SAMPLES)
        sizes = PchipInterpolator(self.stations, self.sizes, axis=0)(fine)
        smooth = gaussian_filter1d(sizes, SMOOTHING * SAMPLES, axis=0, mode="nearest")
        return CubicSpline(fine, smooth, bc_type="clamped")

    def local(self, points: np.ndarray) -> np.ndarray:
        """Points (N, 3) [m] in the tube's frame."""
        return (points - self.T[:3, 3]) @ self.T[:3, :3]

    def size_at(self, station: float) -> np.ndarray:
        """(4,) [m] the cross-section at a place along the axis, as a row of ``sizes``."""
        return self._profile(np.clip(station, self.stations[0], self.stations[-1]))

    def distance(self, points: np.ndarray) -> np.ndarray:
        """Signed distance (N,) [m], to first order near the surface; negative inside."""
        x, y, z = self.local(points).T
        first, last = self.stations[0], self.stations[-1]
        sizes = self._profile(np.clip(x, first, last))
        along = np.where(x < first, (first - x) / self.caps[0], (x - last) / self.caps[1])
        w = np.where(y > 0, sizes[:, 0], sizes[:, 1])
        h = np.where(z > 0, sizes[:, 2], sizes[:, 3])
        cap = np.where(x < first, *self.caps)
        p = np.array([self.end_roundness, self.roundness, self.roundness])[:, None]
        parts = np.maximum(np.stack([np.maximum(along, 0), np.abs(y) / w, np.abs(z) / h]), 1e-9)
        total = (parts**p).sum(axis=0)
        rho = total ** (1 / self.roundness)
        # |∇ρ|: dividing by it makes distances alike in all directions, so that blends are too.
        slope = p / self.roundness * parts ** (p - 1) * (rho / total) / np.stack([cap, w, h])
        return (rho - 1) / np.sqrt((slope**2).sum(axis=0))

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner, (3,) and (3,) [m]."""
        low = [self.stations[0] - self.caps[0], -self.sizes[:, 1].max(), -self.sizes[:, 3].max()]
        high = [self.stations[-1] + self.caps[1], self.sizes[:, 0].max(), self.sizes[:, 2].max()]
        corners = np.stack(np.meshgrid(*zip(low, high, strict=True)), axis=-1).reshape(-1, 3)
        corners = corners @ self.T[:3, :3].T + self.T[:3, 3]
        return corners.min(axis=0), corners.max(axis=0)
