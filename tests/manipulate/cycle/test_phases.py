import numpy as np
import pytest

from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.cycle.phases import ACTUATE, APPROACH, RELEASE, Limits, holds, left

C = Configuration(
    longest=0.6,
    quality_wanted=0.5,
    quality_lost=0.1,
    slow=0.3,
    settled=0.1,
    lost_for=0.1,
    hold_in="actuate",
)
FAST, GOOD, NONE = 5.0, 0.9, 0.0


def leaves(phase, elapsed=0.3, quality=0.3, poor=0.0, speed=FAST, at_goal=False, c=C):
    return bool(
        left(
            Limits.of(c), *(np.array([x]) for x in (phase, elapsed, quality, poor, speed, at_goal))
        )[0]
    )


@pytest.mark.parametrize("phase", [APPROACH, ACTUATE, RELEASE])
def test_every_phase_ends_by_time_and_by_rest_but_not_as_it_begins(phase):
    assert leaves(phase, elapsed=0.6)
    assert leaves(phase, speed=0.2)
    assert not leaves(phase, elapsed=0.05, speed=0.0)
    assert not leaves(phase)


def test_quality_ends_the_approach_and_its_loss_ends_actuating():
    assert leaves(APPROACH, quality=GOOD)
    assert not leaves(APPROACH, quality=NONE)
    assert leaves(ACTUATE, quality=NONE, poor=0.1)
    assert not leaves(ACTUATE, quality=NONE, poor=0.05)


def test_contact_never_ends_the_release():
    assert not leaves(RELEASE, quality=GOOD)
    assert not leaves(RELEASE, quality=NONE)


def test_the_goal_is_held_where_it_was_reached_or_let_go_of():
    assert not leaves(ACTUATE, elapsed=9.0, quality=NONE, poor=9.0, speed=0.0, at_goal=True)
    assert not leaves(RELEASE, elapsed=9.0, at_goal=True)
    let_go = C.changed(hold_in="release")
    assert leaves(ACTUATE, quality=GOOD, at_goal=True, c=let_go)
    assert not leaves(RELEASE, elapsed=9.0, at_goal=True, c=let_go)
    there = np.array([True, True, False])
    np.testing.assert_array_equal(
        holds(Limits.of(C), np.array([ACTUATE, APPROACH, ACTUATE]), there), [True, True, False]
    )
    np.testing.assert_array_equal(
        holds(Limits.of(let_go), np.array([RELEASE, ACTUATE, RELEASE]), there), [True, False, False]
    )
