"""ε in the ellipsoid's place."""

import numpy as np

from prehensile.figures.manipulate.hull_feeler import HullFeeler
from prehensile.figures.manipulate.traced_cycle import traced_cycle
from prehensile.manipulate.cycle.touch import Feeler
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named

TASK = task_named("dial", configuration=NUMBERS["dial"].changed(longest=0.3, quality_wanted=9.0))


class Both(Feeler):
    """Feels with the ellipsoid, and notes what the hull says."""

    def __init__(self):
        super().__init__(TASK.hand, TASK.touched)
        self.hull, self.noted = HullFeeler(TASK.hand, TASK.touched, scale=1.0), []

    def feel(self, seen, rows):
        touch = super().feel(seen, rows)
        self.noted.append((touch.quality[0], self.hull.feel(seen, rows).quality[0]))
        return touch


def test_grasps_are_closed_by_both_or_by_none():
    both = Both()
    start = TASK.starts(1, np.random.default_rng(505))
    for action in TASK.examples:
        traced_cycle(TASK, start, action, both)
    ellipsoid, hull = np.array(both.noted).T
    held = ellipsoid > 0
    assert held.sum() > 5, "the exemplary sequences take hold"
    assert (hull[~held] == 0).all() and (hull[held] >= 0).all() and hull[held].max() > 0
    assert (hull < ellipsoid + 1e-12).all()  # a ball in the hull of K points, against K of them
