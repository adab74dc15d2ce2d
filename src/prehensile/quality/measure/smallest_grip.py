"""The smallest grip that bears a load: how hard these contacts would have to press."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.quality.measure.checked_contacts import checked_direction, checked_forces
from prehensile.quality.measure.friction_cone import ContactWrenches


class SmallestGrip(NamedTuple):
    """Forces that bear a load with the least pressing."""

    total: float
    """[N] sum of normal forces; infinite where no forces bear the load"""
    force: np.ndarray
    """(N,) [N] normal force of each contact"""


def smallest_grip(
    wrenches: ContactWrenches, load: ArrayLike, most: ArrayLike | None = None
) -> SmallestGrip:
    """Least sum of normal forces for which contacts balance a load: a linear programme.

    Use it to tell whether a grasp lacks force or is in the wrong place: the latter needs more than
    a hand has, or no force at all helps.

    Args:
        wrenches: of one grasp, soft fingers for a pinch: hard ones let it spin.
        load: (6,) [N] force and torque over the length that act on the object, as its weight.
        most: [N] that a contact can press with, one or (N,); anything if left out.

    Raises:
        InputError: the load is zero or not finite.
    """
    from scipy.optimize import linprog

    pulled = checked_direction(load, 6, "the load")
    rows, shares = wrenches.wrench, wrenches.shares
    if len(rows) == 0:
        return SmallestGrip(np.inf, np.zeros(0))
    limits = {}
    if most is not None:
        limits = {"A_ub": shares, "b_ub": checked_forces(most, len(shares))}
    result = linprog(np.ones(len(rows)), A_eq=rows.T, b_eq=-pulled, method="highs", **limits)
    if not result.success:
        return SmallestGrip(np.inf, np.full(len(shares), np.inf))
    return SmallestGrip(float(result.fun), shares @ result.x)
