"""Random grasps: on the ball, pressing inwards, the same for the same seed."""

import numpy as np

from prehensile.quality.measure.closure import force_closure
from prehensile.quality.measure.random_grasp import RADIUS, closed_wrenches, random_contacts


def test_they_lie_on_the_ball_and_press_inwards(rng):
    pos, normal = random_contacts(rng, 10, 20)
    np.testing.assert_allclose(np.linalg.norm(pos, axis=-1), RADIUS)
    np.testing.assert_allclose(np.linalg.norm(normal, axis=-1), 1)
    assert (np.einsum("gni,gni->gn", pos, normal) < 0).mean() > 0.95


def test_the_closed_ones_are_closed_and_the_seed_tells_which():
    def some():
        return [f.wrench for f in closed_wrenches(np.random.default_rng(3), 4, 5)]

    once, twice = some(), some()
    assert len(once) == 5
    for a, b in zip(once, twice, strict=True):
        np.testing.assert_array_equal(a, b)
        assert force_closure(a).closed
