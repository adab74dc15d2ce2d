import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.lie import so3
from prehensile.world.mouse_spring import STRONGEST, MouseSpring
from prehensile.world.objects.primitives import ball, box
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World

TARGET = np.array([0.2, -0.1, 0.6])
SAG = 9.81 / (2 * np.pi * 3) ** 2
"""[m] of what hangs on a spring of 3 Hz"""


@pytest.mark.parametrize("mass", [0.005, 0.35, 5.0])
@pytest.mark.parametrize("timestep", [1 / 60, 1 / 240])
def test_pulls_to_the_target_less_the_sag(mass, timestep):
    world = World(
        (), ObjectInScene(ball(0.03, mass), pose=(0, 0, 0.3, 1, 0, 0, 0)), timestep=timestep
    )
    world.pull("ball", np.zeros(3), TARGET)
    highest = 0.0
    for _ in range(round(3 / timestep)):
        world.step()
        highest = max(highest, np.linalg.norm(world.object_pose("ball")[:3] - TARGET))
    np.testing.assert_allclose(world.object_pose("ball")[:3], TARGET - [0, 0, SAG], atol=1e-3)
    np.testing.assert_allclose(world.mouse_force, [0, 0, 9.81 * mass], rtol=1e-2, atol=1e-3 * mass)
    assert highest < 0.45  # never further off than at the start: no overshoot to speak of


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("frequency", [3.0, 15.0])
def test_stable_for_any_lever(seed, frequency):
    """Pulled at a far end of a thin bar, where the inertia is a small part of the mass."""
    rng = np.random.default_rng(seed)
    bar = box((0.3, 0.005, 0.005), float(rng.choice([0.005, 5.0])), name="bar")
    at = [0, 0, 0.5, *so3.to_quat(so3.random(rng))]
    world = World((), ObjectInScene(bar, pose=at), timestep=1 / 60, floor=False)
    anchor = np.array([0.15, 0, 0]) + 0.02 * rng.standard_normal(3)
    world.pull("bar", anchor, [0.05, 0.05, 0.5], frequency)
    for k in range(360):
        world.step()
        if k > 240:
            pose = world.object_pose("bar")
            point = pose[:3] + so3.from_quat(pose[3:]) @ anchor
            assert np.linalg.norm(point - [0.05, 0.05, 0.5]) < 0.15
            assert np.abs(world.data.qvel[:3]).max() < 2.5


def test_the_force_acts_at_the_anchor():
    world = World((), ObjectInScene(box((0.1, 0.1, 0.1), 1.0), pose=(0, 0, 0.5, 1, 0, 0, 0)))
    world.pull("box", [0, 0.05, 0], [0.1, 0.05, 0.5])
    world.step()
    force = world.mouse_force
    body = world.model.body("box").id
    np.testing.assert_array_equal(world.data.xfrc_applied[body, :3], force)
    np.testing.assert_allclose(world.data.xfrc_applied[body, 3:], np.cross([0, 0.05, 0], force))
    assert force[0] > 0 and abs(force[1]) < 1e-9


def test_the_force_is_limited():
    world = World((), ObjectInScene(box((0.1, 0.1, 0.1), 50.0), pose=(0, 0, 0.5, 1, 0, 0, 0)))
    world.pull("box", np.zeros(3), [5, 0, 0.5])
    world.step()
    assert np.linalg.norm(world.mouse_force) == pytest.approx(STRONGEST)


def test_letting_go_takes_only_its_own_force_away():
    things = [
        ObjectInScene(ball(0.03, 0.1), name, (0, 0.2 * k, 0.5, 1, 0, 0, 0))
        for k, name in enumerate(("one", "two"))
    ]
    world = World((), things)
    two = world.model.body("two").id
    world.data.xfrc_applied[two, 2] = 1.5
    world.pull("one", np.zeros(3), TARGET)
    assert world.step().aided == {"one"}
    world.let_go()
    assert world.mouse is None and not world.mouse_force.any()
    assert world.data.xfrc_applied.sum() == 1.5
    assert world.step().aided == frozenset()
    world.pull("one", np.zeros(3), TARGET)
    world.step()
    world.pull("two", np.zeros(3), TARGET)  # from one straight to the other
    world.step()
    assert not world.data.xfrc_applied[world.model.body("one").id].any()


def test_bad_input():
    stand = ObjectInScene(box((0.1, 0.1, 0.1), 1.0), "stand", fixed=True)
    world = World((), [stand, ball(0.03, 0.1)])
    with pytest.raises(InputError, match="fixed or mounted, so it cannot be pulled"):
        world.pull("stand", np.zeros(3), TARGET)
    with pytest.raises(UnknownNameError, match="ball"):
        world.pull("bal", np.zeros(3), TARGET)
    for bad in ([0, 0], [np.nan, 0, 0]):
        with pytest.raises(InputError, match="three finite numbers"):
            world.pull("ball", bad, TARGET)
        with pytest.raises(InputError, match="three finite numbers"):
            world.pull("ball", TARGET, bad)
    for bad in (0.0, np.nan, 100.0):
        with pytest.raises(InputError, match="frequency"):
            MouseSpring("ball", np.zeros(3), TARGET, bad)
    assert world.mouse is None
