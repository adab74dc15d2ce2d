"""Experiment 2: two right hands of different size approach, clasp, shake, release and retreat."""

import numpy as np
import pytest

from prehensile.control.example.states import State
from prehensile.control.experiments.handshake import RELEASE_AT, RETREAT_AT, SHAKE_AT, handshake


@pytest.fixture(scope="module")
def shaken():
    return handshake()


def test_both_go_through_all_states(shaken):
    for states in shaken.states.T:
        assert list(dict.fromkeys(states.tolist())) == list(State)


def test_they_hold_each_other_while_they_shake(shaken):
    time = shaken.clip.time
    during = (time > SHAKE_AT) & (time < RELEASE_AT)
    assert shaken.force[during].min() > 0.2
    assert shaken.force.max() < 10  # nothing is crushed
    assert shaken.depth.max() < 0.004


def test_they_part(shaken):
    time = shaken.clip.time
    assert shaken.force[time > RETREAT_AT + 0.8].max() == 0


def test_sizes_differ(shaken):
    first, second = (np.sum(hand.model["bone_lengths"]) for hand in shaken.clip.hands)
    assert first > 1.1 * second
    assert {hand.model["side"] for hand in shaken.clip.hands} == {"right"}


def test_tau_arm_keeps_the_grip_steady(shaken):
    """The fingers feel nothing of the arms' motion, so their force does not change with it."""
    time = shaken.clip.time
    during = shaken.force[(time > SHAKE_AT) & (time < RELEASE_AT - 0.2)]
    assert np.ptp(during) < 0.2 * during.mean()
