"""Which contacts of a hand count as touching what it grasps."""

import numpy as np

from prehensile.world.contacts import FELT, Contacts, touches, touching_segments
from prehensile.world.observation import Observation

NAMES = ("right/index-finger-phalanx-distal", "right/wrist", "left/wrist", "mug", "table")
INDEX, PALM, OTHER, MUG, TABLE = range(5)


def seen(*rows: tuple[int, int, float]) -> Observation:
    """Contacts (a, b, newtons), all pushing along x at one place."""
    a, b, force = (np.array(column) for column in zip(*rows, strict=True))
    push = np.tile([1.0, 0, 0], (len(rows), 1))
    contacts = Contacts(a, b, 0.1 * push, push, force[:, None] * push, 0 * force, 0 * force, force)
    rest = np.zeros(23)
    pose = np.array([0.0, 0, 0, 1, 0, 0, 0])
    return Observation(0.0, 0.01, rest, rest, pose, np.zeros(5), 0.0, {}, contacts, NAMES, "right")


def test_only_the_hands_own_contacts_with_the_object_count():
    obs = seen((INDEX, MUG, 2.0), (PALM, MUG, 3.0), (INDEX, TABLE, 9.0), (OTHER, MUG, 9.0))
    found = touches(obs, "mug")
    assert [(t.group, t.force) for t in found] == [("index", 2.0), ("palm", 3.0)]
    np.testing.assert_array_equal(found[0].push, [1, 0, 0])
    np.testing.assert_array_equal(found[0].point, [0.1, 0, 0])
    assert touching_segments(obs, "mug") == {t.segment for t in found}


def test_without_a_name_everything_that_is_no_hand_counts():
    obs = seen((INDEX, MUG, 2.0), (INDEX, TABLE, 9.0), (INDEX, OTHER, 5.0))
    assert sorted(t.force for t in touches(obs)) == [2.0, 9.0]


def test_what_hardly_presses_does_not_count():
    assert touches(seen((INDEX, MUG, 0.9 * FELT)), "mug") == []


def test_a_hand_in_the_air_touches_nothing():
    rest = np.zeros(23)
    pose = np.array([0.0, 0, 0, 1, 0, 0, 0])
    assert touches(Observation(0.0, 0.01, rest, rest, pose, np.zeros(5), 0.0, {})) == []
