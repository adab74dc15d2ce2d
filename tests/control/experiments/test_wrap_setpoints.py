"""Setpoints from the corpus: open is wider than closed, and both balance the passive spring."""

import numpy as np

from prehensile.control.example.aperture import aperture
from prehensile.control.experiments.wrap_setpoints import wrap_setpoints
from prehensile.control.law.setpoints import GRIP, OPEN, RETURN
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

HAND = Hand()


def test_open_is_wide_and_closed_is_the_pose():
    neutral = HAND.spec.rest
    poses = wrap_setpoints(HAND, neutral).rest_poses(neutral)
    np.testing.assert_allclose(poses[GRIP], named_pose(HAND, "medium_wrap").q)
    np.testing.assert_allclose(poses[RETURN], neutral)
    assert aperture(HAND, poses[OPEN]) > 1.3 * aperture(HAND, poses[GRIP])


def test_further_closes_further():
    neutral = HAND.spec.rest
    firm = wrap_setpoints(HAND, neutral, further=0.3).rest_poses(neutral)
    assert aperture(HAND, firm[GRIP]) < aperture(HAND, named_pose(HAND, "medium_wrap").q)
