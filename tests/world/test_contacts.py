"""The contact record against MuJoCo's own `mj_contactForce`, contact by contact."""

import mujoco
import numpy as np
import pytest

from prehensile.hand.segments import GROUP_OF_SEGMENT, GROUPS
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.world import contacts as contacts_module
from prehensile.world.command import Command
from prehensile.world.contacts import ContactReader, stands, touches
from prehensile.world.objects.primitives import ball, box, capsule, cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

SIDES = {side: HandSpec.mean(side).build() for side in ("right", "left")}


def random_world(seed):
    """One or two hands, palms up and overlapping, with things dropped on them."""
    rng = np.random.default_rng(seed)
    names = [["right"], ["left"], ["right", "left"], ["left", "right"]][seed % 4]
    hands = []
    for k, side in enumerate(names):
        turn = so3.to_quat(so3.exp([np.pi, 0, 0]) @ so3.exp(0.3 * rng.standard_normal(3)))
        wrist = ("driven", "fixed", "free")[int(rng.integers(3))]
        at = [0.02 * k, 0.01 * k, 0.12 + 0.03 * k]
        hands.append(HandInScene(SIDES[side], wrist=wrist, forearm=[*at, *turn]))
    shapes = [
        ball(0.02, 0.05), box((0.05, 0.04, 0.03), 0.1), capsule(0.015, 0.08, 0.1),
        cylinder(0.02, 0.06, 0.1), box((0.06, 0.02, 0.02), 0.05, name="bar"),
    ]  # fmt: skip
    objects = []
    for shape in shapes:
        at = [0.09, 0, 0.22] + 0.04 * rng.standard_normal(3)
        objects.append(ObjectInScene(shape, pose=[*at, *so3.to_quat(so3.random(rng))]))
    # Two hands thrust into each other press with kilonewtons, where noslip does not converge.
    return World(hands, objects, preset="fast", timestep=1 / 120), rng


def random_command(hand, rng):
    k = rng.uniform(0.2, 2, 23)
    q = rng.uniform(hand.lower, hand.upper)
    return Command(q, k, 0.05 * k)


def stepped(seed, steps=80):
    """Frames of a random world with the world right after each."""
    world, rng = random_world(seed)
    for k in range(steps):
        command = (
            {h.name: random_command(h.hand, rng) for h in world.hands} if k % 20 == 0 else None
        )
        yield world, world.step(command)


def name_of(world, geom):
    body = world.model.body(int(world.model.geom_bodyid[geom])).name
    return "floor" if body == "world" else body


@pytest.mark.parametrize("seed", range(12))
def test_every_contact_equals_mujocos_own(seed):
    seen = flipped = 0
    for world, frame in stepped(seed):
        names, record = world.contact_names, frame.contacts
        assert len(record.a) == world.data.ncon
        hand_rank = {h.name: k for k, h in enumerate(world.hands)}
        groups = np.zeros_like(frame.group_force)
        for k in range(world.data.ncon):
            contact = world.data.contact[k]
            f = np.zeros(6)
            mujoco.mj_contactForce(world.model, world.data, k, f)
            axes = contact.frame.reshape(3, 3)
            first, second = name_of(world, contact.geom[0]), name_of(world, contact.geom[1])
            sign = 1 if (names[record.a[k]], names[record.b[k]]) == (first, second) else -1
            if sign < 0:
                assert (names[record.a[k]], names[record.b[k]]) == (second, first)
            np.testing.assert_allclose(record.force[k], sign * f[:3] @ axes, atol=1e-12)
            np.testing.assert_allclose(record.normal[k], sign * axes[0])
            np.testing.assert_array_equal(record.pos[k], contact.pos)
            assert record.depth[k] == -contact.dist
            # The torque on b is sign · f[3] · axes[0]; about the normal that is f[3].
            assert record.torsion[k] == pytest.approx(f[3])
            assert record.normal_force[k] == pytest.approx(record.force[k] @ record.normal[k])
            assert record.normal_force[k] >= -1e-12
            ranks = [hand_rank.get(n.partition("/")[0], 99) for n in (first, second)]
            if ranks[0] != ranks[1]:
                assert names[record.a[k]] == (first, second)[int(np.argmin(ranks))]
            for name, rank in zip((first, second), ranks, strict=True):
                if rank != 99 and ranks[0] != ranks[1]:  # not what a hand does to itself
                    group = GROUPS.index(GROUP_OF_SEGMENT[name.partition("/")[2]])
                    groups[rank, group] += f[0]
            seen += 1
            flipped += sign < 0
        np.testing.assert_allclose(frame.group_force, groups, atol=1e-9)
    assert seen > 100 and flipped > 0


def test_forces_on_every_object_add_up_to_newtons_law():
    """Mass · (v⁺ − v)/h = weight + contact forces, for every object in every step."""
    world, rng = random_world(2)
    model, data = world.model, world.data
    h = world.timestep
    commands = {hand.name: random_command(hand.hand, rng) for hand in world.hands}
    for _ in range(60):
        before = {o.name: data.qvel[model.joint(f"{o.name}/free").dofadr[0] :][:3].copy()
                  for o in world.objects}  # fmt: skip
        frame = world.step(commands)
        c, names = frame.contacts, np.array(world.contact_names)
        for o in world.objects:
            after = data.qvel[model.joint(f"{o.name}/free").dofadr[0] :][:3]
            got = o.object.mass * (after - before[o.name]) / h
            force = c.force[names[c.b] == o.name].sum(0) - c.force[names[c.a] == o.name].sum(0)
            expected = force - np.array([0, 0, 9.81 * o.object.mass])
            # Objects turn about their centre of mass, which is their origin here. The solver stops
            # at a residual of about a millinewton.
            np.testing.assert_allclose(got, expected, atol=2e-3 + 1e-4 * np.abs(expected).max())


def test_contacts_that_the_solver_left_out_have_no_force():
    address, efc = np.array([-1, 8, -1, 12]), np.arange(20.0)
    f = contacts_module._cone_rows(address, efc)
    np.testing.assert_array_equal(f, [[0] * 4, [8, 9, 10, 11], [0] * 4, [12, 13, 14, 15]])
    whole = contacts_module._cone_rows(np.array([4, 8]), efc)
    np.testing.assert_array_equal(whole, [[4, 5, 6, 7], [8, 9, 10, 11]])
    whole[:] = 0
    assert efc[4] == 4  # a copy
    middle = contacts_module._cone_rows(np.array([4, -1, 8]), efc)
    np.testing.assert_array_equal(middle[:, 0], [4, 0, 8])


def test_known_sets_of_contacts_are_bounded_and_change_nothing(monkeypatch):
    frames = [frame for _, frame in stepped(3, steps=60)]
    monkeypatch.setattr(contacts_module, "KNOWN_SETS", 1)
    for first, (_, second) in zip(frames, stepped(3, steps=60), strict=True):
        for x, y in zip(first.contacts, second.contacts, strict=True):
            np.testing.assert_array_equal(x, y)
        np.testing.assert_array_equal(first.group_force, second.group_force)


def test_shared_arrays_cannot_be_written():
    *_, (_, frame) = stepped(0, steps=60)
    with pytest.raises(ValueError, match="read-only"):
        frame.contacts.a[0] = 7


def test_no_contacts():
    world = World(SIDES["right"], floor=False)
    frame = world.step()
    assert frame.contacts.a.size == 0
    assert frame.group_force.shape == (1, 6) and not frame.group_force.any()


def test_pyramids_and_other_dimensions_are_our_own_mistake():
    world = World(SIDES["right"])
    world.model.opt.cone = mujoco.mjtCone.mjCONE_PYRAMIDAL
    with pytest.raises(AssertionError):
        ContactReader(world.model, ("right",))


def test_what_lies_on_the_floor_stands_and_what_falls_does_not():
    thing = box((0.04, 0.04, 0.04), 0.1)
    for height, standing in ((0.0199, True), (0.5, False)):
        pose = (0.5, 0.5, height, 1, 0, 0, 0)
        world = World(HandInScene(SIDES["right"]), ObjectInScene(thing, pose=pose))
        world.step()
        assert stands(world.observe(), "box") is standing


def test_a_touch_has_the_whole_force_and_its_part_along_the_push():
    """Of a box on a palm, friction and all: together they carry it, by Newton's law."""
    turn = so3.to_quat(so3.exp(np.array([np.pi, 0, 0])))
    hand = HandInScene(SIDES["right"], wrist="fixed", forearm=[0, 0, 0.3, *turn])
    thing = ObjectInScene(box((0.03, 0.06, 0.03), 0.1), pose=(0.07, 0, 0.335, 1, 0, 0, 0))
    world = World(hand, thing)
    for _ in range(240):
        world.step()
    seen = world.observe()
    felt = touches(seen, "box")
    assert felt and not stands(seen, "box")
    for touch in felt:
        assert touch.whole @ touch.push == pytest.approx(touch.force)
    total = sum(touch.whole for touch in felt)
    np.testing.assert_allclose(total, [0, 0, 0.1 * 9.81], atol=0.03)


def test_slip_is_the_velocity_of_what_slides(rng: np.random.Generator) -> None:
    """A box on the floor, pushed to 0.3 m/s: all corners slip as fast, and slower by μ g t."""
    world = World([], [ObjectInScene(box((0.06, 0.05, 0.04), 0.1), pose=[0, 0, 0.02, 1, 0, 0, 0])])
    assert len(world.contact_slip()) == 0
    for _ in range(50):
        frame = world.step()
    assert len(world.contact_slip()) == len(frame.contacts.a) and world.contact_slip().max() < 1e-4
    way = rng.uniform(0, 2 * np.pi)
    world.data.qvel[:2] = 0.3 * np.cos(way), 0.3 * np.sin(way)
    frame = world.step()
    touching = frame.contacts.normal_force > 0
    assert touching.any() and np.allclose(world.contact_slip()[touching], 0.3, atol=1e-3)
    world.step()
    assert (world.contact_slip() < 0.3).all()
