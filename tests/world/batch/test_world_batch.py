"""`WorldBatch`: the same bits as single worlds, fields, blow-ups, snapshots, one controller."""

import logging

import mujoco
import numpy as np
import pytest

from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.control.attempt.sequence_script import SequenceScript
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.nan_guard import STATE
from prehensile.world.objects.primitives import ball, box, cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

RIGHT, LEFT = (HandSpec.mean(side).build() for side in ("right", "left"))
PALM_UP = (0, 0, 0.3, 0, 1, 0, 0)
STAND = ObjectInScene(cylinder(0.02, 0.28, 1.0), "stand", (0.09, 0, 0.5, 1, 0, 0, 0), fixed=True)
COUNT = 5
K = np.where(np.arange(23) < 3, 40.0, 1.0)


def busy_scene():
    """A ball over a palm, hanging from a stand; a box on the floor."""
    return HandInScene(RIGHT, forearm=PALM_UP), [
        STAND,
        ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0, 0.36, 1, 0, 0, 0), presented_by="stand"),
        ObjectInScene(box((0.05, 0.05, 0.05), 0.2), pose=(-0.3, 0, 0.03, 1, 0, 0, 0)),
    ]


def many_commands(seed, steps, count=COUNT):
    """Lists of one Command for each world, stacked; sometimes none, sometimes the last again."""
    rng = np.random.default_rng(seed)
    q = RIGHT.spec.rest + (np.arange(23) >= 3) * rng.uniform(0, 1, (count, 1))
    k = K * rng.uniform(0.5, 2, (count, 1))
    last = Command(q, k, 0.05 * k)
    for step in range(steps):
        if rng.random() < 0.5:
            q = RIGHT.spec.rest + (np.arange(23) >= 3) * rng.uniform(0, 1, (count, 1))
            k = K * rng.uniform(0.3, 3, (count, 23))
            angle = np.pi + rng.uniform(-0.3, 0.3, count)
            if step > 200:  # a jump too far to be made at once, in some worlds
                angle[::2] -= 2.2
            quat = so3.to_quat(so3.exp(angle[:, None] * [1.0, 0.2, 0.0]))
            pos = [0, 0, 0.3] + 0.02 * rng.standard_normal((count, 3))
            twist = rng.standard_normal((count, 6)) * (rng.random((count, 1)) < 0.7)
            last = Command(
                q, k, 0.05 * k, torque=0.01 * rng.standard_normal((count, 23)),
                qd_ref=rng.standard_normal((count, 23)),
                forearm=np.concatenate([pos, quat], axis=1), forearm_twist=0.3 * twist,
            )  # fmt: skip
        yield None if rng.random() < 0.1 else last


def of_world(command, i):
    """World i's part of a batched Command."""
    if command is None:
        return None
    fields = ("q_ref", "stiffness", "damping", "qd_ref", "torque", "forearm", "forearm_twist")
    parts = {name: getattr(command, name) for name in fields}
    return Command(**{name: x if x is None else x[i] for name, x in parts.items()})


def state_of(world):
    state = np.zeros(mujoco.mj_stateSize(world.model, STATE))
    mujoco.mj_getState(world.model, world.data, state, STATE)
    return state


def states_of(batch):
    return np.stack([batch.world_snapshot(i).state for i in range(batch.count)])


@pytest.mark.parametrize(("preset", "threads"), [("hold", 2), ("fast", 1)])
def test_every_world_does_what_it_would_do_alone(preset, threads):
    scene = busy_scene()
    batch = WorldBatch(*scene, COUNT, preset=preset, threads=threads)
    worlds = [World(*scene, preset=preset) for _ in range(COUNT)]
    release_at = [30, 10, 60, 90, 45]
    touched = 0
    for step, command in enumerate(many_commands(1, 300)):
        due = np.array([at == step for at in release_at])
        if due.any():
            batch.release("ball", due)
        batch.step(command)
        seen = batch.observe()
        for i, world in enumerate(worlds):
            if due[i]:
                world.release("ball")
            frame = world.step(of_world(command, i))
            alone = world.observe()
            np.testing.assert_array_equal(batch.world_snapshot(i).state, state_of(world))
            for name in ("time", "q", "qd", "forearm"):
                np.testing.assert_array_equal(getattr(seen, name)[i], getattr(alone, name))
            for name in alone.objects:
                np.testing.assert_array_equal(seen.objects[name][i], alone.objects[name])
            np.testing.assert_allclose(seen.finger_force[i], alone.finger_force, rtol=1e-12)
            np.testing.assert_allclose(seen.palm_force[i], alone.palm_force, rtol=1e-12)
            touched += frame.group_force.sum() > 0
    assert touched > 400 and batch.alive.all()


@pytest.mark.long
def test_threads_change_nothing():
    batches = [WorldBatch(*busy_scene(), COUNT, threads=threads) for threads in (1, 2, 3)]
    for command in many_commands(2, 60):
        for batch in batches:
            batch.step(command)
    first, *others = map(states_of, batches)
    for other in others:
        np.testing.assert_array_equal(first, other)


def test_two_hands_and_a_hinge():
    scene = (
        [
            HandInScene(RIGHT, forearm=PALM_UP, wrist="fixed"),
            HandInScene(LEFT, forearm=(0, 0, 0.37, 1, 0, 0, 0)),
        ],
        ObjectInScene(load_object("dial"), pose=(0.5, 0, 0.2, 1, 0, 0, 0)),
    )
    batch, world = WorldBatch(*scene, 2), World(*scene)
    assert batch.sensors.things["right"][-1] == "left"
    squeeze = Command(RIGHT.spec.rest + 0.8 * (np.arange(23) >= 3), K, 0.05 * K)
    lower = Command(LEFT.spec.rest, K, 0.05 * K, forearm=np.array([0, 0, 0.34, 1.0, 0, 0, 0]))
    for _ in range(60):
        batch.step({"right": squeeze, "left": lower})
        frame = world.step({"right": squeeze, "left": lower})
    for row, name in enumerate(("right", "left")):
        force = frame.group_force[row]
        assert force.sum() > 1
        np.testing.assert_allclose(batch.observe(name).finger_force[1], force[:5], rtol=1e-12)
        np.testing.assert_allclose(batch.observe(name).forearm[1], frame.forearm[row], atol=1e-3)
        assert batch.contacts(name).found[..., -1].sum() > 0  # the other hand
    np.testing.assert_allclose(batch.object_pose("dial")[1], world.object_pose("dial"), atol=1e-12)
    with pytest.raises(InputError, match="say which hand: right, left"):
        batch.observe()
    with pytest.raises(InputError, match=r"wrist of 'right' is fixed"):
        batch.step({"right": lower})


@pytest.mark.long
def test_one_sequencer_serves_a_world_and_a_batch():
    """A batch that starts from a World's snapshot, each world with its own mass, goes its way."""
    obj = load_object("cylinder")
    scene = sequence_play(obj, RIGHT, find_candidates(obj, RIGHT, seed=0)[0], 20.0)
    world, motion = scene.world, scene.controller.motion
    batch = WorldBatch(world.hands, world.objects, 3)
    batch.set_mass("cylinder", [obj.mass, 0.5 * obj.mass, 1.2 * obj.mass])
    many = SequenceScript(RIGHT, motion)
    many.reset(batch.observe())
    while scene.controller.phase != "hold":
        obs = batch.observe()
        command = many.act(obs)
        alone = scene.controller.act(world.observe())
        if many.phase[0] == "approach":
            np.testing.assert_array_equal(command.q_ref[0], alone.q_ref)
            np.testing.assert_array_equal(command.forearm[0], alone.forearm)
        batch.step(command)
        world.step(alone)
    assert [name for name, *_ in many.spans(1)] == ["approach", "close", "squeeze", "lift"]
    # Forces are summed in another order, so the two may part in the last bit, and go on parting.
    np.testing.assert_allclose(batch.object_pose("cylinder")[0], world.object_pose("cylinder"),
                               atol=2e-3)  # fmt: skip
    assert (batch.object_pose("cylinder")[:, 2] > world.objects[1].pose[2] + 0.1).all()
    grip = batch.observe().finger_force.sum(axis=1) + batch.observe().palm_force
    assert (grip > 6).all()


def test_a_snapshot_of_a_world_starts_every_world():
    scene = busy_scene()
    batch, world = WorldBatch(*scene, 3), World(*scene)
    script = list(many_commands(7, 80))
    world.release("ball")
    for command in script[:40]:
        world.step(of_world(command, 0))
    batch.restore(world.snapshot())
    np.testing.assert_array_equal(batch.observe().finger_force[2], world.observe().finger_force)
    for command in script[40:]:
        one = of_world(command, 0)
        batch.step(one)
        world.step(one)
    for i in range(3):
        np.testing.assert_array_equal(batch.world_snapshot(i).state, state_of(world))
    # And back: one world taken out of a batch goes on in a World of its own.
    other = World(*scene)
    other.restore(batch.world_snapshot(1))
    for command in script[:20]:
        one = of_world(command, 1)
        batch.step(one)
        other.step(one)
    np.testing.assert_array_equal(batch.world_snapshot(1).state, state_of(other))


def test_a_snapshot_restores_bit_for_bit():
    batch = WorldBatch(*busy_scene(), COUNT)
    script = list(many_commands(4, 90))
    batch.set_mass("ball", np.linspace(0.05, 0.2, COUNT))
    batch.release("ball", np.arange(COUNT) < 3)
    for command in script[:50]:
        batch.step(command)
    saved, seen, contacts = batch.snapshot(), batch.observe(), batch.contacts()
    for command in script[50:]:
        batch.step(command)
    expected = states_of(batch)
    # Go astray.
    batch.set_mass("ball", 0.3)
    batch.set_friction("ball", 2.0)
    batch.release("ball")
    batch.reset(np.arange(COUNT) == 2)
    for command in many_commands(5, 20):
        batch.step(command)
    batch.restore(saved)
    np.testing.assert_array_equal(batch.observe().finger_force, seen.finger_force)
    for x, y in zip(batch.contacts(), contacts, strict=True):
        np.testing.assert_array_equal(x, y)
    for command in script[50:]:
        batch.step(command)
    np.testing.assert_array_equal(states_of(batch), expected)


def test_reset_and_restore_some_worlds():
    batch, fresh = WorldBatch(*busy_scene(), COUNT), WorldBatch(*busy_scene(), COUNT)
    script = list(many_commands(8, 60))
    for command in script[:30]:
        batch.step(command)
    mid = batch.snapshot()
    for command in script[30:]:
        batch.step(command)
    end = states_of(batch)
    mask = np.array([True, False, False, True, False])
    batch.reset(mask)
    assert (batch.time > 0).tolist() == (~mask).tolist()
    assert not batch.contacts().found[mask].any() and not batch.observe().finger_force[mask].any()
    np.testing.assert_array_equal(states_of(batch)[~mask], end[~mask])
    for command in script[:20]:
        batch.step(command)
        fresh.step(command)
    np.testing.assert_array_equal(states_of(batch)[mask], states_of(fresh)[mask])
    batch.restore(mid, ~mask)
    for command in script[30:]:
        batch.step(command)
    np.testing.assert_array_equal(states_of(batch)[~mask], end[~mask])


def test_a_world_that_blows_up_stands_still_and_the_others_go_on(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    logging.getLogger("prehensile.mujoco").setLevel(logging.CRITICAL)
    scene = busy_scene()
    batch, calm = WorldBatch(*scene, COUNT, threads=2), WorldBatch(*scene, COUNT)
    bad = np.arange(COUNT) == 3
    torque = np.where(bad[:, None], 1e12, 0.0) * np.ones(23)
    k = np.tile(K, (COUNT, 1))
    relaxed = Command(np.tile(RIGHT.spec.rest, (COUNT, 1)), k, 0.05 * k)
    for step in range(40):
        batch.step(
            Command(relaxed.q_ref, k, 0.05 * k, torque=torque) if step == 10 else relaxed
        )  # fmt: skip
        calm.step(relaxed)
    assert batch.alive.tolist() == (~bad).tolist()
    np.testing.assert_array_equal(states_of(batch)[~bad], states_of(calm)[~bad])
    obs = batch.observe()
    assert obs.time[3] == pytest.approx(10 / 120) and np.isfinite(obs.q).all()
    assert obs.finger_force[3].sum() == 0 and not batch.contacts().found[3].any()
    batch.reset(bad)
    batch.step(relaxed)
    assert batch.alive.all() and not list(tmp_path.iterdir())
    assert capfd.readouterr() == ("", "")


def test_bad_input_is_one_clear_line():
    scene = busy_scene()
    for count in (0, -3, 2.5, True):
        with pytest.raises(InputError, match=r"count is .*; expected a whole number of at least 1"):
            WorldBatch(*scene, count)
    with pytest.raises(InputError, match="threads is -1"):
        WorldBatch(*scene, 2, threads=-1)
    batch = WorldBatch(*scene, 3)
    two = Command(np.zeros((2, 23)), np.ones((2, 23)), np.ones((2, 23)))
    with pytest.raises(InputError, match=r"q_ref has shape \(2, 23\); expected \(3, 23\), or"):
        batch.step(two)
    with pytest.raises(InputError, match="q_ref holds a value that is not finite"):
        batch.step(Command(np.full((3, 23), np.nan), np.ones((3, 23)), np.ones((3, 23))))
    fine = Command(RIGHT.spec.rest, K, 0.05 * K)
    for call in (lambda: batch.step({"lft": fine}), lambda: batch.observe("lft"),
                 lambda: batch.contacts("lft")):  # fmt: skip
        with pytest.raises(UnknownNameError, match="unknown hand 'lft'"):
            call()
    for call in (lambda: batch.set_mass("bal", 1), lambda: batch.object_pose("bal"),
                 lambda: batch.release("bal"), lambda: batch.set_friction("bal", 1)):  # fmt: skip
        with pytest.raises(UnknownNameError, match=r"bal.*Did you mean 'ball'"):
            call()
    with pytest.raises(InputError, match="'box' is not presented"):
        batch.release("box")
    with pytest.raises(InputError, match="'ball' is still presented"):
        batch.place("ball", PALM_UP)
    with pytest.raises(InputError, match=r"expected \(3,\) booleans"):
        batch.reset([0, 1])
    with pytest.raises(InputError, match="another batch"):
        batch.restore(WorldBatch(*scene, 4).snapshot())
    with pytest.raises(InputError, match="another scene"):
        batch.restore(World(RIGHT).snapshot())
    with pytest.raises(InputError, match="no world 3"):
        batch.world_snapshot(3)


def test_observations_do_not_change_afterwards():
    batch = WorldBatch(*busy_scene(), 2)
    script = list(many_commands(0, 40, 2))
    for command in script[:30]:
        batch.step(command)
    obs, contacts = batch.observe(), batch.contacts()
    arrays = [obs.time, obs.q, obs.qd, obs.forearm, obs.finger_force, *obs.objects.values()]
    arrays += list(contacts[:6])
    copies = [a.copy() for a in arrays]
    for command in script[30:]:
        batch.step(command)
    for a, b in zip(arrays, copies, strict=True):
        np.testing.assert_array_equal(a, b)
