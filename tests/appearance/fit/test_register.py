"""Motion is found, and blood is not taken for it."""

import numpy as np
import pytest
from tests.appearance.fit.finger import SIZE, finger, photograph

from prehensile.appearance.fit.pigment import typical_pigment
from prehensile.appearance.fit.register import features, matched
from prehensile.appearance.model.absorption import absorption


@pytest.fixture(scope="module")
def still():
    of = finger()
    zero, _ = photograph(of, 0.0, np.random.default_rng(1))
    return of, features(absorption(zero / 255), typical_pigment())


def off(still, share, motion, seed):
    of, fixed = still
    picture, truth = photograph(of, share, np.random.default_rng(seed), motion, gain=0.05)
    moving = features(absorption(picture / 255), typical_pigment())
    warp = matched(moving, fixed, np.ones((SIZE, SIZE)))
    return np.linalg.norm(warp.displacement(SIZE) - truth, axis=-1), truth


@pytest.mark.parametrize("seed", [3, 4])
def test_shift_turn_and_bend_are_found(still, seed):
    distance, truth = off(still, 0.9, 1.0, seed)
    assert np.linalg.norm(truth, axis=-1).max() > 6
    inside = still[0].inside > 0.5
    assert np.sqrt((distance[inside] ** 2).mean()) < 0.5
    assert np.median(distance) < 0.5


def test_blood_alone_is_no_motion(still):
    distance, _ = off(still, 1.0, 0.0, 5)
    assert np.sqrt((distance[still[0].inside > 0.5] ** 2).mean()) < 0.3
