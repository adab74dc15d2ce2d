"""Loads on the pads against sums by hand, a mirror, the plain twin and what whole fingers bear."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.motion.pad_load import PadLoad, Pads, pad_loads, tip_bends, tip_transforms

MIRROR = np.diag([1.0, -1, 1, 1])


def track(hand: Hand, q: np.ndarray, T: np.ndarray, name: str = "") -> HandTrack:
    return HandTrack(
        name or hand.side, hand.spec.to_json(), hand.joint_names, q, np.atleast_2d(se3.to_pose7(T))
    )


def clip_of(tracks: list[HandTrack], names: list[str], frames: list[ContactFrame]) -> Clip:
    n, h = len(frames), len(tracks)
    contacts = ContactTrack.from_frames(names, frames)
    return Clip(0.01 * np.arange(n), tuple(tracks), (), contacts, np.zeros((n, h, 5)),
                np.zeros((n, h)))  # fmt: skip


def touch(a, b, pos, normal, force) -> ContactFrame:
    n = len(pos)
    return ContactFrame(np.array(a), np.array(b), np.array(pos), np.array(normal), np.array(force),
                        np.zeros(n), np.zeros(n))  # fmt: skip


def pressed(hand: Hand, rng: np.random.Generator, digit: str = "index"):
    """A posed hand, and a function: contacts at places on a pad (N, 2) [m] with forces (N,) [N]."""
    q, T = rng.uniform(hand.lower, hand.upper)[None], se3.exp(rng.normal(size=6))[None]
    T_tip = tip_transforms(hand, q, se3.to_pose7(T))[0, DIGITS.index(digit)]
    pad = hand.segments[TIP_SEGMENT[digit]].pad
    assert pad is not None

    def at(places, forces, out=(0.0, 0, -1)):
        """``out`` is the outward normal in the segment's axes; the force has a tangent part."""
        places, n = np.asarray(places, float), len(places)
        side = 1 if hand.side == "right" else -1
        local = np.column_stack([pad[0] + places[:, 0], pad[1] + side * places[:, 1],
                                 np.full(n, pad[2])])  # fmt: skip
        normal = np.tile(T_tip[:3, :3] @ (np.array(out) / np.linalg.norm(out)), (n, 1))
        sideways = np.cross(normal, rng.normal(size=(n, 3)))
        force = np.asarray(forces)[:, None] * normal + sideways
        return se3.apply(T_tip, local), normal, force

    return q, T, at


@pytest.mark.parametrize("side", ["right", "left"])
def test_force_centre_and_spread_are_moments_of_the_normal_forces(side, rng):
    hand = (
        HandSpec.sample(3, side).build()
        if hasattr(HandSpec, "sample")
        else HandSpec.mean(side).build()
    )
    q, T, at = pressed(hand, rng)
    places, forces = rng.normal(scale=0.003, size=(6, 2)), rng.uniform(0.1, 5, 6)
    names = [f"{side}/{TIP_SEGMENT['index']}", "plate"]
    load = pad_loads(
        clip_of([track(hand, q, T)], names, [touch([0] * 6, [1] * 6, *at(places, forces))])
    )
    centre = forces @ places / forces.sum()
    apart = ((places - centre) ** 2).sum(axis=1)
    np.testing.assert_allclose(load.force[0, 0], [0, forces.sum(), 0, 0, 0], atol=1e-9)
    np.testing.assert_allclose(load.center[0, 0, 1], centre, atol=1e-9)
    np.testing.assert_allclose(load.spread[0, 0, 1], np.sqrt(forces @ apart / forces.sum()),
                               atol=1e-9)  # fmt: skip
    for other in (0, 2, 3, 4):
        assert not load.center[0, 0, other].any() and not load.spread[0, 0, other]


@pytest.mark.parametrize(
    ("out", "counts"),
    [((0, 0, -1), True), ((1, 0, -0.3), True), ((0, 0.9, -0.4), True),
     ((0, 0, 1), False), ((0, 1, 0), False), ((0, 1, -0.1), False), ((1, 0, 0.1), False)],
)  # fmt: skip
def test_only_the_palmar_side_counts(out, counts, rng):
    hand = Hand()
    q, T, at = pressed(hand, rng)
    names = [f"right/{TIP_SEGMENT['index']}", "plate"]
    frame = touch([0], [1], *at([[0, 0]], [2.0], out))
    force = pad_loads(clip_of([track(hand, q, T)], names, [frame])).force
    np.testing.assert_allclose(force.sum(), 2.0 * counts, atol=1e-9)


def test_other_segments_and_what_pulls_do_not_press(rng):
    hand = Hand()
    q, T, at = pressed(hand, rng)
    pos, normal, force = at([[0, 0]] * 2, [3.0, 3.0])
    names = ["right/index-finger-phalanx-intermediate", f"right/{TIP_SEGMENT['index']}", "plate"]
    frame = touch([0, 1], [2, 2], pos, normal, force * [[1], [-1]])
    assert not pad_loads(clip_of([track(hand, q, T)], names, [frame])).force.any()


def test_between_two_hands_both_are_pressed(rng):
    """Each by the other, at its own place; so are two fingers of one hand."""
    right, left = Hand(), HandSpec.mean("left").build()
    q, T, at = pressed(right, rng)
    pos, normal, force = at([[0.001, 0.002]], [4.0])
    # The left hand so that its thumb's pad lies on the right hand's index pad, face to face.
    q_left = np.zeros((1, 23))
    tip = tip_transforms(left, q_left, se3.to_pose7(np.eye(4))[None])[0, 0]
    face = np.eye(4)
    face[:3, 2], face[:3, 0] = normal[0], np.cross([0.3, 0.5, 0.8], normal[0])
    face[:3, 0] /= np.linalg.norm(face[:3, 0])
    face[:3, 1] = np.cross(face[:3, 2], face[:3, 0])
    face[:3, 3] = pos[0]
    middle = np.eye(4)
    middle[:3, 3] = left.segments[TIP_SEGMENT["thumb"]].pad
    T_left = face @ se3.inverse(tip @ middle)
    names = [f"right/{TIP_SEGMENT['index']}", f"left/{TIP_SEGMENT['thumb']}"]
    tracks = [track(right, q, T), track(left, q_left, T_left[None])]
    load = pad_loads(clip_of(tracks, names, [touch([0], [1], pos, normal, force)]))
    np.testing.assert_allclose(load.force[0], [[0, 4, 0, 0, 0], [4, 0, 0, 0, 0]], atol=1e-9)
    np.testing.assert_allclose(load.center[0, 0, 1], [0.001, 0.002], atol=1e-9)
    np.testing.assert_allclose(load.center[0, 1, 0], 0, atol=1e-9)


def test_a_mirrored_hand_has_the_same_loads(rng):
    """Which is to say: its centre is the mirror image, in views that are mirror images too."""
    right, left = Hand(), HandSpec.mean("left").build()
    q, T, at = pressed(right, rng, "ring")
    pos, normal, force = at(rng.normal(scale=0.003, size=(5, 2)), rng.uniform(1, 4, 5))
    flip = np.array([1.0, -1, 1])
    loads = [
        pad_loads(clip_of(
            [track(hand, q, pose)], [f"{hand.side}/{TIP_SEGMENT['ring']}", "x"],
            [touch([0] * 5, [1] * 5, pos * sign, normal * sign, force * sign)],
        ))
        for hand, pose, sign in ((right, T, 1), (left, MIRROR @ T @ MIRROR, flip))
    ]  # fmt: skip
    for mine, mirrored in zip(*loads, strict=True):
        np.testing.assert_allclose(mine, mirrored, atol=1e-9)


def random_contacts(hand: Hand, rng: np.random.Generator, frames: int = 7) -> Clip:
    q = rng.uniform(hand.lower, hand.upper, (frames, hand.dof))
    T = se3.exp(rng.normal(size=(frames, 6)))
    tips = tip_transforms(hand, q, se3.to_pose7(T))
    names = [*(f"right/{TIP_SEGMENT[d]}" for d in DIGITS if TIP_SEGMENT[d] in hand.segments), "x"]
    contacts = []
    for k in range(frames):
        n = 3 * k
        a, b = rng.integers(0, len(names) - 1, n), rng.integers(0, len(names), n)
        normal = rng.normal(size=(n, 3))
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        pos = tips[k, 0, :3, 3] + rng.normal(scale=0.02, size=(n, 3))
        contacts.append(touch(a, b, pos, normal, rng.normal(scale=3, size=(n, 3))))
    return clip_of([track(hand, q, T, "right")], names, contacts)


def test_frame_by_frame_is_the_same_as_all_at_once(rng):
    hand = Hand()
    clip = random_contacts(hand, rng)
    whole = pad_loads(clip)
    assert (whole.force > 0).any()
    pads, (hand_track,) = Pads(hand, "right", clip.contacts.names), clip.hands
    tips = tip_transforms(hand, hand_track.q, hand_track.T_world_forearm)
    for k in range(clip.n_frames):
        one = pads.load(clip.contacts.frame(k), tips[k])
        for part, all_of_it in zip(one, whole, strict=True):
            np.testing.assert_allclose(part, all_of_it[k, 0], atol=1e-12)


def test_the_compiled_sums_meet_their_plain_twin(rng, monkeypatch):
    clip = random_contacts(Hand(), rng)
    compiled = pad_loads(clip)
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    for fast, plain in zip(compiled, pad_loads(clip), strict=True):
        np.testing.assert_allclose(fast, plain, atol=1e-12)


@pytest.mark.long
def test_pads_bear_no_more_than_their_fingers(store):
    clip = store.grasped("apple")  # in the fingertips
    load = pad_loads(clip)
    assert load.force.shape == clip.finger_force.shape
    assert (load.force <= clip.finger_force + 1e-9).all()
    k = clip.last_frame_of("hold")
    assert load.force[k].sum() > 0.3 * clip.finger_force[k].sum()
    on = load.force > 0
    assert (np.abs(load.center[on]) < 0.02).all(), "a pad is no longer than a fingertip"


def test_a_loaded_hand_has_pads_where_it_has_fingertips(reference_data, rng):
    hand = load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))
    q, T, at = pressed(hand, rng, "thumb")
    names = [f"right/{TIP_SEGMENT['thumb']}", "x"]
    frame = touch([0], [1], *at([[0.001, -0.002]], [3.0]))
    load = pad_loads(clip_of([track(hand, q, T)], names, [frame]))
    np.testing.assert_allclose(load.force[0, 0], [3, 0, 0, 0, 0], atol=1e-9)
    np.testing.assert_allclose(load.center[0, 0, 0], [0.001, -0.002], atol=1e-9)


def test_a_clip_without_contacts_presses_nowhere(hand_clip):
    still = replace(hand_clip, contacts=ContactTrack.empty(hand_clip.n_frames))
    load = pad_loads(still)
    assert isinstance(load, PadLoad) and load.center.shape == (9, 2, 5, 2)
    assert not any(part.any() for part in load)


def test_bends_are_those_of_the_last_joints(rng):
    hand = Hand()
    q = rng.uniform(hand.lower, hand.upper, (3, 23))
    joints = ("thumb_ip_flex", "index_dip_flex", "middle_dip_flex", "ring_dip_flex",
              "little_dip_flex")  # fmt: skip
    np.testing.assert_array_equal(
        tip_bends(hand, q), q[:, [hand.joint_names.index(name) for name in joints]]
    )
