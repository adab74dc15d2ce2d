"""How deep in a hollow of an object points lie: in a cup, within a handle."""

import numpy as np

DEEP = 0.006
"""[m] below the convex hull from which something is in a hollow"""


class Hollow:
    """The room between an object and its convex hull.

    Args:
        points: (N, 3) [m] of the object's surface.
    """

    def __init__(self, points: np.ndarray):
        from scipy.spatial import ConvexHull  # here: it takes 0.1 s to load

        self._planes = ConvexHull(points).equations

    def depth(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] below the hull, of points (N, 3) [m]; negative outside."""
        return -(points @ self._planes[:, :3].T + self._planes[:, 3]).max(axis=1)
