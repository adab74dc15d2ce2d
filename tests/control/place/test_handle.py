"""What is a handle, and where on it a hand would be, on things made for it."""

import numpy as np
import pytest

from prehensile.control.place.places import prior_of
from prehensile.control.place.surroundings import surroundings
from prehensile.world.catalogue import load_object
from prehensile.world.objects.convex_part import ConvexPart
from prehensile.world.objects.object import Object, combined_moments


def test_the_heavier_a_tool_the_nearer_to_its_head_it_is_taken():
    obj = load_object("hammer")
    head = float(obj.com[0])
    liked = []
    for mass in (0.05, 0.3, 0.6, 1.2):
        handle = prior_of(obj.with_mass(mass)).handle
        assert handle is not None and not handle.loop and handle.near < handle.liked < handle.free
        liked.append(abs(float(handle.towards[0]) * handle.liked - head))
    assert liked == sorted(liked, reverse=True) and liked[-1] < 0.5 * liked[0]


def with_spout_and_loop(bow, seed):
    """A pot: a body, a straight spout longer than what is opposite, a loop of three bars."""
    import trimesh  # here: it takes a while to load

    rng = np.random.default_rng(seed)
    tall, thick = rng.uniform(0.06, 0.1), rng.uniform(0.005, 0.008)
    body = trimesh.creation.cylinder(0.05, 0.14)
    spout = trimesh.creation.cylinder(0.01, segment=[[0.045, 0, 0], [0.16, 0, 0.05]])
    out = -0.05 - bow
    corners = np.array([[-0.045, 0, tall / 2], [out, 0, tall / 2], [out, 0, -tall / 2]])
    corners = [*corners, [-0.045, 0, -tall / 2]]
    bars = [trimesh.creation.cylinder(thick, segment=corners[k : k + 2]) for k in range(3)]
    return trimesh.util.concatenate([body, spout, *bars]), thick


def made_of(name, mesh, mass):
    """An object of a mesh whose convex parts nobody asks for."""
    vertices, faces = np.asarray(mesh.vertices), np.asarray(mesh.faces, dtype=np.int32)
    com, inertia = combined_moments([(vertices, faces, mass)])
    parts = (ConvexPart("sphere", np.full(3, 0.05)),)
    return Object(name, vertices, faces, parts, mass, com, inertia)


@pytest.mark.parametrize("radius", [0.0035, 0.005, 0.007])
def test_a_stem_between_two_wider_parts_is_a_handle_however_thin(radius):
    import trimesh  # here: it takes a while to load

    foot = trimesh.creation.cylinder(0.032, segment=[[0, 0, 0], [0, 0, 0.006]])
    stem = trimesh.creation.cylinder(radius, segment=[[0, 0, 0.005], [0, 0, 0.085]])
    bowl = trimesh.creation.cylinder(0.03, segment=[[0, 0, 0.084], [0, 0, 0.15]])
    goblet = made_of("goblet", trimesh.util.concatenate([foot, stem, bowl]), 0.15)
    prior = prior_of(goblet)
    assert prior.rather_by_handle and not prior.handle.loop
    points = surroundings(goblet, np.eye(4), np.random.default_rng(0), "table").points
    held = points[prior.handle.limb.members]
    assert np.median(np.hypot(held[:, 0], held[:, 1])) < 1.2 * radius


def test_a_thin_stick_is_a_handle_and_a_wire_is_none():
    import trimesh  # here: it takes a while to load

    ball = trimesh.creation.icosphere(radius=0.02)
    for radius in (0.004, 0.0026):
        stick = trimesh.creation.cylinder(radius, segment=[[0, 0, 0.018], [0, 0, 0.12]])
        lollipop = made_of("lollipop", trimesh.util.concatenate([stick, ball]), 0.05)
        assert prior_of(lollipop).rather_by_handle == (radius > 0.003)


@pytest.mark.parametrize("seed", range(4))
def test_a_pot_is_taken_by_its_loop_and_not_by_its_spout(seed):
    mesh, thick = with_spout_and_loop(0.035, seed)
    obj = made_of("pot", mesh, 0.3)
    prior = prior_of(obj)
    points = surroundings(obj, np.eye(4), np.random.default_rng(0), "table").points
    handle = prior.handle
    assert handle is not None and handle.loop and prior.rather_by_handle
    assert (points[handle.limb.members][:, 0] < -0.03).mean() > 0.9
    assert handle.towards[0] < -0.7
    assert handle.room < handle.limb.length - 2 * thick
    bow = np.flatnonzero(points[:, 0] < -0.075)
    spout = np.flatnonzero(points[:, 0] > 0.08)
    assert prior.touched(bow) > prior.touched(spout) + 1


def pot_with(*sides, mass=0.8):
    """A pot of 12 cm, with half a ring of bars on one side or on both."""
    import trimesh  # here: it takes a while to load

    parts = [trimesh.creation.cylinder(0.06, 0.08)]
    turn = np.linspace(-np.pi / 2, np.pi / 2, 8)
    ring = 0.038 * np.column_stack([np.cos(turn), np.sin(turn), 0 * turn]) + [0.055, 0, 0.02]
    for side in sides:
        at = ring * [side, 1, 1]
        parts += [trimesh.creation.cylinder(0.006, segment=at[k : k + 2]) for k in range(7)]
    return made_of("pot", trimesh.util.concatenate(parts), mass)


def test_a_pair_of_handles_on_opposite_sides_is_for_two_hands():
    """One hand carries a stockpot; a saucepan it takes by the handle."""
    one = prior_of(pot_with(1)).handle
    assert one is not None and one.loop and one.towards[0] > 0.7
    assert prior_of(pot_with(1, -1)).handle is None


def test_a_rolling_pin_is_carried():
    import trimesh  # here: it takes a while to load

    roller = trimesh.creation.cylinder(0.028, segment=[[-0.12, 0, 0], [0.12, 0, 0]])
    ends = ([[x, 0, 0], [2 * x, 0, 0]] for x in (0.1, -0.1))
    grips = [trimesh.creation.cylinder(0.011, segment=segment) for segment in ends]
    pin = made_of("pin", trimesh.util.concatenate([roller, *grips]), 0.5)
    assert prior_of(pin).purpose == "carry"
    masher = made_of("masher", trimesh.util.concatenate([roller, grips[0]]), 0.5)
    assert prior_of(masher).purpose == "use"


def opened_press(thick, mass, high=0.036):
    """Two handles in a line, from one hinge."""
    import trimesh  # here: it takes a while to load

    hinge = trimesh.creation.box([0.02, 0.04, high])
    ends = ([[0, 0, 0], [x, 0, 0]] for x in (0.13, -0.13))
    bars = [trimesh.creation.cylinder(thick, segment=segment) for segment in ends]
    return made_of("press", trimesh.util.concatenate([hinge, *bars]), mass)


@pytest.mark.parametrize("thick", [0.007, 0.009, 0.011])
def test_a_garlic_press_that_lies_open_is_taken_by_one_of_its_handles(thick):
    """Gravity about the hand there is little; of a press four times as heavy it is not."""
    press = opened_press(thick, 0.3)
    prior = prior_of(press)
    assert prior.rather_by_handle and prior.purpose == "use" and not prior.handle.loop
    points = surroundings(press, np.eye(4), np.random.default_rng(0), "table").points
    side = np.sign(prior.handle.towards[0])
    held = side * points[prior.handle.limb.members][:, 0]
    assert held.max() > 0.12 and np.percentile(held, 5) > 0
    assert prior_of(opened_press(thick, 1.2)).handle is None


def test_so_it_is_where_its_handles_are_well_above_the_table():
    """A hand would rather be at their ends there, and yet could be near enough to the hinge."""
    prior = prior_of(opened_press(0.007, 0.3, high=0.06))
    assert prior.rather_by_handle and prior.purpose == "use"


@pytest.mark.parametrize("grip", [0.011, 0.015])
def test_a_screwdriver_is_taken_by_its_grip_and_not_by_its_blade(grip):
    import trimesh  # here: it takes a while to load

    parts = [
        trimesh.creation.cylinder(grip, segment=[[0, 0, 0], [-0.1, 0, 0]]),
        trimesh.creation.cylinder(0.0035, segment=[[-0.002, 0, 0], [0.1, 0, 0]]),
    ]
    tool = made_of("screwdriver", trimesh.util.concatenate(parts), 0.1)
    prior = prior_of(tool)
    points = surroundings(tool, np.eye(4), np.random.default_rng(0), "table").points
    assert prior.handle is not None and prior.handle.towards[0] < -0.9
    assert (points[prior.handle.limb.members][:, 0] < 0.005).mean() > 0.9


def test_a_handle_with_edges_is_one():
    """Its own edges lie farther from its middle line than its sides do: nothing is grown to it."""
    import trimesh  # here: it takes a while to load

    grip = trimesh.creation.box([0.1, 0.03, 0.016])
    blade = trimesh.creation.box([0.14, 0.034, 0.002])
    blade.apply_translation([0.118, 0, 0])
    knife = made_of("knife", trimesh.util.concatenate([grip, blade]), 0.15)
    prior = prior_of(knife)
    points = surroundings(knife, np.eye(4), np.random.default_rng(0), "table").points
    assert prior.rather_by_handle
    assert (points[prior.handle.limb.members][:, 0] < 0.055).all()


def test_a_slab_is_no_stem_for_its_own_corners():
    import trimesh  # here: it takes a while to load

    slab = made_of("slab", trimesh.creation.box([0.18, 0.028, 0.011]), 0.08)
    assert prior_of(slab).handle is None
