"""The stand holds the object until a hand does."""

import numpy as np
import pytest

from prehensile.control.live.stand import Stand
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command

AWAY = np.array([0.0, -0.5, 0.4, 1, 0, 0, 0])


class Still:
    """Does nothing; holds when it is told to."""

    holding = False

    def act(self, obs):
        return Command(q_ref=obs.q, stiffness=0 * obs.q + 1, damping=0 * obs.q + 0.1)


def test_it_lets_go_once_when_the_hand_holds():
    stand = Stand(load_object("ball"), Hand(), AWAY)
    hand = Still()
    assert "ball" in stand.step_with(hand).aided
    assert stand.released_at is None
    hand.holding = True
    before = stand.world.time
    stand.step_with(hand)
    stand.step_with(hand)
    assert stand.released_at == before
    assert "ball" not in stand.step_with(hand).aided


def test_what_is_mounted_is_never_let_go():
    stand = Stand(load_object("dial"), Hand(), AWAY)
    hand = Still()
    hand.holding = True
    stand.step_with(hand)
    assert stand.released_at is None


def test_without_a_controller_time_passes():
    stand = Stand(load_object("ball"), Hand(), AWAY)
    stand.step_with(None)
    assert stand.world.time == pytest.approx(stand.world.timestep)
