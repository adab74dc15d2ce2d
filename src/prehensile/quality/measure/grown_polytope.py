"""A polytope about nought that grows corner by corner, each facet a simplex."""

import numpy as np

DRAWN_IN = 1e-6
"""Share by which corners are drawn towards nought, each by its own: no seven then lie in one plane,
and the polytope stays inside of what the corners were taken from."""
VISIBLE = 1e-12
"""Relative distance beyond a facet from which a point sees it"""


class GrownPolytope:
    """Hull of points in n dimensions with nought inside; only what a new point sees changes."""

    def __init__(self, points: np.ndarray):
        """Begin with K points (K, n) whose hull has nought inside."""
        from scipy.spatial import ConvexHull

        self._rng = np.random.default_rng(0)
        points = points[np.linalg.norm(points, axis=1) > 0]
        self._points = points * self._shares(len(points))[:, None]
        self._facets = np.sort(ConvexHull(self._points).simplices, axis=1)
        self._planes = self._planes_of(self._facets)

    @property
    def count(self) -> int:
        """Of the points so far."""
        return len(self._points)

    def nearest(self) -> tuple[np.ndarray, float]:
        """Unit normal (n,) and distance of the facet that is nearest to nought."""
        size = np.linalg.norm(self._planes, axis=1)
        k = int(size.argmax())
        return self._planes[k] / size[k], float(1 / size[k])

    def add(self, point: np.ndarray) -> None:
        """Grow to a point (n,) outside; one inside changes nothing."""
        drawn = point * self._shares(1)[0]
        seen = self._planes @ drawn > 1 + VISIBLE
        if not seen.any():
            return
        self._points = np.concatenate([self._points, drawn[None]])
        ridges = _border(self._facets[seen])
        new = np.column_stack([ridges, np.full(len(ridges), len(self._points) - 1)])
        self._facets = np.concatenate([self._facets[~seen], new])
        self._planes = np.concatenate([self._planes[~seen], self._planes_of(new)])

    def _shares(self, count: int) -> np.ndarray:
        return 1 - DRAWN_IN * self._rng.random(count)

    def _planes_of(self, facets: np.ndarray) -> np.ndarray:
        """(F, n) vectors a with aᵀx = 1 on each facet: no plane passes through nought."""
        corners = self._points[facets]
        return np.linalg.solve(corners, np.ones((*corners.shape[:2], 1)))[..., 0]


def _border(facets: np.ndarray) -> np.ndarray:
    """(R, n − 1) ridges that belong to one of the facets (F, n) only; corners in order."""
    n = facets.shape[1]
    ridges = np.concatenate([np.delete(facets, k, axis=1) for k in range(n)])
    order = np.lexsort(ridges.T)
    ridges = ridges[order]
    same = (ridges[1:] == ridges[:-1]).all(axis=1)
    alone = ~(np.append(same, False) | np.append(False, same))
    return ridges[alone]
