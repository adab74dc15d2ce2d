"""The ellipsoid of a hand on a hold, against closed forms and a brute search."""

import numpy as np
import pytest

from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.hang_quality import hang_quality

HOLD = edge()
DOWN = np.array([0.0, 0.0, -1.0])
FOUR = HOLD.grip + np.array([[x, 0.0, 0.0] for x in (-0.03, -0.01, 0.01, 0.03)])


def test_nothing_presses_nothing_holds():
    none = np.zeros((0, 3))
    found = hang_quality(HOLD, none, none, none)
    assert found.value == 0 and not found.easiest_push(np.zeros(3)).any()
    pulled_off = hang_quality(HOLD, FOUR, np.tile(DOWN, (4, 1)), np.tile(-DOWN, (4, 1)))
    assert pulled_off.value == 0


def test_four_pads_in_a_row_turn_most_easily_about_their_line():
    """No force has an arm about it, and pads twist about the vertical. So a forearm below them is
    swung most easily to the wall or away.
    """
    found = hang_quality(HOLD, FOUR, np.tile(DOWN, (4, 1)), np.tile(50 * DOWN, (4, 1)))
    assert found.value == pytest.approx(0, abs=1e-6)
    np.testing.assert_allclose(np.abs(found.weakest), [0, 0, 0, 1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(found.middle, HOLD.grip)
    swing = found.easiest_push(HOLD.grip + 0.2 * DOWN)
    np.testing.assert_allclose(np.abs(swing), [0, 1, 0], atol=1e-6)


def scattered(rng, newtons):
    pos = HOLD.grip + 0.02 * rng.standard_normal((5, 3))
    normal = DOWN + 0.5 * rng.standard_normal((5, 3))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return hang_quality(HOLD, pos, normal, newtons * normal)


def test_it_grows_with_the_forces():
    """Ten times as large, and a little more: wider patches twist more."""
    weak, strong = (scattered(np.random.default_rng(3), newtons) for newtons in (10, 100))
    assert weak.value > 0 and 10 * weak.value <= strong.value < 20 * weak.value


def test_no_push_at_a_point_is_more_like_the_weakest_wrench(rng):
    found = scattered(rng, 50)
    point = found.middle + np.array([0.02, -0.05, -0.2])
    push = found.easiest_push(point)

    def likeness(d):
        wrench = np.append(d, np.cross(point - found.middle, d) / found.length)
        return abs(wrench @ found.weakest)

    ways = rng.standard_normal((2000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    best = max(likeness(d) for d in ways)
    assert 0.98 * likeness(push) < best <= likeness(push)
