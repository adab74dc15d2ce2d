"""How far contacts can go in one direction of wrench space: one linear programme."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.quality.measure.checked_contacts import checked_forces
from prehensile.quality.measure.friction_cone import ContactWrenches


def reach(
    wrenches: ContactWrenches,
    direction: np.ndarray,
    *,
    total: float | None = None,
    each: ArrayLike | None = None,
) -> float:
    """Largest s for which the contacts can exert s times a wrench; 0 where they cannot at all.

    Args:
        wrenches: of one grasp.
        direction: (6,) force and torque over the length.
        total: [N] largest sum of normal forces.
        each: [N] largest normal force of a contact, one or (N,). At least one of both is given.

    Raises:
        InputError: no limit, or one that is not finite.
    """
    from scipy.optimize import linprog

    if len(wrenches.wrench) == 0:
        return 0.0
    count = len(wrenches.wrench)
    limits, bounds = [], []
    if total is not None:
        limits.append(np.ones((1, count)))
        bounds.append(checked_forces(total, 1))
    if each is not None:
        shares = wrenches.shares
        limits.append(shares)
        bounds.append(checked_forces(each, len(shares)))
    if not limits:
        raise InputError("without a limit on forces contacts reach infinitely far.")
    bound = np.concatenate(bounds)
    result = linprog(
        np.append(np.zeros(count), -1.0),
        A_ub=np.column_stack([np.concatenate(limits), np.zeros(len(bound))]),
        b_ub=bound,
        A_eq=np.column_stack([wrenches.wrench.T, -direction]),
        b_eq=np.zeros(6),
        method="highs",
    )
    return float(result.x[-1]) if result.success else 0.0
