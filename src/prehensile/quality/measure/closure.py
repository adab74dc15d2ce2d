"""Closure: can contacts meet every disturbance, if they only press hard enough?"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.fast_path import kernels
from prehensile.quality.measure.checked_wrenches import checked_wrenches, refuse_wrenches
from prehensile.quality.measure.contact_wrenches import normal_wrenches


class Closure(NamedTuple):
    """Where nought lies."""

    closed: np.ndarray
    """(...) bool: inside of the hull, so that every disturbance can be met"""
    in_hull: np.ndarray
    """(...) bool: inside or on its border; the wrenches span a cone of at least π"""


def force_closure(wrench: ArrayLike, mask: ArrayLike | None = None) -> Closure:
    """Whether nought lies in the hull of contact wrenches: exact, no linear programme.

    Use it to tell whether a grasp is one at all before its measures are compared. The thesis asks
    for ``in_hull`` only; two hard fingers that face each other have that and spin all the same.

    Args:
        wrench: (..., K, 6) as `contact_wrenches` gives them.
        mask: (..., K) which of them count; all if left out.
    """
    rows, live, batch = checked_wrenches(wrench, mask)
    closed, in_hull = np.empty(len(rows), dtype=bool), np.empty(len(rows), dtype=bool)
    if kernels("quality.measure").closures(rows, live, closed, in_hull):
        refuse_wrenches()
    return Closure(closed.reshape(batch), in_hull.reshape(batch))


def form_closure(pos: ArrayLike, normal: ArrayLike) -> np.ndarray:
    """(...) bool: whether contacts without friction hold an object by their places alone.

    Of first order: curvature is not looked at. In space it takes seven contacts. Use it for what
    must stay put even when it is greased, or when friction is not known.

    Args:
        pos: (..., N, 3) [m]
        normal: (..., N, 3) unit, into the object.
    """
    at = np.asarray(pos, dtype=float)
    # Neither origin nor length matter to closure; these keep forces and torques alike.
    middle = at.mean(axis=-2) if at.shape[-2:-1] != (0,) else np.zeros((*at.shape[:-2], 3))
    radius = float(np.abs(at - middle[..., None, :]).max(initial=0.0))
    return force_closure(normal_wrenches(at, normal, middle, radius or 1.0)).closed
