"""Distances in a world against brute force and a closed form."""

import mujoco
import numpy as np
import pytest

from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import Capsule
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

HAND = Hand()


def brute_force(world, mine, theirs):
    """Every pair, the slow way."""
    model, data = world.model, world.data
    names = [model.body(int(b)).name for b in model.geom_bodyid]
    a = [g for g, n in enumerate(names) if mine(n)]
    b = [g for g, n in enumerate(names) if theirs(n)]
    return min(mujoco.mj_geomDistance(model, data, i, j, 10.0, None) for i in a for j in b)


def of_hand(name):
    return lambda body: body.startswith(f"{name}/") and body != f"{name}/forearm"


@pytest.mark.parametrize("at", [(0.25, 0, 0.2), (0.1, 0.02, 0.22), (0.0, 0.3, 0.3), (0.1, 0, 0.26)])
def test_a_mug(at):
    world = World(HAND, ObjectInScene(load_object("mug"), pose=(*at, 1, 0, 0, 0)))
    found = SurfaceDistance(world, "mug")()
    assert found == pytest.approx(brute_force(world, of_hand("right"), lambda b: b == "mug"))


def test_a_ball_below_a_capsule_of_the_palm():
    metacarpal = [s for s in HAND.segments["wrist"].collides if isinstance(s, Capsule)][1]
    middle = (metacarpal.start + metacarpal.end) / 2 + [0, 0, 0.3]
    ball_at = middle - [0, 0, 0.08]
    world = World(HAND, ObjectInScene(ball(0.02, mass=0.1), pose=(*ball_at, 1, 0, 0, 0)))
    gap = SurfaceDistance(world, "ball", palms=True)()
    assert gap == pytest.approx(0.08 - metacarpal.radius - 0.02, abs=1e-4)


def test_another_hand_and_its_palm():
    other = HandSpec.at_percentile(10).build()
    far = (0.45, 0.0, 0.3, 0.0, 0.0, 0.0, 1.0)
    world = World([HandInScene(HAND, "a"), HandInScene(other, "b", forearm=far)])
    found = SurfaceDistance(world, "b", "a")()
    assert found == pytest.approx(brute_force(world, of_hand("a"), of_hand("b")))
    assert SurfaceDistance(world, "a", "b")() == pytest.approx(found)
    palms = SurfaceDistance(world, "b", "a", palms=True)()
    assert palms == pytest.approx(
        brute_force(world, lambda n: n == "a/wrist", lambda n: n == "b/wrist")
    )
    assert palms > found + 0.1


def test_no_farther_than_wanted():
    world = World(HAND, ObjectInScene(ball(0.02, mass=0.1), pose=(3, 0, 0.2, 1, 0, 0, 0)))
    assert SurfaceDistance(world, "ball", farthest=0.7)() == 0.7


def test_unknown_names():
    world = World(HAND, load_object("mug"))
    with pytest.raises(UnknownNameError, match="mug"):
        SurfaceDistance(world, "cup")
    with pytest.raises(UnknownNameError, match="right"):
        SurfaceDistance(world, "mug", hand="left")


def test_near_enough_ends_the_search():
    inside = (0.1, 0, 0.26, 1, 0, 0, 0)
    world = World(HAND, ObjectInScene(load_object("mug"), pose=inside))
    assert SurfaceDistance(world, "mug")() <= SurfaceDistance(world, "mug", enough=0.1)() <= 0.1
    far = World(HAND, ObjectInScene(load_object("mug"), pose=(0.6, 0, 0.26, 1, 0, 0, 0)))
    assert SurfaceDistance(far, "mug", enough=0.1)() == SurfaceDistance(far, "mug")()


def test_what_was_nearest_last_time_is_no_more_than_a_hint():
    """The nearest pair changes as the ball goes round the hand."""
    world = World(HAND, ObjectInScene(ball(0.02, mass=0.1), pose=(0.1, 0, 0.5, 1, 0, 0, 0)))
    distance = SurfaceDistance(world, "ball")
    seen = set()
    for angle in np.linspace(0, 2 * np.pi, 25):
        world.data.joint("ball/free").qpos[:3] = (
            0.1 + 0.12 * np.cos(angle), 0.12 * np.sin(angle), 0.3 + 0.05 * np.cos(3 * angle)
        )  # fmt: skip
        mujoco.mj_kinematics(world.model, world.data)
        expected = brute_force(world, of_hand("right"), lambda b: b == "ball")
        assert distance() == pytest.approx(expected, abs=1e-6)
        seen.add(distance._nearest)
    assert len(seen) > 5
