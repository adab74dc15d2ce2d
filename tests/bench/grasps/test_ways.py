"""Ways that differ in place, approach or digits are counted; a millimetre is no difference."""

import numpy as np
from tests.gripped_clip import gripped_clip
from tests.quality.judge.test_came_from import coming

from prehensile.bench.grasps.ways import different


def test_a_way_counts_if_it_differs_from_all_before_it() -> None:
    here = gripped_clip()
    assert different([], "ball") == 0
    assert different([here, here], "ball") == 1
    assert different([here, gripped_clip(where=(0.029, 0, 0))], "ball") == 1
    assert different([here, gripped_clip(where=(0.031, 0, 0))], "ball") == 2
    pinched = gripped_clip(pressing={"thumb": 2.0, "index": 2.0})
    assert different([here, pinched, here], "ball") == 2
    above, aside = (coming(np.array(way)) for way in ((0.0, 0, 0.3), (0.3, 0, 0.1)))
    steep = coming(np.array([0.1, 0, 0.3]))
    assert different([above, steep], "ball") == 1
    assert different([above, aside], "ball") == 2
