"""Experiment 2: two right hands of different size approach, clasp, shake, release and retreat."""

import numpy as np
import pytest

from prehensile.control.example.states import State
from prehensile.control.experiments import handshake as experiment
from prehensile.control.experiments.handshake import CLOSING, RETREAT_AT, SHAKE_AT, handshake
from prehensile.control.law.gains import HANDSHAKE
from prehensile.hand.joints import FINGERS
from prehensile.hand.spec import HandSpec

PAIRS = [(5, 95), (50, 50)]


@pytest.fixture(scope="module")
def shaken():
    return handshake()


def thumbs(shaken):
    """[N] with which each hand's thumb presses on the other, on average while they shake."""
    contacts = shaken.clip.contacts
    during = np.flatnonzero(shaken.shaking)
    pressed = np.zeros(2)
    for frame in during:
        found = contacts.frame(frame)
        for a, b, force, normal in zip(found.a, found.b, found.force, found.normal, strict=True):
            names = [contacts.names[a], contacts.names[b]]
            owners = [name.partition("/")[0] for name in names]
            if owners[0] == owners[1]:
                continue
            for name, owner in zip(names, owners, strict=True):
                if "thumb" in name:
                    pressed[0 if owner == "host" else 1] += force @ normal
    return pressed / len(during)


def test_both_go_through_all_states(shaken):
    for states in shaken.states.T:
        assert list(dict.fromkeys(states.tolist())) == list(State)


def test_they_press_as_people_do_and_nothing_sinks_in(shaken):
    assert 5 < shaken.grip < 20
    assert shaken.force[shaken.shaking].min() > 5
    assert shaken.force.max() < 20  # nor do they strike each other
    assert shaken.depth.max() < 0.002


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS)
def test_other_sizes_do_too(pair):
    host, guest = (HandSpec.at_percentile(p) for p in pair)
    shaken = handshake(host=host, guest=guest)
    test_both_go_through_all_states(shaken)
    test_they_press_as_people_do_and_nothing_sinks_in(shaken)
    assert thumbs(shaken).min() > 0.5


def test_thumbs_press(shaken):
    assert thumbs(shaken).min() > 0.5


def test_nothing_touches_before_the_palms_do(shaken):
    met = (shaken.states == State.GRIPPING).all(axis=1)
    assert shaken.force[: np.argmax(met)].max() == 0


def test_both_hands_yield(shaken):
    """Fingers are kept from where their springs draw them, and move with the other hand."""
    give = np.degrees(shaken.give[shaken.shaking])
    assert give.shape[1:] == (2, len(FINGERS))
    assert (give.mean(axis=0) > 2).all() and (give.mean(axis=0) < 60).all()
    assert (np.ptp(give, axis=0).max(axis=1) > 0.5).all()


@pytest.mark.long
def test_the_published_gains_are_a_tired_handshake(shaken):
    assert 0.5 < handshake(HANDSHAKE).grip < 0.4 * shaken.grip


def test_they_part(shaken):
    time = shaken.clip.time
    assert shaken.force[time > RETREAT_AT + 0.8].max() == 0


def test_sizes_differ(shaken):
    first, second = (np.sum(hand.model["bone_lengths"]) for hand in shaken.clip.hands)
    assert first > 1.1 * second
    assert {hand.model["side"] for hand in shaken.clip.hands} == {"right"}


@pytest.mark.long
def test_tau_arm_keeps_the_grip_steady(monkeypatch):
    """Arms that move as one: fingers feel nothing of it, so their force does not change with it."""
    monkeypatch.setattr(experiment, "FOLLOWS", 1.0)
    together = handshake()
    during = together.force[together.shaking]
    assert np.ptp(during) < 0.1 * during.mean()


def test_hands_have_closed_when_the_arms_shake(shaken):
    met = shaken.clip.time[np.argmax((shaken.states == State.GRIPPING).any(axis=1))]
    assert met + CLOSING < SHAKE_AT
