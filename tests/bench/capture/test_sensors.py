"""Figures of the sensors on seeds of development: near what they should be, better than chance."""

import numpy as np
import pytest

from prehensile.bench.capture.sensors import (
    finger_loads,
    fns_force_rmse,
    fsr_force_rmse,
    marker_angle_rms,
    tango_assigned,
)
from prehensile.capture.sensors.tango import Tango
from prehensile.capture.sensors.trials import grip_trial


def test_fsrs_are_right_within_a_quarter_of_a_newton() -> None:
    assert 0.02 < fsr_force_rmse([0], 6.0) < 0.25


def test_clusters_go_to_the_right_finger() -> None:
    assert tango_assigned([0]) > 0.9


def test_loads_of_the_fingers_add_up(rng) -> None:
    tango = Tango()
    clip = grip_trial(rng, tango.radius, 0.5)
    loads = finger_loads(clip, tango)
    assert pytest.approx(clip.finger_force[:, 0]) == loads.sum((2, 3)).T


@pytest.mark.long
def test_nails_are_better_than_knowing_nothing() -> None:
    found = fns_force_rmse([0])
    assert all(0.05 < error < 0.9 for error in found)
    assert np.isfinite(fns_force_rmse([0], each_led=True, bends=True)).all()


@pytest.mark.long
def test_angles_come_back_through_markers() -> None:
    assert 0.2 < marker_angle_rms([0, 1]) < 1.5
