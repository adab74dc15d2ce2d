"""The rim at the top of what stands there, round which fingertips can be laid: a lid's, a cup's."""

import numpy as np

from prehensile.control.place.graspable import Section, perpendicular
from prehensile.control.place.surroundings import Surroundings

HIGH = 0.024
"""[m] below the top that belongs to the rim"""
OUTERMOST = 0.9
"""Share of the largest distance from the middle, from which points are on the rim"""
NOT_ROUND = 0.12
"""Share of its radius by which a rim may be off a circle"""
FEWEST = 12
"""Points that make a circle"""


def rim(scene: Surroundings) -> Section | None:
    """The topmost part as a low disk; None if it is not round."""
    up = scene.up
    sides = np.column_stack(perpendicular(up))
    height = scene.points @ up
    top, low = float(height.max()), max(float(height.max()) - HIGH, float(height.min()))
    slab = scene.points[height >= low] @ sides
    middle = (slab.min(axis=0) + slab.max(axis=0)) / 2
    away = np.linalg.norm(slab - middle, axis=1)
    outside = away[away > OUTERMOST * away.max()]
    reach = np.ptp(slab, axis=0) / 2
    if len(outside) < FEWEST or reach.max() - reach.min() > NOT_ROUND * reach.max():
        return None
    if away.max() > (1 + NOT_ROUND) * reach.mean():
        return None  # a square's corners
    centre = sides @ middle + (top + low) / 2 * up
    return Section(up, centre, float(reach.mean()), top - low)
