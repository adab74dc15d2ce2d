"""Relief on flesh: ridges, grooves and mounds that raise or lower a surface along a line."""

from dataclasses import dataclass

import numpy as np

REACH = 2.6
"""Half widths beyond which a stroke is not felt (e^−6.8, about a thousandth)."""


@dataclass(frozen=True, eq=False)
class Stroke:
    """A line near the surface that lifts the skin around it.

    The skin goes out by height·exp(−(d/width)²) at distance d from the line.
    """

    line: np.ndarray
    """(N, 3) [m] corners, one for a round mound"""
    height: float
    """[m] a groove's is negative"""
    width: float
    """[m] half width, where e⁻¹ of the height is left"""
    fade: float = 0.0
    """share of the line over which it rises from nothing, at either end"""

    def lift_near(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far out the surface goes at points (N, 3) [m].

        Returns:
            Rows (M,) of the points that feel it, and how far out (M,) [m] they go.
        """
        margin = REACH * self.width
        low, high = self.line.min(axis=0) - margin, self.line.max(axis=0) + margin
        # One axis after the other: most points fall out at the first.
        near = np.flatnonzero((points[:, 0] > low[0]) & (points[:, 0] < high[0]))
        for axis in (1, 2):
            p = points[near, axis]
            near = near[(p > low[axis]) & (p < high[axis])]
        if not near.size:
            return near, np.zeros(0)
        squared, along = self.nearest(points[near])
        height = self.height
        if self.fade:
            t = np.clip(np.minimum(along, 1 - along) / self.fade, 0, 1)
            height = height * t * t * (3 - 2 * t)
        return near, height * np.exp(-squared / self.width**2)

    def nearest(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Squared distance (N,) [m²] to the line, and where on it (N,), from 0 to 1."""
        squared, along = ((points - self.line[0]) ** 2).sum(axis=1), np.zeros(len(points))
        for k, (here, there) in enumerate(zip(self.line[:-1], self.line[1:], strict=True)):
            bone = there - here
            h = np.clip((points - here) @ bone / (bone @ bone), 0, 1)
            one = ((points - here - h[:, None] * bone) ** 2).sum(axis=1)
            along = np.where(one < squared, (k + h) / (len(self.line) - 1), along)
            squared = np.minimum(squared, one)
        return squared, along


def smooth_line(corners: np.ndarray, per_span: int = 6) -> np.ndarray:
    """Corners (M, 3) of a smooth curve through the given ones (N, 3)."""
    from scipy.interpolate import CubicSpline

    if len(corners) < 3:
        return np.asarray(corners, float)
    at = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    fine = np.interp(
        np.arange((len(corners) - 1) * per_span + 1) / per_span, np.arange(len(corners)), at
    )
    return CubicSpline(at, corners)(fine)
