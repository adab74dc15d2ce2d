import subprocess
import sys
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack


def test_says_itself_in_one_line(clip, make_clip):
    n = len(clip.contacts)
    want = f"s, 7 frames; hands: hand-0; bodies: body-0; {n} contacts>"
    assert repr(clip).startswith("<Clip 0.")
    assert repr(clip).endswith(want)
    assert "hands: none; bodies: none" in repr(make_clip(1, hands=0, bodies=0))


def test_finds_hands_and_bodies_by_name(clip, make_clip):
    assert clip.hand("hand-0") is clip.hands[0]
    assert clip.body("body-0") is clip.bodies[0]
    with pytest.raises(UnknownNameError, match=r"unknown body 'body0'. Did you mean 'body-0'\?"):
        clip.body("body0")
    with pytest.raises(UnknownNameError, match="Valid: none"):
        make_clip(0, hands=0).hand("right")


def test_duration_and_frames(clip):
    assert clip.n_frames == 7
    assert clip.duration == clip.time[-1] - clip.time[0]


def test_one_frame_is_enough(make_clip):
    assert make_clip(0, frames=1).duration == 0


def test_is_frozen(clip):
    with pytest.raises(FrozenInstanceError):
        clip.time = np.arange(7)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"time": np.zeros(7)}, "strictly increasing, got 0.0 s then 0.0 s at frame 1"),
        ({"time": np.full(7, np.nan)}, "time holds a value that is not finite"),
        ({"time": np.zeros(0)}, "at least one frame"),
        ({"time": np.arange(6)}, r"finger_force has shape .*; expected \(6, 1, 5\)"),
        ({"finger_force": np.zeros((7, 5))}, r"has shape \(7, 5\); expected \(7, 1, 5\)"),
        ({"palm_force": np.zeros((7, 2))}, r"has shape \(7, 2\); expected \(7, 1\)"),
        ({"contacts": ContactTrack.empty(6)}, "time has 7 frames, but <ContactTrack: .* has 6"),
        ({"meta": {"a": {1, 2}}}, "meta cannot be written as JSON"),
        ({"meta": None}, "meta must be a dict"),
    ],
)
def test_a_bad_clip_is_refused(clip, change, message):
    with pytest.raises(InputError, match=message):
        replace(clip, **change)


def test_names_are_unique_and_tracks_are_of_one_length(clip, make_clip):
    with pytest.raises(InputError, match="body name 'body-0' occurs twice"):
        replace(clip, bodies=clip.bodies * 2)
    with pytest.raises(InputError, match=r"but <HandTrack 'hand-0': 5 frames.* has 5"):
        replace(clip, hands=make_clip(0, frames=5).hands)


def test_allclose_compares_motion_within_tolerance(clip):
    def nudged(by):
        return replace(clip, hands=(replace(clip.hands[0], q=clip.hands[0].q + by),))

    assert clip.allclose(nudged(0.9e-6), atol=1e-6)
    assert not clip.allclose(nudged(1.1e-6), atol=1e-6)
    assert clip.allclose(replace(clip, meta={}))
    assert not clip.allclose(replace(clip, palm_force=clip.palm_force + 1))


def test_allclose_takes_a_quaternion_for_its_negative(clip):
    pose = clip.bodies[0].pose * np.array([1, 1, 1, -1, -1, -1, -1])
    assert clip.allclose(replace(clip, bodies=(replace(clip.bodies[0], pose=pose),)))
    pose = clip.bodies[0].pose[:, [0, 1, 2, 4, 3, 5, 6]]
    assert not clip.allclose(replace(clip, bodies=(replace(clip.bodies[0], pose=pose),)))


def test_allclose_of_other_shapes_and_names_is_false(clip, make_clip):
    assert not clip.allclose(make_clip(0, frames=6))
    assert not clip.allclose(make_clip(0, hands=2))
    assert not clip.allclose(replace(clip, bodies=(replace(clip.bodies[0], name="other"),)))
    assert not clip.allclose(replace(clip, contacts=ContactTrack.empty(7)))
    fewer = replace(clip.bodies[0], vertices=np.zeros((5, 3)))
    assert not clip.allclose(replace(clip, bodies=(fewer,)))


def test_allclose_sees_contact_pairs_by_name(clip):
    table = (*clip.contacts.names[1::-1], clip.contacts.names[2], "unused")
    a = np.array([1, 0, 2])[clip.contacts.a]
    assert clip.allclose(replace(clip, contacts=replace(clip.contacts, names=table, a=a)))
    assert not clip.allclose(replace(clip, contacts=replace(clip.contacts, names=table)))


def test_import_is_light():
    code = "import sys, prehensile.motion.clip; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_load_is_the_inverse_of_save(clip, tmp_path):
    path = clip.save(tmp_path / "new" / "clip.npz")
    assert path == tmp_path / "new" / "clip.npz"
    assert Clip.load(path).allclose(clip, atol=0)
