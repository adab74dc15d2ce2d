"""Contacts by segment in one world: what a batch's sensors say of the same world."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.observation import Observation
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

RIGHT, LEFT = (HandSpec.mean(side).build() for side in ("right", "left"))
K = np.where(np.arange(23) < 3, 40.0, 1.0)
FLEX = np.array([n.endswith("flex") and "wrist" not in n for n in RIGHT.joint_names])


@pytest.fixture(scope="module")
def clasped():
    """Two hands that press on each other and on a box, and fingers on their own palm."""
    hands = [
        HandInScene(RIGHT, forearm=(0, 0, 0.022, 0, 1, 0, 0)),
        HandInScene(LEFT, forearm=(0, 0, 0.09, 1, 0, 0, 0)),
    ]
    objects = [ObjectInScene(load_object("box"), pose=(0.1, -0.01, 0.06, 1, 0, 0, 0))]
    world, batch = (
        World(hands, objects, preset="fast"),
        WorldBatch(hands, objects, 1, preset="fast"),
    )
    command = {"right": Command(RIGHT.spec.rest + 0.9 * FLEX, K, 0.05 * K),
               "left": Command(LEFT.spec.rest + 1.2 * FLEX, K, 0.05 * K)}  # fmt: skip
    for _ in range(25):
        world.step(command)
        batch.step(command)
    return world, batch


@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_world_says_what_a_batch_says(clasped, hand):
    world, batch = clasped
    alone, many = world.contacts(hand), batch.contacts(hand)
    assert alone.segments == many.segments and alone.things == many.things
    assert alone.things[:2] == ("floor", "box")
    np.testing.assert_array_equal(alone.found, many.found[0])
    for name in ("pos", "normal", "force", "depth", "normal_force"):
        np.testing.assert_allclose(getattr(alone, name), getattr(many, name)[0], atol=1e-9)
    other = alone.things.index("left" if hand == "right" else "right")
    assert alone.found[:, other].any() and alone.found[:, 1].any()


def test_what_one_hand_does_to_the_other_is_done_back(clasped):
    world, _ = clasped
    right, left = world.contacts("right"), world.contacts("left")
    push = right.force[:, right.things.index("left")].sum(axis=(0, 1))
    back = left.force[:, left.things.index("right")].sum(axis=(0, 1))
    assert np.linalg.norm(push) > 0.1
    np.testing.assert_allclose(push, -back, atol=1e-12)


def test_few_slots_keep_the_strongest(clasped):
    world, _ = clasped
    one, many = world.contacts("right", slots=1), world.contacts("right")
    np.testing.assert_array_equal(one.found, many.found)
    np.testing.assert_array_equal(one.force[..., 0, :], many.force[..., 0, :])


def test_an_observation_keeps_its_contacts_and_a_world_that_never_stepped_has_none(clasped):
    world, _ = clasped
    start = world.snapshot()
    obs, expected = world.observe("right"), world.contacts("right")
    world.step()
    for mine, theirs in zip(obs.segment_contacts(), expected, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    world.restore(start)
    fresh = World(RIGHT, load_object("ball"))
    assert not fresh.contacts().found.any()
    assert fresh.observe().segment_contacts().found.shape == (17, 2)
    with pytest.raises(UnknownNameError, match="unknown hand 'lft'"):
        fresh.contacts("lft")
    rest = RIGHT.spec.rest
    bare = Observation(0.0, 0.01, rest, rest, np.zeros(7), np.zeros(5), 0.0, {})
    with pytest.raises(InputError, match="made without contacts"):
        bare.segment_contacts()
