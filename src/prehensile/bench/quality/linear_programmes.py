"""Closure by somebody else's solver: HiGHS, as SciPy brings it."""

import numpy as np

BORDER = 1e-6
"""Grasps nearer than this to the border between closed and open are not asked about"""


def closed_by_programme(wrench: np.ndarray) -> bool | None:
    """Whether wrenches (K, 6) close, by two linear programmes; None on the border.

    Closed: nought is a mean of all wrenches, with shares of at least t > 0, and they span all six
    dimensions. Open: a direction u with |u_i| ≤ 1 makes uᵀw at least d > 0 for all of them, or
    they are flat.
    """
    from scipy.optimize import linprog

    spread = np.linalg.svd(wrench, compute_uv=False)
    count = len(wrench)
    if spread[5] < 1e-12 * spread[0]:
        return False
    shares = linprog(
        np.append(np.zeros(count), -1.0),
        A_ub=np.column_stack([-np.eye(count), np.ones(count)]),
        b_ub=np.zeros(count),
        A_eq=np.column_stack([np.vstack([wrench.T, np.ones(count)]), np.zeros(7)]),
        b_eq=np.append(np.zeros(6), 1.0),
        method="highs",
    )
    if shares.success and shares.x[-1] > BORDER and spread[5] > BORDER:
        return True
    apart = linprog(
        np.append(np.zeros(6), -1.0),
        A_ub=np.column_stack([-wrench, np.ones(count)]),
        b_ub=np.zeros(count),
        bounds=[(-1, 1)] * 6 + [(None, None)],
        method="highs",
    )
    return False if apart.success and apart.x[-1] > BORDER else None
