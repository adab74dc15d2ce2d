"""Wrench ellipsoid (Andrews 2014, 3.3.2; Klein & Baho 1987): a quick look at a grasp.

The smallest singular value of the matrix of contact wrenches, and the axis that belongs to it. It
says nothing about closure: an ellipsoid contains nought even where the hull does not (Figure 3-4).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.fast_path import kernels
from prehensile.quality.measure.checked_wrenches import checked_wrenches, refuse_wrenches


class WrenchEllipsoid(NamedTuple):
    """The shortest axis of the ellipsoid that contact wrenches span."""

    smallest: np.ndarray
    """(...) smallest singular value: newtons, where each wrench is of a newton's normal force"""
    weakest: np.ndarray
    """(..., 6) unit: the disturbance, force and torque over the length, that is resisted least"""


def wrench_ellipsoid(wrench: ArrayLike, mask: ArrayLike | None = None) -> WrenchEllipsoid:
    """Shortest axis of the ellipsoid; use it where a measure is needed in every step.

    At least √2 times Ferrari and Canny's radius for every closed grasp, and of some use to compare
    grasps of as many contacts: it grows with their number. How the polygons of friction cones are
    turned does not matter to it.

    Args:
        wrench: (..., K, 6) as `contact_wrenches` gives them.
        mask: (..., K) which of them count; all if left out.
    """
    alone = np.ascontiguousarray(wrench, dtype=float)
    if mask is None and alone.ndim == 2 and alone.shape[1] == 6:  # in every step of one's loop
        one = np.empty(7)
        if kernels("quality.measure").ellipsoid(alone, one):
            refuse_wrenches()
        return WrenchEllipsoid(one[0], one[1:])
    rows, live, batch = checked_wrenches(alone, mask)
    found = np.empty((len(rows), 7))
    if kernels("quality.measure").ellipsoids(rows, live, found):
        refuse_wrenches()
    return WrenchEllipsoid(found[:, 0].reshape(batch), found[:, 1:].reshape(*batch, 6))
