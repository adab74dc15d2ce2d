"""True touches out of a clip's contacts."""

import numpy as np

from prehensile.capture.lab.touches import contact_force, true_touches
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack

NAMES = ("right/tip", "plate", "table")


def _clip(force: np.ndarray, b: int = 1) -> Clip:
    hand, n = Hand(), len(force)
    frames = []
    for f in force:
        k = int(f > 0)
        down = np.tile([0.0, 0, -1], (k, 1))
        frames.append(
            ContactFrame(
                np.zeros(k, int), np.full(k, b), np.zeros((k, 3)), down, f * down, np.zeros(k),
                np.zeros(k),
            )
        )  # fmt: skip
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, np.zeros((n, 23)),
        np.tile([0.0, 0, 0, 1, 0, 0, 0], (n, 1)),
    )  # fmt: skip
    contacts = ContactTrack.from_frames(NAMES, frames)
    return Clip(np.arange(n) * 1e-3, (track,), (), contacts, np.zeros((n, 1, 5)), np.zeros((n, 1)))


def test_forces_are_those_of_the_pair():
    force = np.array([0.0, 1.0, 2.0])
    np.testing.assert_allclose(contact_force(_clip(force), "right/tip", "plate")[:, 2], -force)
    assert not contact_force(_clip(force, 2), "right/tip", "plate").any()


def test_a_bounce_is_one_touch_and_its_vibration_ends_at_the_last_fall():
    force = np.zeros(1000)
    force[100:600] = 1.0 + np.arange(500) * 1e-3
    force[110:120] = 0  # it bounces
    force[130:140] -= 0.05 * np.arange(10)  # and swings
    force[800:900] = 0.5
    first, second = true_touches(_clip(force), "index", "right/tip", "plate")
    assert (first.onset, first.end) == (0.1, 0.599)
    assert np.isclose(first.settled, 0.139)
    assert (second.onset, second.settled) == (0.8, 0.8)


def test_nothing_touched_is_no_touch():
    assert true_touches(_clip(np.zeros(5)), "index", "right/tip", "plate") == ()
