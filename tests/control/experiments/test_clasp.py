"""Where two hands meet: palm on palm, whatever their sizes, and out of each other's way before."""

import mujoco
import numpy as np
import pytest

from prehensile.control.arm.path import CarriedArm
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.experiments.clasp import NAMES, coming, going
from prehensile.control.experiments.handshake import shaking_hands
from prehensile.hand.segments import PALM
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

PAIRS = [(75, 10), (5, 95), (50, 50)]


def hands(pair):
    return shaking_hands(*(HandSpec.at_percentile(p).build() for p in pair))


def arrived(placed, k):
    """The hand where the two ways that it comes end."""
    arm = CarriedArm(np.asarray(placed.forearm), *((0.0, way) for way in coming(k)))
    return HandInScene(placed.hand, placed.name, forearm=arm.at(1e3).pose, q=placed.q)


def palms_apart(placed):
    world = World(placed, floor=False)
    return SurfaceDistance(world, NAMES[1], NAMES[0], palms=True)(), world


@pytest.mark.parametrize("pair", PAIRS)
def test_palms_touch_and_no_more(pair):
    apart, world = palms_apart([arrived(h, k) for k, h in enumerate(hands(pair))])
    assert 0 <= apart < 2e-5
    pushed = world.model.geom_bodyid == world.model.body(f"{NAMES[1]}/{PALM}").id
    world.data.geom_xpos[pushed] += [0.0, -1e-3, 0.0]  # the guest stands at +y
    mine = np.flatnonzero(world.model.geom_bodyid == world.model.body(f"{NAMES[0]}/{PALM}").id)
    gap = min(
        mujoco.mj_geomDistance(world.model, world.data, i, j, 1.0, None)
        for i in mine
        for j in np.flatnonzero(pushed)
    )
    assert gap < -2e-4


def test_they_begin_beyond_the_distance_at_which_hands_open():
    assert palms_apart(hands((75, 10)))[0] > 0.2


@pytest.mark.parametrize("k", [0, 1])
def test_they_go_as_they_came(k):
    placed = hands((75, 10))[k]
    start = np.asarray(placed.forearm)
    ways = [*coming(k), *going(k)]
    arm = CarriedArm(start, *((0.0, way) for way in ways))
    np.testing.assert_allclose(arm.at(1e3).pose, start, atol=1e-12)


def test_the_second_is_the_first_turned_about_the_vertical():
    first, second = (se3.from_pose7(np.asarray(h.forearm)) for h in hands((50, 50)))
    half_turn = np.diag([-1.0, -1.0, 1.0, 1.0])
    np.testing.assert_allclose(half_turn @ first, second, atol=1e-9)
