"""Experiment 1: how far joints are driven past their stops."""

import numpy as np
import pytest

from prehensile.control.experiments.drop import drop_test
from prehensile.hand.hand import Hand


@pytest.fixture(scope="module")
def runs():
    return {
        "free": drop_test(soft_limits=False, hard_stops=False),
        "soft": drop_test(hard_stops=False),
        "both": drop_test(),
    }


def test_without_limits_joints_overshoot_freely(runs):
    assert np.degrees(runs["free"].overshoot) > 25


def test_the_published_spring_alone_is_soft(runs):
    assert 5 < np.degrees(runs["soft"].overshoot) < 0.6 * np.degrees(runs["free"].overshoot)


def test_with_a_hard_stop_behind_it(runs):
    assert np.degrees(runs["both"].overshoot) < 3


@pytest.mark.parametrize("timestep", [1 / 60, 1 / 600])
def test_at_other_time_steps(timestep):
    assert np.degrees(drop_test(timestep=timestep).overshoot) < 3


def test_the_hand_was_hit_and_comes_back(runs):
    both = runs["both"]
    moved = np.abs(both.q - both.q[0]).max(axis=0)
    assert np.degrees(moved.max()) > 20
    k = Hand().joint_index("middle_mcp_flex")
    assert both.time[np.abs(both.q[:, k] - both.q[0, k]).argmax()] > np.sqrt(2 * 0.1 / 9.81)
