"""Sums of portions give what NumPy gives of the whole."""

import numpy as np
import pytest

from prehensile.kinematics.ik.spread import Spread


def test_spreads_add_up(rng):
    a, b = rng.random(10), rng.random(7)
    both = np.concatenate([a, b])
    spread = Spread.together([Spread.of(np.append(a, np.nan)), Spread.of(b)])
    named = spread.named("x", "_mm")
    assert named["x_mean_mm"] == pytest.approx(both.mean())
    assert named["x_sd_mm"] == pytest.approx(both.std())
    assert named["x_max_mm"] == both.max()
    assert spread.sd_about(2.0) == pytest.approx(np.sqrt(((both - 2.0) ** 2).mean()))
