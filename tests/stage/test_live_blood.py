"""Blood of a world's fingertips, against its closed form."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.control.experiments.glass_press import GlassPress
from prehensile.hand.hand import Hand
from prehensile.stage.live_blood import LiveBlood, no_blood

INDEX = 1


@pytest.fixture(scope="module")
def press():
    return GlassPress(Hand())


def test_it_follows_the_load_with_the_time_constant(press):
    press.reset()
    model = toy_model()
    blood = LiveBlood(Blush(model), press.world)
    np.testing.assert_array_equal(blood.now, no_blood(1))
    press.force = 3.0
    wanted = np.zeros(4)
    decay = np.exp(-press.world.timestep / model.blanch_s)
    for _ in range(90):
        frame = press.step()
        blood.follow(frame)
        target = model.law.coefficients(np.array([press.pressing]))
        wanted = target + (wanted - target) * decay
    assert blood.load.force[0, INDEX] == pytest.approx(press.pressing) and press.pressing > 2
    np.testing.assert_allclose(blood.now[0, INDEX], wanted, atol=1e-12)
    assert not np.delete(blood.now[0], INDEX, axis=0).any()


def test_a_world_that_goes_back_in_time_begins_at_rest(press):
    press.reset()
    blood = LiveBlood(Blush(toy_model()), press.world)
    press.force = 3.0
    for _ in range(60):
        blood.follow(press.step())
    assert np.abs(blood.now).max() > 0.05
    press.reset()
    blood.follow(press.step())
    assert not blood.now.any()


def test_without_a_model_there_is_none(press):
    press.reset()
    blood = LiveBlood(None, press.world)
    press.force = 3.0
    for _ in range(60):
        blood.follow(press.step())
    assert not blood.now.any() and blood.load.force[0, INDEX] > 0.5
