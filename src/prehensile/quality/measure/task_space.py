"""How much of a task fits into a grasp: task wrench spaces as a list or an ellipsoid."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.quality.measure.friction_cone import ContactWrenches
from prehensile.quality.measure.partial_closure import partial_closure
from prehensile.quality.measure.wrench_hull import wrench_hull


def fits_list(
    wrenches: ContactWrenches, tasks: ArrayLike, metric: Literal["sum", "largest"] = "sum"
) -> float:
    """Largest factor by which a grasp can exert every wrench of a list (Pollard 1996).

    Use it where the loads of a job are known: a kettle that is filled, tilted and put down. The
    hull of the list fits as well; 0 where one of them cannot be exerted.

    Args:
        wrenches: of one grasp.
        tasks: (M, 6) wrenches that the hand is to exert on the object.
        metric: normal forces of one newton in all (``sum``), or each (``largest``).

    Raises:
        InputError: no task, or one that is zero.
    """
    rows = np.asarray(tasks, dtype=float)
    if rows.ndim != 2 or rows.shape[1] != 6 or not len(rows):
        raise InputError(f"tasks have the shape (M, 6) with M of at least 1, got {rows.shape}.")
    found = (partial_closure(wrenches, task) for task in rows)
    return min(f.by_sum if metric == "sum" else f.by_largest for f in found)


def fits_ellipsoid(wrench: ArrayLike, axes: ArrayLike) -> float:
    """Largest factor by which a task ellipsoid fits into the hull of contact wrenches (L1).

    Use it where disturbances are known by their spread (Li & Sastry 1988). With the unit ball, the
    task that Ferrari and Canny ask for, it is `epsilon`.

    Args:
        wrench: (K, 6) as `contact_wrenches` gives them.
        axes: (6, k) the ellipsoid is all axes @ x with |x| ≤ 1; fewer than six columns make a flat
            one, as of forces alone.

    Raises:
        InputError: another shape, or axes that are zero or not finite.
    """
    shape = np.asarray(axes, dtype=float)
    if shape.ndim != 2 or shape.shape[0] != 6:
        raise InputError(f"the axes of a task ellipsoid have the shape (6, k), got {shape.shape}.")
    if not np.isfinite(shape).all() or not shape.any():
        raise InputError("the axes of a task ellipsoid must be finite and not all zero.")
    hull = wrench_hull(wrench)
    if hull is None or hull.distance.min() <= 0:
        return 0.0
    width = np.linalg.norm(hull.normal @ shape, axis=1)
    return float((hull.distance / np.maximum(width, 1e-300)).min())
