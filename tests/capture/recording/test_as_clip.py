"""Recordings made of a known clip give the clip back."""

import numpy as np
import pytest
from tests.motion.marked_hand import MarkedHand

from prehensile.capture.recording.recording import (
    CapturedObject,
    Clock,
    NamedContact,
    Recording,
    Touch,
)
from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

HAND = HandSpec.mean("right").build()
FRAMES = 30
TIP = "index-finger-phalanx-distal"


def motion(rng):
    time = np.arange(FRAMES) / 100
    share = np.linspace(0, 1, FRAMES)[:, None]
    q = HAND.lower + (0.3 + 0.3 * share) * (HAND.upper - HAND.lower)
    forearm = np.tile([0.1, 0.2, 0.3, 1, 0, 0, 0], (FRAMES, 1)) + 0.0
    forearm[:, 0] += share[:, 0]
    return time, q, forearm


@pytest.fixture
def recording(rng):
    time, q, forearm = motion(rng)
    fast = np.arange(-5, 4 * FRAMES) / 400
    force = np.where(fast >= 0.1, 10 * (fast - 0.1), 0.0)
    box = np.tile([0.5, 0, 0, 1, 0, 0, 0], (FRAMES, 1)) + 0.0
    return Recording(
        (
            Stream("glove", "joint_angles", time, q, HAND.joint_names, clock="master"),
            Stream("cameras", "rigid_poses", time, np.stack([forearm, box], axis=1),
                   ("forearm", "box"), clock="master"),
            # Its clock shows 2 s when the master's shows 0.
            Stream("fsr", "forces", fast + 2, force[:, None], ("index",), clock="card"),
            Stream("plate", "force_vectors", fast, np.tile([[[0.0, 0, -3]]], (len(fast), 1, 1)),
                   ("plate",), clock="master", frame="world"),
        ),
        clocks={"card": Clock(-2.0, 1.0, "trigger")},
        contacts=(
            NamedContact("pad", TIP, "box", "fsr", "index", (0.01, 0, -0.005), (0, 0, -2.0)),
            NamedContact("heel", "wrist", "", "plate"),
            NamedContact("lost", TIP, "box", "nothing"),
        ),
        touches=(Touch("heel", 0.05, 0.06, 0.15),),
        objects=(CapturedObject("box", source="box"),),
        hand=HAND.spec.to_json(),
        meta={"task": "press"},
    )  # fmt: skip


def test_angles_bodies_and_meta_are_the_recordings(recording, rng):
    time, q, forearm = motion(rng)
    clip = recording.clip()
    np.testing.assert_array_equal(clip.time, time)
    np.testing.assert_array_equal(clip.hands[0].q, q)
    np.testing.assert_allclose(clip.hands[0].T_world_forearm, forearm, atol=1e-12)
    assert clip.hands[0].name == "right" and clip.meta["recording"] == {"task": "press"}
    box = clip.body("box")
    assert len(box.faces) and box.pose[3, 0] == 0.5
    assert clip.meta["import"]["contacts_left"] == ["lost"]


def test_contacts_lie_on_the_hand_and_press_as_measured(recording, rng):
    clip = recording.clip()
    time, q, forearm = motion(rng)
    T = segment_transforms(HAND, q, se3.from_pose7(forearm))[TIP]
    contacts = clip.contacts
    for k in (5, 11, 25):
        here = contacts.frame(k)
        names = [
            (contacts.names[a], contacts.names[b]) for a, b in zip(here.a, here.b, strict=True)
        ]
        pad = [n for n, pair in enumerate(names) if pair == (f"right/{TIP}", "box")]
        force = max(10 * (time[k] - 0.1), 0.0)
        assert len(pad) == (force > 0.05)
        for n in pad:
            np.testing.assert_allclose(here.pos[n], T[k, :3, :3] @ [0.01, 0, -0.005] + T[k, :3, 3])
            np.testing.assert_allclose(here.normal[n], -T[k, :3, 2], atol=1e-12)
            np.testing.assert_allclose(here.force[n], -force * T[k, :3, 2], atol=1e-9)
        assert (("right/wrist", "room") in names) == (5 <= k <= 15)
        assert clip.finger_force[k, 0, 1] == pytest.approx(force if force > 0.05 else 0)


def test_forces_turn_with_their_frame_and_gaps_have_no_contact(recording):
    plate, frames = recording["plate"], recording["cameras"].values.copy()
    frames[:, 1, 3:] = [np.sqrt(0.5), np.sqrt(0.5), 0, 0]  # a quarter turn about x
    kept = (plate.time < 0.1) | (plate.time > 0.14)
    turned = Stream("plate", "force_vectors", plate.time[kept], plate.values[kept], ("plate",),
                    clock="master", frame="box")  # fmt: skip
    cameras = Stream("cameras", "rigid_poses", recording["cameras"].time, frames,
                     ("forearm", "box"), clock="master")  # fmt: skip
    clip = recording.with_streams(turned, cameras).clip()
    room = clip.contacts.names.index("room")
    found = [clip.contacts.frame(k) for k in range(FRAMES)]
    there = [(frame.b == room).any() for frame in found]
    assert there == [5 <= k <= 15 and not 10 <= k <= 14 for k in range(FRAMES)]
    row = np.flatnonzero(found[6].b == room)[0]
    np.testing.assert_allclose(found[6].force[row], [0, 3, 0], atol=1e-9)


def test_it_must_have_a_motion_of_its_hand(recording):
    alone = Recording((recording["fsr"],))
    with pytest.raises(InputError, match=r"joint angles or markers.*fsr \(forces\)"):
        alone.clip()
    some = Stream("glove", "joint_angles", np.arange(2.0), np.zeros((2, 1)), ("elbow",))
    with pytest.raises(InputError, match="lacks the joints"):
        Recording((some,)).clip()


def test_a_source_that_is_a_path_is_not_opened(recording, tmp_path):
    from dataclasses import replace

    other = replace(recording, objects=(CapturedObject("box", source=str(tmp_path / "x.obj")),))
    assert other.clip().bodies == ()


@pytest.mark.long
def test_markers_are_fitted(rng):
    marked = MarkedHand(frames=40)
    time = 5 + np.arange(40) / 100
    stream = Stream("m", "markers", time, marked.points, marked.names, rate_hz=100.0)
    clip = Recording((stream,)).clip()
    assert clip.n_frames == 40 and clip.time[0] == pytest.approx(5)
    assert clip.meta["import"]["residual_mm_median"] < 0.3
