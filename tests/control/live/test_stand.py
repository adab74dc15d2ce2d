"""An object rests on what it is put on, by itself."""

import numpy as np
import pytest

from prehensile.control.controller import Controller
from prehensile.control.live.stand import Stand
from prehensile.control.place.stand import STAND, TABLE
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command

AWAY = np.array([0.0, -0.5, 0.4, 1, 0, 0, 0])


class Still(Controller):
    """Keeps the hand as it is."""

    def reset(self, obs):
        pass

    def act(self, obs):
        return Command(q_ref=obs.q, stiffness=0 * obs.q + 1, damping=0 * obs.q + 0.1)


@pytest.mark.parametrize("on", ["table", "post"])
def test_nothing_holds_the_object_and_it_stays(on):
    stand = Stand(load_object("box"), Hand(), AWAY, on=on)
    began = stand.world.object_pose("box")
    for _ in range(60):
        assert stand.step_with(Still()).aided == frozenset()
    np.testing.assert_allclose(stand.world.object_pose("box"), began, atol=2e-3)
    assert {"table": TABLE, "post": STAND}[on] in {o.name for o in stand.world.objects}


def test_what_is_mounted_has_its_post_wherever_it_is_asked_for():
    stand = Stand(load_object("dial"), Hand(), AWAY, on="table")
    assert STAND in {o.name for o in stand.world.objects}


def test_without_a_controller_time_passes():
    stand = Stand(load_object("ball"), Hand(), AWAY)
    stand.step_with(None)
    assert stand.world.time == pytest.approx(stand.world.timestep)
