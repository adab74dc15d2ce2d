"""`World`: stepping, frames, snapshots, sameness, several hands."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.segments import GROUPS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.world.command import Command
from prehensile.world.objects.primitives import ball, box, cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

RIGHT, LEFT = (HandSpec.mean(side).build() for side in ("right", "left"))
PALM_UP = (0, 0, 0.3, 0, 1, 0, 0)
STAND = ObjectInScene(cylinder(0.02, 0.3, 1.0), "stand", (0.3, 0, 0.15, 1, 0, 0, 0), fixed=True)


def squeeze(hand=RIGHT, closing=0.5, **more):
    k = np.where(np.arange(23) < 3, 40.0, 1.0)
    q = hand.spec.rest + closing * (np.arange(23) >= 3)
    return Command(q, k, 0.05 * k, **more)


def busy_world(preset="hold"):
    """A ball in a palm, another presented on a stand, a box on the floor."""
    return World(
        HandInScene(RIGHT, forearm=PALM_UP),
        [
            STAND,
            ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0, 0.36, 1, 0, 0, 0)),
            ObjectInScene(
                ball(0.02, 0.1), "shown", (0.3, 0, 0.32, 1, 0, 0, 0), presented_by="stand"
            ),
            ObjectInScene(box((0.05, 0.05, 0.05), 0.2), pose=(-0.3, 0, 0.03, 1, 0, 0, 0)),
        ],
        preset=preset,
    )


def commands(seed, steps):
    """A fresh Command most of the time, the same one again now and then, sometimes none."""
    rng = np.random.default_rng(seed)
    last = squeeze()
    for k in range(steps):
        if rng.random() < 0.5:
            pose = np.array([0.02 * np.sin(k / 20), 0, 0.3, *so3.to_quat(so3.exp([np.pi, 0, 0]))])
            twist = np.array([0.02 * 6 * np.cos(k / 20), 0, 0, 0, 0, 0])
            last = squeeze(
                closing=rng.uniform(0, 1), torque=0.01 * rng.standard_normal(23),
                forearm=pose, forearm_twist=twist,
            )  # fmt: skip
        yield None if rng.random() < 0.1 else last


def assert_same(first, second):
    """Two frames, bit for bit."""
    assert first.time == second.time and first.aided == second.aided
    for x, y in zip(first.q + first.forearm, second.q + second.forearm, strict=True):
        np.testing.assert_array_equal(x, y)
    np.testing.assert_array_equal(first.bodies, second.bodies)
    np.testing.assert_array_equal(first.group_force, second.group_force)
    for x, y in zip(first.contacts, second.contacts, strict=True):
        np.testing.assert_array_equal(x, y)


def test_a_frame_is_the_state_before_the_step():
    world = busy_world()
    for command in commands(0, 60):
        seen = world.observe()
        frame = world.step(command)
        assert frame.time == seen.time
        np.testing.assert_array_equal(frame.q[0], seen.q)
        np.testing.assert_array_equal(frame.forearm[0], seen.forearm)
        for k, placed in enumerate(world.objects):
            np.testing.assert_array_equal(frame.bodies[k], seen.objects[placed.name])
            # MuJoCo's own derived poses still belong to that state.
            np.testing.assert_allclose(world.data.body(placed.name).xpos, frame.bodies[k, :3])
            np.testing.assert_allclose(world.data.body(placed.name).xquat, frame.bodies[k, 3:])
        after = world.observe()
        assert after.time == pytest.approx(seen.time + world.timestep)
        np.testing.assert_array_equal(after.finger_force, frame.group_force[0, :5])
        assert after.palm_force == frame.group_force[0, GROUPS.index("palm")]


def test_frames_do_not_change_afterwards():
    world = busy_world()
    for command in commands(0, 50):
        frame = world.step(command)
    copy = [np.array(x) for x in (*frame.q, *frame.forearm, frame.bodies, *frame.contacts)]
    for _ in range(10):
        world.step(squeeze(closing=1))
    for x, y in zip((*frame.q, *frame.forearm, frame.bodies, *frame.contacts), copy, strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("preset", ["hold", "fast"])
def test_same_commands_same_trajectory(preset):
    one, two = busy_world(preset), busy_world(preset)
    for command in commands(3, 120):
        assert_same(one.step(command), two.step(command))


@pytest.mark.parametrize("seed", range(3))
def test_a_snapshot_restores_bit_for_bit(seed):
    world = busy_world()
    script = list(commands(seed, 80))
    for command in script[:40]:
        world.step(command)
    world.pull("box", [0.02, 0.02, 0], [-0.2, 0, 0.2])
    world.step(script[40])
    saved = world.snapshot()
    first = [world.step(c) for c in script[41:]]
    forces = world.mouse_force
    # Go astray: other gains, released, let go, the mouse elsewhere.
    world.release("shown")
    world.let_go()
    world.pull("ball", np.zeros(3), [0, 0, 1])
    for _ in range(30):
        world.step(squeeze(closing=-0.5, forearm=np.array([0.1, 0, 0.4, 1, 0, 0, 0])))
    world.restore(saved)
    assert world.mouse is saved.mouse and world.mouse.body == "box"
    for expected, command in zip(first, script[41:], strict=True):
        assert_same(world.step(command), expected)
    np.testing.assert_array_equal(world.mouse_force, forces)


def test_the_last_command_is_written_again_after_a_restore():
    world = busy_world()
    soft, hard = squeeze(closing=0), squeeze(closing=1)
    world.step(soft)
    saved = world.snapshot()
    world.step(hard)
    spring = world.model.qpos_spring.copy()
    world.restore(saved)
    assert not np.array_equal(world.model.qpos_spring, spring)
    world.step(hard)
    np.testing.assert_array_equal(world.model.qpos_spring, spring)


def test_a_snapshot_carries_over_to_a_world_of_the_same_scene():
    one, two = busy_world(), busy_world()
    for command in commands(5, 30):
        one.step(command)
    two.restore(one.snapshot())
    for command in commands(6, 30):
        assert_same(one.step(command), two.step(command))
    with pytest.raises(InputError, match="another world"):
        World(RIGHT).restore(one.snapshot())


def test_after_a_restore_observations_are_those_of_the_snapshot():
    world = busy_world()
    for command in commands(1, 40):
        world.step(command)
    saved, seen, in_palm = world.snapshot(), world.observe(), world.object_in_palm("ball")
    for _ in range(20):
        world.step()
    world.restore(saved)
    np.testing.assert_array_equal(world.object_in_palm("ball"), in_palm)
    np.testing.assert_array_equal(world.observe().finger_force, seen.finger_force)
    np.testing.assert_array_equal(world.observe().qd, seen.qd)


def test_what_rests_in_a_hand_weighs_what_it_weighs():
    load = ObjectInScene(box((0.05, 0.05, 0.02), 0.3), pose=(0.06, 0, 0.36, 1, 0, 0, 0))
    world = World(HandInScene(RIGHT, wrist="fixed", forearm=PALM_UP), load, floor=False)
    for _ in range(360):
        frame = world.step(squeeze(closing=0))
    c, names = frame.contacts, world.contact_names
    assert all(
        names[b] == "box" and names[a].startswith("right/") for a, b in zip(c.a, c.b, strict=True)
    )
    np.testing.assert_allclose(c.force.sum(axis=0), [0, 0, 0.3 * 9.81], atol=1e-4)
    assert (c.normal[:, 2] > 0.5).any()  # from the hand below to the box above
    torque = np.cross(c.pos - frame.bodies[0, :3], c.force).sum(0) + c.torsion @ c.normal
    np.testing.assert_allclose(torque, 0, atol=1e-4)
    assert frame.group_force.sum() == pytest.approx(c.normal_force.sum())


def test_object_in_palm():
    world = busy_world()
    for command in commands(2, 30):
        world.step(command)
    seen = world.observe()
    T_palm = palm_transform(RIGHT, seen.q, se3.from_pose7(seen.forearm))
    T = world.object_in_palm("ball")
    np.testing.assert_allclose(T_palm @ T, se3.from_pose7(seen.objects["ball"]), atol=1e-12)


def test_presented_objects_stay_until_released():
    world = busy_world()
    start = world.object_pose("shown")
    for _ in range(60):
        assert world.step().aided == {"shown"}
    np.testing.assert_allclose(world.object_pose("shown"), start, atol=1e-3)
    saved = world.snapshot()
    world.release("shown")
    assert world.step().aided == frozenset()
    world.data.qvel[world.model.joint("shown/free").dofadr[0]] = 0.3
    for _ in range(120):
        world.step()
    assert world.object_pose("shown")[2] < start[2] - 0.1
    world.restore(saved)
    assert world.step().aided == {"shown"}
    for name in ("ball", "stand"):
        with pytest.raises(InputError, match="not presented"):
            world.release(name)
    with pytest.raises(UnknownNameError, match="shown"):
        world.release("mug")


def two_hands():
    return World(
        [
            HandInScene(RIGHT, wrist="fixed", forearm=(0, 0.2, 0.3, 1, 0, 0, 0)),
            HandInScene(LEFT, wrist="fixed", forearm=(0, -0.2, 0.3, 1, 0, 0, 0)),
        ]
    )


def test_commands_by_hand():
    world = two_hands()
    for _ in range(60):
        frame = world.step({"left": squeeze(LEFT)})
    index = RIGHT.joint_index("index_mcp_flex")
    assert frame.q[1][index] > frame.q[0][index] + 0.2
    assert len(frame.forearm) == 2 and frame.group_force.shape == (2, 6)
    np.testing.assert_array_equal(frame.forearm[1], [0, -0.2, 0.3, 1, 0, 0, 0])
    both = {"left": squeeze(LEFT, 0), "right": squeeze(RIGHT, 0.5)}
    for _ in range(120):
        frame = world.step(both)
    assert frame.q[0][index] > frame.q[1][index] + 0.2
    np.testing.assert_array_equal(
        world.observe("left").q, world.data.qpos[23:][_model_order(world)]
    )


def _model_order(world):
    addresses = [world.model.joint(f"left/{n}").qposadr[0] for n in LEFT.joint_names]
    return np.array(addresses) - 23


def test_with_several_hands_the_hand_must_be_named():
    world = two_hands()
    for call in (lambda: world.step(squeeze()), world.observe):
        with pytest.raises(InputError, match="say which hand: right, left"):
            call()
    with pytest.raises(UnknownNameError, match="right, left"):
        world.step({"middle": squeeze()})
    with pytest.raises(UnknownNameError, match="right, left"):
        world.observe("middle")
    with pytest.raises(InputError, match="there is none"):
        World().observe()


def test_a_hand_that_was_never_told_anything_relaxes():
    start = RIGHT.spec.rest + 0.2 * (np.arange(23) > 8)
    world = World(HandInScene(RIGHT, wrist="fixed", q=np.minimum(start, RIGHT.upper)), floor=False)
    for _ in range(600):
        frame = world.step()
    middle = RIGHT.joint_index("middle_pip_flex")
    assert abs(frame.q[0][middle] - RIGHT.spec.rest[middle]) < 0.15


def test_one_object_or_none_and_unknown_names():
    world = World(objects=ball(0.03, 0.1))
    assert world.step().bodies.shape == (1, 7) and world.step().q == ()
    assert World().step().bodies.shape == (0, 7)
    with pytest.raises(UnknownNameError, match="ball"):
        world.object_pose("bal")
    assert world.contact_names == ("floor", "ball")
    assert world.timestep == pytest.approx(1 / 120)


def test_arrays_of_an_observation_are_copies():
    world = busy_world()
    seen = world.observe()
    for array in (seen.q, seen.qd, seen.forearm, *seen.objects.values()):
        array[:] = 7
    after = world.observe()
    assert 7 not in after.q and 7 not in after.forearm and 7 not in after.objects["stand"]


@pytest.mark.parametrize("stiffness", [0.05, 5.0])
@pytest.mark.parametrize("ratio", [0.0, 2.0])
def test_squeezing_is_stable_at_a_sixtieth_of_a_second(stiffness, ratio):
    world = World(
        HandInScene(RIGHT, wrist="fixed", forearm=PALM_UP),
        ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0, 0.345, 1, 0, 0, 0)),
        timestep=1 / 60,
    )
    k = np.full(23, stiffness)
    flexes = np.array([n.endswith("flex") and not n.startswith("wrist") for n in RIGHT.joint_names])
    for n in range(180):
        q = RIGHT.spec.rest + min(n / 90, 1) * 0.8 * flexes
        frame = world.step(Command(q, k, ratio * np.sqrt(k * 1e-4)))
    assert np.abs(world.observe().qd).max() < 0.5
    assert frame.contacts.depth.max(initial=0) < 5e-3  # up to 250 N on the palm


def test_after_a_restore_shapes_are_where_the_state_says():
    world = busy_world()
    start, places = world.snapshot(), world.data.geom_xpos.copy()
    for _ in range(60):
        world.step(squeeze())
    assert np.abs(world.data.geom_xpos - places).max() > 0.01
    world.restore(start)
    np.testing.assert_allclose(world.data.geom_xpos, places, atol=1e-12)
