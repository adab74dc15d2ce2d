"""Who touches a body."""

import numpy as np

from prehensile.stage.verdicts.touching import touching
from prehensile.world.contacts import Contacts

NAMES = ("floor", "ball", "box", "right/palm", "right/thumb-phalanx-distal")


def contacts(*rows):
    """Of (a, b, newtons)."""
    a, b, force = (np.array(column) for column in zip(*rows, strict=True))
    none = np.zeros((len(rows), 3))
    return Contacts(a, b, none, none, none, force, force, force)


def test_hands_and_others_are_told_apart_on_either_side_of_a_contact():
    found = touching(contacts((3, 1, 2.0), (1, 0, 1.0), (2, 1, 1.0), (4, 2, 5.0)), NAMES, "ball")
    assert found.hand == {"right/palm"} and found.others == {"floor", "box"}


def test_what_lies_near_without_pressing_does_not_touch():
    assert touching(contacts((3, 1, 0.0)), NAMES, "ball") == (frozenset(), frozenset())


def test_a_body_that_can_touch_nothing_is_touched_by_nobody():
    assert touching(contacts((3, 1, 2.0)), NAMES, "ghost") == (frozenset(), frozenset())
