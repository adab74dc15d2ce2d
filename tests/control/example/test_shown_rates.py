"""Velocities beside the poses: within those shown, and the hand follows the better for them."""

import numpy as np
import pytest

from prehensile.control.example.fit import fit_setpoints
from prehensile.control.example.shown_rates import DRAWN, with_shown_rates
from prehensile.control.experiments.recorded import recorded_example
from prehensile.control.experiments.tracking import track_example
from prehensile.control.law.gains import EVERYDAY


@pytest.fixture(scope="module")
def grab(leap_clip):
    return recorded_example(leap_clip("grab"))


@pytest.fixture(scope="module")
def fits(grab):
    poses = fit_setpoints(grab.example, grab.passive, EVERYDAY, gripping=True)
    return poses, with_shown_rates(poses, grab.example, grab.passive)


def test_every_setpoint_stands_for_the_pose_it_had_inside_the_limits(fits, grab):
    before, after = fits
    stood_for = after.setpoints.poses(grab.passive.neutral)
    rest = before.setpoints.rest_poses(grab.passive.neutral, EVERYDAY)
    np.testing.assert_allclose(stood_for, rest, atol=1e-9)
    beyond = np.maximum(stood_for - grab.passive.upper, grab.passive.lower - stood_for)
    assert beyond.max() < 1e-6


def test_no_velocity_is_greater_than_those_shown(fits, grab):
    example, rate = grab.example, fits[1].setpoints.rate
    for i, blend in enumerate(example.blends.T):
        seen = example.motion.qd[~example.contact & (blend > DRAWN)]
        least = np.minimum(seen, 0).min(axis=0, initial=0.0)
        most = np.maximum(seen, 0).max(axis=0, initial=0.0)
        assert (rate[i] >= least - 1e-9).all() and (rate[i] <= most + 1e-9).all()
    assert np.degrees(np.abs(rate).max()) > 100


def test_the_hand_follows_the_better_as_it_was_predicted(fits, grab):
    rms = [
        np.degrees(track_example(grab.example, f.setpoints, grab.passive, EVERYDAY).rms)
        for f in fits
    ]
    assert rms[1] < 5.5 < 7 < rms[0]
    assert fits[1].predicted_rms < fits[0].predicted_rms


def test_a_setpoint_that_is_not_shown_has_no_velocity(fits):
    assert "return" in fits[1].borrowed
    assert not fits[1].setpoints.rate[5].any()
