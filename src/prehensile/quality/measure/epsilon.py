"""Ferrari and Canny's ε, one newton in all (L1): the smallest disturbance that breaks a grasp."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.quality.measure.wrench_hull import wrench_hull


class Ball(NamedTuple):
    """The largest ball about nought inside of a grasp's wrench space."""

    radius: float
    """[N] 0 where the grasp is not closed"""
    weakest: np.ndarray
    """(6,) unit: the disturbance that is resisted least, force and torque over the length"""


def epsilon(wrench: ArrayLike) -> Ball:
    """Radius of the largest ball in the hull of contact wrenches.

    Use it to compare grasps at leisure: it is what papers report. With normal forces that sum to
    one newton the grasp resists every disturbance of this size. It depends on the origin and on the
    length by which torques were divided; `invariant_radius` does not on the former.

    Args:
        wrench: (K, 6) as `contact_wrenches` gives them.
    """
    hull = wrench_hull(wrench)
    if hull is None:
        return Ball(0.0, np.zeros(6))
    k = int(hull.distance.argmin())
    return Ball(max(0.0, float(hull.distance[k])), -hull.normal[k])
