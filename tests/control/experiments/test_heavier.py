"""A cup that is filled in the hand: lost without the reflex, kept with it."""

import numpy as np
import pytest

from prehensile.control.attempt.job import GRAVITY, GRIP_SAFETY
from prehensile.control.experiments.heavier import (
    EMPTY,
    FULL,
    OUT,
    POURING,
    SAFETY,
    heavier_test,
    steady_hold,
)
from prehensile.control.law.slip_reflex import FELT_SPEED, MOST
from prehensile.hand.hand import Hand

ASKED = SAFETY * EMPTY * GRAVITY / 0.8
"""[N] for the empty cup"""


@pytest.fixture(scope="module")
def candidate():
    return steady_hold(Hand())


@pytest.fixture(scope="module")
def kept(candidate):
    return heavier_test(True, candidate=candidate)


@pytest.mark.long
def test_without_the_reflex_it_slips_out(candidate):
    plain = heavier_test(False, candidate=candidate)
    assert not plain.held and plain.slid[-1] > OUT
    assert np.ptp(plain.ordered) == 0 and plain.ordered[0] == pytest.approx(ASKED)
    assert plain.mass[-1] < FULL


def test_with_it_the_full_cup_is_held(kept):
    assert kept.held and kept.mass[0] == EMPTY and kept.mass[-1] == pytest.approx(FULL)
    assert kept.slid.max() < 0.01
    at_last = kept.slid[kept.time > POURING + 0.5]
    assert np.ptp(at_last) < 2e-4


def test_the_order_changes_70_to_100_ms_after_the_slip_began(kept):
    pouring = kept.time > 0
    slips = kept.time[pouring & (kept.sliding > FELT_SPEED)][0]
    tightens = kept.time[pouring][np.diff(kept.ordered[pouring], prepend=kept.ordered[0]) > 0][0]
    assert 0.07 <= tightens - slips <= 0.1


def test_nothing_is_tightened_before_anything_slips(kept):
    assert np.ptp(kept.ordered[kept.time <= 0]) == 0  # in the lift so light a grip slips a little


@pytest.mark.long
def test_a_lift_with_the_usual_grip_is_left_alone(candidate):
    usual = heavier_test(candidate=candidate, safety=GRIP_SAFETY)
    asked = GRIP_SAFETY * EMPTY * GRAVITY / 0.8
    assert usual.ordered[0] == pytest.approx(asked, rel=0.05)
    assert usual.grip[0] == pytest.approx(asked, rel=0.05)


def test_the_order_is_bounded_and_followed(kept):
    assert kept.ordered.max() <= (1 + MOST) * ASKED
    assert kept.grip[-1] > 1.3 * kept.grip[0]


def test_the_cup_hangs_in_the_air_and_weighs_what_it_should(kept):
    """Contact balances the weight that was poured in."""
    contacts = kept.clip.contacts
    last = slice(int(contacts.offsets[-2]), int(contacts.offsets[-1]))
    cup = contacts.names.index("cup")
    up = contacts.force[last][contacts.b[last] == cup].sum(axis=0)
    np.testing.assert_allclose(up, [0, 0, 9.81 * FULL], atol=0.02 * 9.81 * FULL)
