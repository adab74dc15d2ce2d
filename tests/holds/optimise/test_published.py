"""The published search, short: it gets better, and means what its parameters say."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.published import Parameters, published_grasp
from prehensile.lie import so3

HAND, HOLD = Hand(), edge()


def test_zero_parameters_are_the_neutral_hand_in_line_with_the_pull():
    what = Parameters(HOLD, HAND, HOLD.pull)
    grasp = what.grasp(np.zeros((1, 9)))
    np.testing.assert_allclose(grasp.q[0], what.neutral, atol=1e-12)
    np.testing.assert_allclose(so3.from_quat(grasp.forearm[0, 3:])[:, 0], -HOLD.pull, atol=1e-9)
    moved = what.grasp(np.eye(9)[:3] * 0.01)
    np.testing.assert_allclose(moved.forearm[:, :3] - grasp.forearm[0, :3], 0.01 * np.eye(3))
    assert (what.low < what.high).all() and len(what.low) == 9


def test_the_objective_falls():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    told = []
    short = published_grasp(HOLD, HAND, HOLD.pull, generations=1, threads=1, seed=3)
    long = published_grasp(
        HOLD, HAND, HOLD.pull, generations=5, threads=1, seed=3, progress=told.append
    )
    assert long.objective <= short.objective and long.tried == 100
    assert told == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])
    assert len(long.terms) == 4 and min(long.terms) >= 0
