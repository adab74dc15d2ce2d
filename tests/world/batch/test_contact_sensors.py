"""Contact sensors say what the contact record says, and leave out what a hand does to itself."""

from itertools import pairwise

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.segments import GROUPS
from prehensile.hand.spec import HandSpec
from prehensile.world.batch.contact_sensors import ContactSensors, add_contact_sensors
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.segment_contacts import SLOTS
from prehensile.world.world import World

RIGHT = HandSpec.mean("right").build()
FLEX = np.array([n.endswith("flex") and "wrist" not in n for n in RIGHT.joint_names])
K = np.where(np.arange(23) < 3, 40.0, 1.0)


def fist(closing):
    return Command(RIGHT.spec.rest + closing * FLEX, K, 0.05 * K)


@pytest.fixture(scope="module", params=["mug", "box", "ball"])
def squeezed(request):
    """An object in a closing hand that lies on the floor: contacts of every kind."""
    scene = (
        HandInScene(RIGHT, forearm=(0, 0, 0.022, 0, 1, 0, 0)),
        ObjectInScene(load_object(request.param), "thing", (0.1, -0.01, 0.1, 1, 0, 0, 0)),
    )
    world, batch = World(*scene), WorldBatch(*scene, 2)
    frames = []
    for step in range(150):
        command = fist(min(step / 60, 1.4))
        frames.append((world.step(command), batch.observe()))
        batch.step(command)
    return world, batch, frames


def test_slots_hold_the_contact_record(squeezed):
    world, batch, frames = squeezed
    names, record = world.contact_names, frames[-1][0].contacts
    segments, things = batch.sensors.segments["right"], batch.sensors.things["right"]
    sensed = batch.contacts()
    outside = 0
    for s, segment in enumerate(segments):
        for t, thing in enumerate(things):
            mine = [k for k in range(len(record.a)) if names[record.a[k]] == f"right/{segment}"
                    and names[record.b[k]] == thing]  # fmt: skip
            mine.sort(key=lambda k: -np.linalg.norm(record.force[k]))
            assert sensed.found[1, s, t] == len(mine)
            outside += len(mine)
            n = min(len(mine), sensed.pos.shape[3])
            for name in ("pos", "normal", "force", "depth", "normal_force"):
                got = getattr(sensed, name)[1, s, t]
                np.testing.assert_allclose(got[:n], getattr(record, name)[mine[:n]], atol=1e-9)
                assert not got[n:].any()
    assert outside >= 2 and things == ("floor", "thing")


def test_what_a_hand_does_to_itself_is_left_out():
    scene = (HandInScene(RIGHT, forearm=(0, 0, 0.5, 1, 0, 0, 0)), ())
    world, batch = World(*scene), WorldBatch(*scene, 1)
    for _ in range(120):
        frame = world.step(fist(1.6))
        batch.step(fist(1.6))
    assert len(frame.contacts.a) > 0, "a fist touches itself"
    assert not batch.contacts().found.any()
    assert not batch.observe().finger_force.any() and not frame.group_force.any()


def test_group_forces_equal_those_of_world(squeezed):
    _, batch, frames = squeezed
    pressed = 0
    for (before, _), (_, seen) in pairwise(frames):
        expected = before.group_force[0]
        np.testing.assert_allclose(seen.finger_force[1], expected[:5], rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(seen.palm_force[1], expected[5], rtol=1e-9, atol=1e-12)
        pressed += expected.sum() > 0
    assert pressed > 100 and batch.contacts().found.max() <= SLOTS


def test_too_few_slots_keep_the_strongest_and_say_how_many_there_were():
    scene = (
        HandInScene(RIGHT, forearm=(0, 0, 0.3, 0, 1, 0, 0)),
        ObjectInScene(load_object("mug"), pose=(0.1, 0, 0.38, 1, 0, 0, 0)),
    )
    one, many = WorldBatch(*scene, 1, slots=1), WorldBatch(*scene, 1)
    missing = 0
    for step in range(120):
        for batch in (one, many):
            batch.step(fist(step / 100))
        a, b = one.contacts(), many.contacts()
        np.testing.assert_array_equal(a.found, b.found)
        np.testing.assert_array_equal(a.force[..., 0, :], b.force[..., 0, :])
        missing += (a.found > 1).sum()
    assert missing > 0


def test_only_named_things_are_sensed():
    scene = (
        HandInScene(RIGHT, forearm=(0, 0, 0.022, 0, 1, 0, 0)),
        [
            ObjectInScene(load_object("box"), pose=(0.1, -0.01, 0.1, 1, 0, 0, 0)),
            ObjectInScene(load_object("ball"), pose=(0.5, 0, 0.1, 1, 0, 0, 0)),
        ],
    )
    batches = {sense: WorldBatch(*scene, 1, preset="fast", sense=sense)
               for sense in (None, ("box",), ())}  # fmt: skip
    for step in range(60):
        for batch in batches.values():
            batch.step(fist(step / 40))
    all_of_it, box, nothing = batches.values()
    assert box.sensors.things["right"] == ("box",) and box.model.nsensor == 17
    expected, column = all_of_it.contacts(), all_of_it.sensors.things["right"].index("box")
    assert expected.found[..., column].any() and expected.found[..., 0].any()  # and the floor
    assert box.contacts().things == ("box",)
    np.testing.assert_array_equal(box.contacts().force[:, :, 0], expected.force[:, :, column])
    pressed = expected.normal_force[:, :, column].sum()
    felt = box.observe()
    assert felt.finger_force.sum() + felt.palm_force.sum() == pytest.approx(pressed)
    assert nothing.model.nsensor == 0 and not nothing.observe().palm_force.any()
    np.testing.assert_array_equal(box.observe().q, all_of_it.observe().q)


def test_what_cannot_be_sensed_is_said():
    scene = (RIGHT, load_object("ball"))
    with pytest.raises(UnknownNameError, match=r"thing to sense .bal.*Did you mean 'ball'"):
        WorldBatch(*scene, 1, sense=("bal",))
    with pytest.raises(UnknownNameError, match="thing to sense 'floor'"):
        WorldBatch(*scene, 1, sense=("floor",), floor=False)
    with pytest.raises(InputError, match="sense is the text 'ball'; expected a list"):
        WorldBatch(*scene, 1, sense="ball")


def test_rows_are_named_group_by_group():
    batch = WorldBatch(RIGHT, (), 1, floor=True)
    segments = batch.sensors.segments["right"]
    groups = [RIGHT.segments[s].group for s in segments]
    assert sorted(groups, key=GROUPS.index) == groups and set(groups) == set(GROUPS)
    with pytest.raises(UnknownNameError, match="hand"):
        batch.sensors.read(np.zeros((1, batch.model.nsensordata)), "left")


def test_a_hand_alone_in_space_has_no_sensors():
    batch = WorldBatch(RIGHT, (), 2, floor=False)
    batch.step(fist(0.5))
    assert batch.model.nsensor == 0
    assert batch.contacts().found.shape == (2, 17, 0)
    assert not batch.observe().finger_force.any()


def test_sensors_do_not_change_the_simulation():
    scene = World(RIGHT, ObjectInScene(load_object("ball"), pose=(0.1, 0, 0.4, 1, 0, 0, 0))).scene
    spec = scene.spec()
    add_contact_sensors(spec, scene)
    models = [scene.compile(), spec.compile()]
    assert ContactSensors(models[1], scene).things["right"] == ("floor", "ball")
    ends = []
    for model in models:
        data = mujoco.MjData(model)
        for _ in range(100):
            mujoco.mj_step(model, data)
        ends.append(data.qpos.copy())
    np.testing.assert_array_equal(*ends)


def test_some_worlds_are_read_as_all_are_by_both_twins(squeezed, monkeypatch):
    batch = squeezed[1]
    whole = batch.contacts()
    assert whole.found.any()
    for plain in "01":
        monkeypatch.setenv("PREHENSILE_PLAIN", plain)
        some = batch.observe(worlds=np.array([1])).segment_contacts()
        for one, other in zip(whole[:6], some[:6], strict=True):
            np.testing.assert_array_equal(one[[1]], other)
