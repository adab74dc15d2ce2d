"""Contacts as pages draw them."""

import numpy as np

from prehensile.motion.contacts import ContactFrame
from prehensile.stage.scene import NO_HAND
from prehensile.stage.world_scene import SHOWN_FORCE, ContactTable

NAMES = ("ball", "right/palm", "right/thumb-phalanx-distal", "left/index-finger-phalanx-distal")


def contacts(*rows):
    """Of (a, b, newtons)."""
    a, b, force = (np.array(column) for column in zip(*rows, strict=True))
    n = len(rows)
    return ContactFrame(
        a, b, np.arange(3.0 * n).reshape(n, 3), np.tile([0, 0, 1.0], (n, 1)),
        np.outer(force, [0, 0, 1.0]), np.zeros(n), np.zeros(n),
    )  # fmt: skip


def test_each_contact_has_its_hand_and_its_finger():
    shown = ContactTable(NAMES, ["right", "left"]).shown(contacts((1, 0, 2.0), (3, 0, 1.0)))
    assert shown.group.tolist() == [5, 1] and shown.hand.tolist() == [0, 1]
    np.testing.assert_array_equal(shown.force[:, 2], [2.0, 1.0])


def test_two_hands_that_touch_each_other_are_shown_but_not_one_that_touches_itself():
    table = ContactTable(NAMES, ["right", "left"])
    shown = table.shown(contacts((1, 2, 3.0), (2, 3, 4.0)))
    assert shown.force[:, 2].tolist() == [4.0]


def test_what_hardly_presses_is_left_out():
    shown = ContactTable(NAMES, ["right"]).shown(contacts((1, 0, SHOWN_FORCE / 2), (0, 0, 1.0)))
    assert shown.group.tolist() == [NO_HAND]


def test_no_contacts_are_no_arrows():
    none = ContactFrame(*(np.zeros((0, *s)) for s in [(), (), (3,), (3,), (3,), (), ()]))
    assert len(ContactTable(NAMES, ["right"]).shown(none).pos) == 0


def test_slip_goes_with_its_contact():
    table = ContactTable(NAMES, ["right"])
    both = contacts((1, 0, SHOWN_FORCE / 2), (2, 0, 1.0))
    assert table.shown(both, np.array([0.1, 0.2])).slip.tolist() == [0.2]
    assert table.shown(both).slip is None and table.shown(both, np.zeros(1)).slip is None
