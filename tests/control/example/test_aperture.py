"""The hand's opening, the cycle in it, and the distance it stands for."""

import numpy as np
import pytest

from prehensile.control.example.aperture import aperture, find_cycle, pretended_distance
from prehensile.control.example.states import GRASPS
from prehensile.errors import InputError
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

H = 0.01
KNOTS = [0, 1, 2, 3, 4, 5, 6]
"""[s] rest, opens, wide, closed, releases, wide again, relaxed"""


def track(values, times=KNOTS):
    return np.interp(np.arange(0, times[-1] + H / 2, H), times, values)


FULL = track([0.05, 0.05, 0.12, 0.02, 0.02, 0.11, 0.06])


def test_a_fist_is_narrower_than_an_open_hand():
    hand = Hand()
    shut, wide = (named_pose(hand, "medium_wrap").q, np.zeros(23))
    assert aperture(hand, shut) < 0.6 * aperture(hand, wide)
    assert aperture(hand, np.stack([shut, wide])).shape == (2,)


def test_the_whole_cycle_is_found():
    cycle = find_cycle(FULL, H)
    expected = [100, 200, 290, 400, 500]
    found = [cycle.opens, cycle.wide, cycle.closed, cycle.releases, cycle.wide_again]
    np.testing.assert_allclose(found, expected, atol=12)
    assert cycle.start == cycle.opens - 5
    assert cycle.end == len(FULL)


def test_the_largest_closing_of_several_is_taken():
    twice = np.concatenate([track([0.1, 0.1, 0.1, 0.06, 0.06, 0.1, 0.1]), FULL[100:]])
    cycle = find_cycle(twice, H)
    assert twice[cycle.wide] == pytest.approx(0.12)
    assert cycle.closed > 600


def test_a_clip_that_begins_open_and_ends_closed():
    cycle = find_cycle(track([0.1, 0.02, 0.02], [0, 1, 2]), H)
    assert cycle.start == cycle.opens == cycle.wide == 0
    assert cycle.releases == cycle.wide_again == cycle.end == 201


def test_distances_run_through_d2_d1_and_zero():
    cycle = find_cycle(FULL, H)
    d = pretended_distance(FULL, cycle, GRASPS)
    assert d[cycle.start] > GRASPS.open
    assert d[cycle.wide] == pytest.approx(GRASPS.close, abs=1e-3)
    assert d[(cycle.opens + cycle.wide) // 2] == pytest.approx(0.175, abs=0.01)
    np.testing.assert_array_equal(d[cycle.closed : cycle.releases], 0)
    assert d[cycle.wide_again] == pytest.approx(GRASPS.close, abs=1e-3)
    assert d[cycle.end - 1] == pytest.approx(GRASPS.open, rel=0.02)
    assert (np.diff(d[cycle.opens : cycle.closed]) <= 1e-12).all()


def test_noise_does_not_go_back(rng):
    noisy = FULL + rng.normal(scale=5e-4, size=len(FULL))
    cycle = find_cycle(noisy, H)
    d = pretended_distance(noisy, cycle, GRASPS)
    assert (np.diff(d[cycle.opens : cycle.closed]) <= 1e-12).all()


def test_no_grasp():
    with pytest.raises(InputError, match="close by 5 mm at most"):
        find_cycle(track([0.1, 0.095], [0, 1]), H)
