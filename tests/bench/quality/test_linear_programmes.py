"""The oracle of closure: sure where it must be, silent on the border."""

import numpy as np

from prehensile.bench.quality.closed_forms import opposed_pair, tripod_on_ball
from prehensile.bench.quality.linear_programmes import closed_by_programme


def test_closed_open_flat_and_the_border():
    assert closed_by_programme(tripod_on_ball(0.5, 1.0).wrench) is True
    assert closed_by_programme(opposed_pair(0.5, 1.0, 0.0).wrench) is False  # flat
    one_sided = np.abs(np.random.default_rng(0).normal(size=(20, 6))) + 0.1
    assert closed_by_programme(one_sided) is False
    border = np.concatenate([np.eye(6), -np.eye(6)[:5]])
    assert closed_by_programme(border) is None
