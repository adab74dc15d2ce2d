"""Somebody looks on while a placement is rehearsed; it goes as it goes without."""

import numpy as np
import pytest

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.job import default_grip
from prehensile.control.attempt.like_example import play_rehearsed
from prehensile.control.attempt.onlooker import looked_on_by, onlooker
from prehensile.control.attempt.turns.rehearse import rehearse
from prehensile.control.example.style import load_style
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import load_object

BALL, HAND = load_object("ball"), Hand()
STYLE = load_style("sphere").on(HAND)


class Tired(Exception):
    """Of looking on."""


class Witness:
    """Remembers, until it is tired."""

    def __init__(self, most=10**9):
        self.times, self.attempts, self._most = [], [], most

    def step(self, world):
        self.times.append(world.time)
        if len(self.times) >= self._most:
            raise Tired

    def played(self, attempt):
        self.attempts.append(attempt)


@pytest.fixture(scope="module")
def candidate():
    T, rng = se3.from_pose7(stand_pose(BALL)), np.random.default_rng(0)
    return style_candidates(STYLE, HAND, BALL, T, rng, 1)[0]


def rehearsed(candidate):
    return rehearse(BALL, HAND, STYLE, candidate, default_grip(BALL))


def test_nobody_looks_on_by_default(candidate):
    assert onlooker() is None
    witness = Witness()
    with looked_on_by(witness):
        assert onlooker() is witness
        seen = rehearsed(candidate)
    assert onlooker() is None
    assert len(witness.times) > 100 and np.all(np.diff(witness.times) > 0)
    assert not witness.attempts  # it was a rehearsal
    assert seen == rehearsed(candidate)


def test_who_is_tired_ends_it(candidate):
    witness = Witness(most=5)
    with pytest.raises(Tired), looked_on_by(witness):
        rehearsed(candidate)
    assert len(witness.times) == 5 and onlooker() is None


@pytest.mark.long
def test_what_is_played_is_shown_as_it_is_given_back(candidate):
    witness, ask = Witness(), Ask(hold=2.0)
    with looked_on_by(witness):
        tried = [(rehearsed(candidate), candidate)]
        attempt = play_rehearsed(STYLE, BALL, HAND, ask, "table", tried)
    assert witness.attempts == [attempt] and attempt.candidate is candidate
