"""Faults of a rehearsal's end, one by one; bounds are the rubric's."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.attempt.turns.rehearsed_looks import Ending, faults, pressing_digits
from prehensile.control.example.style import load_style
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import load_object
from prehensile.world.contacts import Contacts
from prehensile.world.world import World

HAND = Hand()
TRIPOD = load_style("tripod").on(HAND)
NAMES = ("right/a", "right/b", "ball")


def forearm(towards_elbow):
    """(7,) with the elbow there."""
    x = -np.array(towards_elbow, dtype=float) / np.linalg.norm(towards_elbow)
    y = np.cross([0.3, 0.2, 1.0], x)
    y /= np.linalg.norm(y)
    T = np.eye(4)
    T[:3, :3] = np.column_stack([x, y, np.cross(x, y)])
    return se3.to_pose7(T)


def contacts(a, b, newtons):
    z = np.zeros((1, 3))
    force = np.array([float(newtons)])
    return Contacts(np.array([a]), np.array([b]), z, z, z, force * 0, force * 0, force)


@pytest.fixture(scope="module")
def seen():
    world = World([HAND])
    return replace(
        world.observe(),
        q=TRIPOD.poses(HAND)[1],
        finger_force=np.array([2.0, 1.0, 1.0, 0.0, 0.0]),
        palm_force=np.array(0.0),
        forearm=forearm((0, -1, 0.3)),
    )


def found(seen, obj="ball", moved=0.0, turned=0.0, on_itself=0.0, **changes):
    end = Ending(replace(seen, **changes), contacts(0, 1, on_itself), NAMES, moved, turned)
    return faults(TRIPOD, HAND, load_object(obj), end)


def test_a_good_end_has_none(seen):
    assert found(seen) == []


def test_digits_that_press_are_named_thumb_to_little(seen):
    assert pressing_digits(seen) == ("thumb", "index", "middle")
    weakly = replace(seen, finger_force=np.array([2.0, 0.05, 0.0, 1.0, 0.0]))
    assert pressing_digits(weakly) == ("thumb", "ring")


def test_every_item_is_found_alone(seen):
    assert found(seen, finger_force=np.array([0.05, 1.0, 1.0, 0, 0])) == ["thumb"]
    assert found(seen, finger_force=np.array([2.0, 1.0, 0.05, 0, 0])) == ["fingers"]
    assert found(seen, on_itself=1.0) == ["self_force"]
    assert found(seen, moved=0.016) == ["undisturbed"]
    assert found(seen, turned=np.radians(16)) == ["undisturbed"]
    assert found(seen, forearm=forearm((0, 1, 0.3))) == ["forearm"]
    assert found(seen, forearm=forearm((0, -1, -0.3))) == ["forearm"]
    assert found(seen, obj="ball:d=30mm", palm_force=np.array(0.5)) == ["small"]
    assert found(seen, palm_force=np.array(0.5)) == []


@pytest.mark.parametrize(
    ("joint", "to", "item"),
    [
        ("index_pip_flex", 99.0, "limits"),
        ("wrist_flex", -50.0, "wrist"),
        ("wrist_dev", 25, "wrist"),
    ],
)
def test_joints_at_their_end_and_bent_wrists_are_found(seen, joint, to, item):
    q = seen.q.copy()
    q[HAND.joint_index(joint)] = np.radians(to)
    assert found(seen, q=q) == [item]


def test_fingers_that_the_style_did_not_choose_may_be_idle(seen):
    assert "fingers" not in found(seen, finger_force=np.array([2.0, 1.0, 1.0, 0.0, 0.0]))
