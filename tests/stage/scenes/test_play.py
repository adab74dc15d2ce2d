"""Clips played back: at any time they are what the file says."""

from dataclasses import replace

import numpy as np
import pytest
from tests.stage.driver import Driver

from prehensile.errors import InputError, PrehensileError
from prehensile.hand.parse import parse_hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.rig import joint_transforms
from prehensile.stage import messages as m


@pytest.fixture(scope="module")
def clip_file(tmp_path_factory, store):
    """Two and a half seconds of a real grasp."""
    whole = store.grasped("cylinder")
    begun = whole.at_times(whole.time[:300])
    return begun.save(tmp_path_factory.mktemp("clips") / "cylinder.npz")


@pytest.mark.parametrize("fraction", [0.0, 0.33, 0.9, 1.0])
def test_scrubbing_shows_the_clip_at_that_time(tmp_path, clip_file, fraction):
    clip = Clip.load(clip_file)
    driver = Driver(tmp_path, "play", clip=clip_file)
    driver.do(m.Transport(running=False))
    assert driver.opening[0].timeline == pytest.approx(clip.duration)
    k = round(fraction * (clip.n_frames - 1))
    frame = driver.do(m.Transport(seek=float(clip.time[k] - clip.time[0])))
    np.testing.assert_allclose(frame.bodies[1], clip.bodies[1].pose[k], atol=1e-5)
    np.testing.assert_allclose(frame.group_force[0, :5], clip.finger_force[k, 0], atol=1e-4)
    strong = np.linalg.norm(clip.contacts.frame(k).force, axis=1) > 0.01
    assert len(frame.contact_pos) <= strong.sum()


def test_between_two_frames_it_shows_what_resampling_says(tmp_path, clip_file):
    clip = Clip.load(clip_file)
    driver = Driver(tmp_path, "play", clip=clip_file)
    at = 0.5 * (clip.time[40] + clip.time[41])
    driver.do(m.Transport(running=False))
    frame = driver.do(m.Transport(seek=float(at - clip.time[0])))
    oracle = clip.at_times([at])
    hand = parse_hand("right").build()
    T = joint_transforms(
        hand_rig(hand),
        hand,
        oracle.hands[0].q[0],
        se3.from_pose7(oracle.hands[0].T_world_forearm[0]),
    )
    np.testing.assert_allclose(frame.joints[:, :3], T[:, :3, 3], atol=1e-6)


def test_a_clip_loops_or_stops_at_its_end(tmp_path, clip_file):
    driver = Driver(tmp_path, "play", clip=clip_file)
    length = driver.opening[0].timeline
    assert driver.run(length + 0.5).time == pytest.approx(0.5, abs=0.05)
    driver.do(m.SetControl("loop", False))
    assert driver.run(length).time == pytest.approx(length)


def test_recordings_of_the_folder_can_be_chosen(tmp_path, clip_file):
    (tmp_path / "a.npz").write_bytes(clip_file.read_bytes())
    (tmp_path / "b.npz").write_bytes(clip_file.read_bytes())
    (tmp_path / "notes.txt").write_text("not a clip")
    driver = Driver(tmp_path, "play")
    assert set(driver.simulation.scene.controls()[0].choices) == {"a.npz", "b.npz"}
    driver.do(m.SetControl("clip", "a.npz"))
    with pytest.raises(AssertionError, match="passwd"):
        driver.do(m.SetControl("clip", "../../etc/passwd"))


def test_a_clip_that_cannot_be_played_is_refused_in_one_line(tmp_path, clip_file):
    clip = Clip.load(clip_file)
    track = clip.hands[0]
    lacking = replace(track, joint_names=track.joint_names[:-1], q=track.q[:, :-1])
    path = replace(clip, hands=(lacking,)).save(tmp_path / "lacking.npz")
    with pytest.raises(PrehensileError, match="little_dip_flex"):
        Driver(tmp_path, "play", clip=path)
    (tmp_path / "noise.npz").write_bytes(b"PK\x03\x04 nothing")
    for name in ("noise.npz", "absent.npz", "x.txt"):
        with pytest.raises(PrehensileError) as refusal:
            Driver(tmp_path, "play", clip=tmp_path / name)
        assert "\n" not in str(refusal.value)


def test_without_any_clip_it_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match="--clip"):
        Driver(tmp_path, "play")
