"""Slip of a clip's contacts against motions that are known."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contact_slip import contact_slip
from prehensile.motion.contacts import ContactFrame, ContactTrack

HZ, FRAMES = 100.0, 6


def clip_of(forearm: np.ndarray, body: np.ndarray) -> Clip:
    """A stiff hand and a body (T, 4, 4), which touch above the floor in every frame."""
    hand = Hand()
    none = np.zeros(2)
    touch = ContactFrame(
        np.array([0, 1]), np.array([1, 2]), np.array([[0.1, 0.0, 0.0], [0.1, 0.0, 0.0]]),
        np.array([[0, 0, 1.0], [0, 0, -1.0]]), np.array([[0, 0, 1.0], [0, 0, -1.0]]), none, none,
    )  # fmt: skip
    names = ("right/index-finger-phalanx-distal", "thing", "floor")
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, np.zeros((FRAMES, hand.dof)),
        se3.to_pose7(forearm),
    )  # fmt: skip
    thing = BodyTrack(
        "thing", np.eye(3, dtype=np.float32), np.array([[0, 1, 2]]), se3.to_pose7(body), np.ones(3)
    )
    return Clip(
        np.arange(FRAMES) / HZ, (track,), (thing,),
        ContactTrack.from_frames(names, [touch] * FRAMES), np.zeros((FRAMES, 1, 5)),
        np.zeros((FRAMES, 1)), {},
    )  # fmt: skip


def still() -> np.ndarray:
    return np.tile(np.eye(4), (FRAMES, 1, 1))


def test_what_moves_together_does_not_slip() -> None:
    T = still()
    T[:, :3, 3] = np.arange(FRAMES)[:, None] * np.array([0.002, 0.001, 0.0])
    slip = contact_slip(clip_of(T, T)).reshape(FRAMES, 2)
    assert np.allclose(slip[:, 0], 0, atol=1e-12)
    # over the floor they do, in the last frame too
    assert np.allclose(slip[:, 1], np.hypot(0.2, 0.1))


def test_motion_along_the_normal_is_no_slip() -> None:
    T = still()
    T[:, 2, 3] = 0.01 * np.arange(FRAMES)
    assert np.allclose(contact_slip(clip_of(T, still())), 0, atol=1e-12)


def test_a_turning_body_slips_by_its_arm() -> None:
    """1 rad/s about z, the contact 0.1 m away: 0.1 m/s, but for the chord."""
    T = np.stack([se3.exp([0, 0, 0, 0, 0, k / HZ]) for k in range(FRAMES)])
    slip = contact_slip(clip_of(still(), T)).reshape(FRAMES, 2)
    assert np.allclose(slip, 2 * HZ * 0.1 * np.sin(0.5 / HZ))


def test_nothing_to_tell() -> None:
    clip = clip_of(still(), still())
    empty = Clip(
        clip.time, clip.hands, clip.bodies, ContactTrack.empty(FRAMES), clip.finger_force,
        clip.palm_force, {},
    )  # fmt: skip
    assert contact_slip(empty).shape == (0,)
