"""A bulb is turned grip by grip."""

import numpy as np

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.tasks.bulb import TURN


def test_every_grip_turns_it_on():
    truth = lab_session("bulb", 0, contacts=2, sensors=[]).truth
    turned = [plan["turned"] for plan in truth.plans]
    np.testing.assert_allclose(turned, TURN, rtol=0.5)
    assert len(truth.touches) >= 6
