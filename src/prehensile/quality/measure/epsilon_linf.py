"""Ferrari and Canny's ε, one newton from each contact (L∞), between two bounds.

What contacts can do together is the sum of what each can do, a polytope with far too many corners
to list. Its support function is cheap, so a polytope inside of it is grown: each step asks how far
the sum reaches beyond the facet that is nearest to nought, and adds the point found there. The
nearest facet is a certified lower bound, the least reach an upper one.
"""

from typing import NamedTuple

import numpy as np

from prehensile.quality.measure.closure import force_closure
from prehensile.quality.measure.friction_cone import ContactWrenches
from prehensile.quality.measure.grown_polytope import GrownPolytope

GAP = 0.05
"""Of the bounds, relative, at which the search ends"""
MOST_POINTS = 400
"""Corners of the polytope that is grown, at most: beyond, the bounds stay apart"""
TRUE = 1e-6
"""Relative reach beyond a facet that is none: so much are corners drawn in"""


class BoundedBall(NamedTuple):
    """The largest ball about nought, as far as it is known."""

    lower: float
    """[N] every disturbance of this size is resisted, for certain"""
    upper: float
    """[N] one of this size is not resisted"""
    weakest: np.ndarray
    """(6,) unit: that disturbance, force and torque over the length"""


def epsilon_linf(
    wrenches: ContactWrenches, gap: float = GAP, most_points: int = MOST_POINTS
) -> BoundedBall:
    """Radius of the largest ball of disturbances that contacts of one newton each resist.

    Use it instead of `epsilon` where each finger has its own motor, or its own limit: a contact
    more then always helps. Takes many times as long.

    Args:
        wrenches: of one grasp.
        gap: relative distance of the bounds that is good enough.
        most_points: after which the bounds are returned as they are.
    """
    if not bool(force_closure(wrenches.wrench).closed):
        return BoundedBall(0.0, 0.0, np.zeros(6))
    sum_of = _Sum(wrenches)
    inside = GrownPolytope(_first_points(sum_of, wrenches.wrench))
    upper, weakest = np.inf, np.zeros(6)
    while True:
        normal, distance = inside.nearest()
        reach, corner = sum_of.support(normal)
        if reach < upper:
            upper, weakest = reach, -normal
        true_facet = reach <= distance * (1 + TRUE)
        if true_facet or upper - distance <= gap * upper or inside.count >= most_points:
            return BoundedBall(distance, upper, weakest)
        inside.add(corner)


class _Sum:
    """The sum of what all contacts can do: of each, nothing up to one newton."""

    def __init__(self, wrenches: ContactWrenches):
        order = np.argsort(wrenches.contact, kind="stable")
        self._rows = wrenches.wrench[order]
        self._starts = np.unique(wrenches.contact[order], return_index=True)[1]

    def support(self, direction: np.ndarray) -> tuple[float, np.ndarray]:
        """How far it reaches along a direction (6,), and where (6,)."""
        push = self._rows @ direction
        best = np.maximum.reduceat(push, self._starts)
        chosen = [
            start + int(push[start:stop].argmax())
            for start, stop in zip(self._starts, [*self._starts[1:], len(push)], strict=True)
        ]
        useful = best > 0
        return float(best[useful].sum()), self._rows[chosen][useful].sum(axis=0)


def _first_points(sum_of: _Sum, wrench: np.ndarray) -> np.ndarray:
    """Points that have nought among them: each contact's own, and far ones along some axes."""
    axes = np.linalg.svd(wrench)[2]
    return np.array([*wrench, *(sum_of.support(axis)[1] for axis in (*axes, *-axes))])
