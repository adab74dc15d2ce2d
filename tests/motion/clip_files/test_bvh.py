from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import FileError, InputError
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.clip_files import bvh
from prehensile.motion.tracked_hand import angles_of, hand_of


@pytest.fixture(scope="module")
def even(hand_clip):
    return hand_clip.resample(120)


@pytest.fixture(scope="module")
def written(even, tmp_path_factory):
    return even.save(tmp_path_factory.mktemp("bvh") / "clip.bvh")


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


def test_another_channel_order_is_understood(even, written, tmp_path):
    """Blender writes its own: here ZXY, with the angles that SciPy finds for it."""
    text = written.read_text().replace(
        "CHANNELS 3 Xrotation Yrotation Zrotation", "CHANNELS 3 Zrotation Xrotation Yrotation"
    )
    head, motion = text.split("Frame Time: ")
    step, *rows = motion.strip().split("\n")
    table = np.array([row.split() for row in rows], float)
    width = 6 + 3 * 20  # a hand: its root and 20 joints that are not tips
    for start in range(0, table.shape[1], width):
        for k in range(start + 6, start + width, 3):
            turn = Rotation.from_euler("XYZ", table[:, k : k + 3], degrees=True)
            table[:, k : k + 3] = turn.as_euler("ZXY", degrees=True)
    path = tmp_path / "zxy.bvh"
    lines = "\n".join(" ".join(f"{v:.9g}" for v in row) for row in table)
    path.write_text(f"{head}Frame Time: {step}\n{lines}\n")
    read = Clip.load(path)
    assert np.abs(read.hands[1].q - even.hands[1].q).max() < 1e-4


def test_a_clip_without_hands_is_refused(even, tmp_path):
    frames = even.n_frames
    clip = replace(
        even, hands=(), finger_force=np.zeros((frames, 0, 5)), palm_force=np.zeros((frames, 0))
    )
    with pytest.raises(InputError, match="no hand"):
        clip.save(tmp_path / "clip.bvh")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda t: "", "empty"),
        (lambda t: "\n", "HIERARCHY"),
        (lambda t: t[: t.index("MOTION")], "frames"),
        (lambda t: t[: 3 * len(t) // 4], "numbers"),
        (lambda t: t.replace("Frames: ", "Frames: 9999"), "frames"),
        (lambda t: t.replace("Frame Time: 0", "Frame Time: -0"), "frame time"),
        (lambda t: t.replace("thumb-metacarpal", "thumb-thing"), "thumb-metacarpal"),
        (lambda t: t.replace("Xrotation", "Wrotation"), "Wrotation"),
        (lambda t: t.replace("OFFSET 0 0 0", "OFFSET 0 0 x"), "damaged"),
        (lambda t: "HIERARCHY ROOT a { " + "JOINT b { " * 500, "levels"),
        (lambda t: t + " nan", "numbers"),
    ],
)
def test_damage_is_one_line(written, tmp_path, change, word):
    path = tmp_path / "bad.bvh"
    path.write_text(change(written.read_text()))
    with pytest.raises(FileError, match=word) as caught:
        bvh.load(path)
    assert "\n" not in str(caught.value) and "bad.bvh" in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        bvh.load(tmp_path / "absent.bvh")


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
