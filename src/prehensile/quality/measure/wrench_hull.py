"""The hull of contact wrenches: what a grasp can do with one newton in all (L1)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.quality.measure.tolerances import FLAT


class WrenchHull(NamedTuple):
    """Facets of the hull in wrench space."""

    normal: np.ndarray
    """(F, 6) unit, outwards"""
    distance: np.ndarray
    """(F,) of nought from the plane of each facet; below 0 where it lies outside"""
    volume: float


def wrench_hull(wrench: ArrayLike) -> WrenchHull | None:
    """Facets of the hull of K wrenches (K, 6), by Qhull; None where they span no volume.

    Raises:
        InputError: another shape, or a wrench that is not finite.
    """
    from scipy.spatial import ConvexHull

    rows = np.asarray(wrench, dtype=float)
    if rows.ndim != 2 or rows.shape[1] != 6:
        raise InputError(f"wrenches of one grasp have the shape (K, 6), got {rows.shape}.")
    if not np.isfinite(rows).all():
        raise InputError("a wrench holds a value that is not finite (NaN or infinite).")
    if len(rows) < 7:
        return None
    spread = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False)
    if spread[5] <= FLAT * spread[0]:
        return None
    # Moved about by 1e-11 of their size no seven lie in one plane: half the time of merged facets.
    hull = ConvexHull(rows, qhull_options="QJ")
    return WrenchHull(hull.equations[:, :6], -hull.equations[:, 6], float(hull.volume))
