from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of


def test_angles_come_back(even, written):
    read = Clip.load(written)
    assert np.allclose(read.time, even.time - even.time[0], atol=1e-9)
    for mine, theirs in zip(read.hands, even.hands, strict=True):
        assert mine.name == theirs.name and mine.model["side"] == theirs.model["side"]
        assert np.abs(mine.q - theirs.q).max() < 1e-4
        T, U = (se3.from_pose7(track.T_world_forearm) for track in (mine, theirs))
        assert np.abs(T - U).max() < 1e-6


def test_a_plain_walk_through_the_file_finds_our_joints(even, written):
    """The specification by hand: offsets and SciPy's rotations, no code of ours."""
    joints = plain_positions(written.read_text())
    track = even.hands[0]
    poses = segment_transforms(
        hand_of(track), angles_of(track), se3.from_pose7(track.T_world_forearm)
    )
    for name in ("wrist", "thumb-phalanx-distal", "index-finger-phalanx-proximal"):
        x, y, z = joints[name].T
        ours = poses[name][:, :3, 3]
        assert np.abs(np.stack([x, -z, y], axis=1) - ours).max() < 1e-5


def test_uneven_times_are_resampled(hand_clip, tmp_path):
    read = Clip.load(hand_clip.save(tmp_path / "clip.bvh"))
    assert read.n_frames == hand_clip.n_frames
    assert np.ptp(np.diff(read.time)) < 1e-9
    assert read.duration == pytest.approx(hand_clip.duration)


def test_a_clip_without_hands_is_refused(even, tmp_path):
    frames = even.n_frames
    clip = replace(
        even, hands=(), finger_force=np.zeros((frames, 0, 5)), palm_force=np.zeros((frames, 0))
    )
    with pytest.raises(InputError, match="no hand"):
        clip.save(tmp_path / "clip.bvh")
    assert not list(tmp_path.iterdir())


def plain_positions(text):
    """World positions (T, 3) of the first hand's joints, y up."""
    head, motion = text.split("Frame Time:")
    rows = np.array([line.split() for line in motion.strip().split("\n")[1:]], float)
    stack, column, found = [], 0, {}
    for line in head.split("\n"):
        words = line.split()
        if words[:1] in (["ROOT"], ["JOINT"], ["End"]):
            if words[0] == "ROOT" and found:
                break
            name = words[1]
        elif words[:1] == ["OFFSET"]:
            offset = np.array(words[1:], float)
            if stack:
                place, turn = stack[-1]
                stack.append([place + turn.apply(offset), turn])
            else:
                stack.append([np.tile(offset, (len(rows), 1)), Rotation.identity(len(rows))])
            found[name] = stack[-1][0]
        elif words[:1] == ["CHANNELS"]:
            n = int(words[1])
            if n == 6:
                stack[-1][0] = stack[-1][0] + rows[:, :3]
                found[name] = stack[-1][0]
            angles = rows[:, column + n - 3 : column + n]
            stack[-1][1] = stack[-1][1] * Rotation.from_euler("XYZ", angles, degrees=True)
            column += n
        elif words == ["}"]:
            stack.pop()
    return found
