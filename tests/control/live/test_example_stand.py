"""A hand that grasps as an example showed when it is told."""

import numpy as np
import pytest

from prehensile.control.arm.carry import lift
from prehensile.control.example.style import load_style
from prehensile.control.law.gains import Gains
from prehensile.control.live.example import ExampleSettings
from prehensile.control.live.example_stand import ExampleStand
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import load_object

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)
SETTINGS = ExampleSettings(grip=10.0)


def until(stand, doing, most=8.0):
    for _ in range(round(most / stand.world.timestep)):
        stand.step()
        if stand.doing == doing:
            return
    raise AssertionError(f"it never came to {doing!r}; it does {stand.doing!r}")


@pytest.fixture(scope="module")
def ball():
    obj = load_object("ball")
    T = se3.from_pose7(stand_pose(obj))
    return obj, style_candidates(STYLE, HAND, obj, T, np.random.default_rng(0), 1)[0]


@pytest.mark.long
def test_it_takes_the_ball_lifts_it_and_lets_it_go(ball):
    obj, candidate = ball
    stand = ExampleStand(obj, HAND, STYLE, SETTINGS)
    with pytest.raises(InputError, match="planned"):
        stand.approach()
    stand.plan(candidate)
    assert stand.ready and stand.doing == "ready"
    with pytest.raises(InputError, match="lift"):
        stand.move(lift())
    stand.approach()
    assert not stand.ready
    until(stand, "hold")
    stand.step()
    assert stand.holding
    low = stand.world.object_pose("ball")[2]
    stand.move(lift(0.1))
    assert stand.doing == "lift"
    until(stand, "hold")
    assert stand.world.object_pose("ball")[2] - low == pytest.approx(0.1, abs=0.01)
    stand.let_go()
    assert not stand.holding
    until(stand, "relaxing")
    assert stand.distance > 0.005


def test_weak_springs_are_refused_before_there_is_a_plan(ball):
    stand = ExampleStand(ball[0], HAND, STYLE, SETTINGS)
    with pytest.raises(InputError, match="stiffer springs"):
        stand.tune(ExampleSettings(grip=20.0, gains=Gains()))
    assert stand.distance == np.inf
