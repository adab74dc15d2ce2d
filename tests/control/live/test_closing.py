"""Digits close until they touch, wait for what blocks them, press and open: without physics."""

import numpy as np
import pytest

from prehensile.control.live.closing import (
    LONGEST_LEAD,
    OVERCLOSE,
    SQUEEZE_LIMIT,
    TOUCH,
    DigitClosing,
    measured_grip,
)
from prehensile.hand.hand import Hand
from prehensile.hand.joints import joint_digits
from prehensile.world.observation import Observation

HAND = Hand()
OPEN = HAND.lower + 0.3 * (HAND.upper - HAND.lower)
SHUT = OPEN + 0.4
YES, NO = np.array(True), np.array(False)
NOTHING = np.zeros(5)
DIGIT = joint_digits(HAND.joint_names)


def seen(q, force=NOTHING, palm=0.0, worlds=()):
    force = np.broadcast_to(force, (*worlds, 5))
    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (*worlds, 1))
    return Observation(0.0, 0.01, q, 0 * q, still, force, np.full(worlds, palm), {})


@pytest.fixture
def closing():
    made = DigitClosing(HAND, OPEN, SHUT)
    made.seconds = 0.5
    return made


def follow(closing, steps, force=NOTHING, thumb_waits=NO):
    """A hand that is always where it is wanted."""
    for _ in range(steps):
        wanted = closing.beyond(OPEN)
        obs = seen(wanted, force)
        closing.stop_at_touch(obs, YES)
        closing.close(obs, wanted, YES, thumb_waits)


def test_a_hand_that_meets_nothing_closes_past_its_pose_in_the_time_it_has(closing):
    follow(closing, 51)
    np.testing.assert_allclose(closing.closed, 1)
    past = closing.beyond(OPEN) - SHUT
    digits = DIGIT >= 0
    flexes = np.array([name.endswith("flex") for name in HAND.joint_names])
    np.testing.assert_allclose(past[digits & flexes], OVERCLOSE)
    np.testing.assert_allclose(past[~(digits & flexes)], 0, atol=1e-12)
    follow(closing, 1)
    assert closing.stopped.all()


def test_a_digit_that_touches_stops_and_the_others_go_on(closing):
    follow(closing, 10)
    force = np.zeros(5)
    force[2] = 2 * TOUCH
    follow(closing, 10, force)
    assert closing.stopped.tolist() == [False, False, True, False, False]
    np.testing.assert_allclose(closing.closed, [0.4, 0.4, 0.2, 0.4, 0.4])
    follow(closing, 5)  # and does not go on when it touches no more
    assert closing.closed[2] == pytest.approx(0.2)


def test_a_blocked_digit_waits_and_is_not_wound_up(closing):
    for _ in range(200):
        wanted = closing.beyond(OPEN)
        stuck = np.where(DIGIT == 1, OPEN, wanted)
        closing.close(seen(stuck), wanted, YES, NO)
    lead = np.abs(closing.beyond(OPEN) - OPEN)[DIGIT == 1].max()
    assert LONGEST_LEAD < lead < LONGEST_LEAD + 0.03
    assert not closing.stopped[1]
    np.testing.assert_allclose(closing.closed[[0, 2, 3, 4]], 1)


def test_the_thumb_waits_when_it_is_told(closing):
    follow(closing, 10, thumb_waits=YES)
    np.testing.assert_allclose(closing.closed, [0, 0.2, 0.2, 0.2, 0.2])


def test_pressing_is_bounded_in_speed_and_angle(closing):
    obs = seen(OPEN)
    closing.press(obs, np.array(5.0), gain=0.1, speed=0.4, where=YES)
    assert closing.squeeze == pytest.approx(0.4 * 0.01)
    closing.press(obs, np.array(-2.0), gain=0.1, speed=0.4, where=YES)
    assert closing.squeeze == pytest.approx(0.4 * 0.01 - 0.2 * 0.01)
    for _ in range(500):
        closing.press(obs, np.array(100.0), gain=0.1, speed=0.4, where=YES)
    assert closing.squeeze == pytest.approx(SQUEEZE_LIMIT)
    closing.press(obs, np.array(-100.0), gain=0.1, speed=0.4, where=NO)
    assert closing.squeeze == pytest.approx(SQUEEZE_LIMIT)


def test_opening_goes_back_to_open(closing):
    follow(closing, 20)
    closing.press(seen(OPEN), np.array(5.0), gain=0.1, speed=0.4, where=YES)
    for _ in range(100):
        closing.open(0.02, 0.01, YES)
    np.testing.assert_allclose(closing.beyond(OPEN)[DIGIT >= 0],
                               OPEN[DIGIT >= 0])  # fmt: skip


def test_every_world_goes_its_own_way(closing):
    closing.reset((2,))
    force = np.zeros((2, 5))
    force[1] = 1.0
    for _ in range(10):
        wanted = closing.beyond(OPEN)
        obs = seen(wanted, force, worlds=(2,))
        closing.stop_at_touch(obs, np.array([True, True]))
        closing.close(obs, wanted, np.array([True, True]), np.array([False, False]))
    np.testing.assert_allclose(closing.closed, np.array([[0.2] * 5, [0.0] * 5]))


def test_the_grip_is_the_sum_of_fingers_and_palm():
    assert measured_grip(seen(OPEN, np.arange(5.0), palm=2.0)) == pytest.approx(12)
