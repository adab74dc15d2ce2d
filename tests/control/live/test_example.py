"""A grip in newtons that begins and changes in the middle of a grasp."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.attempt.by_example import CLOSING_SECONDS
from prehensile.control.law.gains import EVERYDAY, Gains
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.control.live.example import ExampleSettings, LiveSqueeze
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.world import Observation

HAND = Hand()
Q = HAND.lower + 0.4 * (HAND.upper - HAND.lower)


def seen(time, newtons=10.0):
    """A hand that touches with every digit."""
    return Observation(
        time, 1 / 120, Q, 0 * Q, np.array([0, 0, 0.3, 1, 0, 0, 0]), np.full(5, newtons / 5), 0.0, {}
    )


def test_it_waits_for_the_hand_to_close():
    squeeze = LiveSqueeze(HAND, 10.0)
    assert squeeze(seen(0.0)) is None
    assert squeeze(seen(0.9 * CLOSING_SECONDS)) is None
    assert squeeze(seen(2 * CLOSING_SECONDS)) is not None


def test_a_hand_that_has_closed_already_presses_in_full_at_once():
    squeeze = LiveSqueeze(HAND, 10.0)
    squeeze.take_over(seen(5.0))
    at_once, later = squeeze(seen(5.0)), squeeze(seen(7.0))
    assert at_once is not None and later is not None
    np.testing.assert_array_equal(at_once.hold, Q)
    np.testing.assert_allclose(at_once.torque, later.torque, rtol=0.02)
    assert np.abs(at_once.torque).max() > 0.01


def test_another_grip_scales_the_torque_and_is_trimmed_to_what_is_measured():
    squeeze = LiveSqueeze(HAND, 10.0)
    squeeze.take_over(seen(5.0))
    before = squeeze(seen(5.0))
    squeeze.regrip(20.0, seen(8.0))
    after = squeeze(seen(8.0))
    assert before is not None and after is not None
    np.testing.assert_allclose(after.torque, 2 * before.torque)
    for k in range(1, 30):
        trimmed = squeeze(seen(8.0 + k / 120, newtons=15.0))
    assert trimmed is not None
    assert np.linalg.norm(trimmed.torque) > 1.1 * np.linalg.norm(after.torque)


@pytest.mark.parametrize("grip", [None, 1.0, 20.0, 1000.0])
@pytest.mark.parametrize("gains", [EVERYDAY, Gains()])
def test_settings_know_what_the_squeeze_would_refuse(grip, gains):
    settings = replace(ExampleSettings(), grip=grip, gains=gains)
    refused = False
    if grip is not None:
        try:
            ForceSqueeze(HAND, grip).check(gains)
        except InputError:
            refused = True
    assert settings.strong_enough != refused
