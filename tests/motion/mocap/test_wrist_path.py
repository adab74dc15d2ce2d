"""Paths of wrists: files of bare poses, other people's hands, and what is wrong with them."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.motion.mocap.imported import one_hand_clip
from prehensile.motion.mocap.wrist_path import WristPath, read_wrist_path, wrist_path

HEADER = "time,x,y,z,qw,qx,qy,qz\n"


def _keys(count=30):
    time = 0.5 + np.arange(count) / 24
    turn = Rotation.from_rotvec(np.outer(np.linspace(0, 2, count), [0.3, 0.5, -0.8]))
    xyz = np.stack([0.1 * np.sin(time), 0.2 * time, 0.3 + 0.05 * time], axis=1)
    return time, np.concatenate([xyz, turn.as_quat(scalar_first=True)], axis=1)


def _write(path, header, time, pose):
    rows = np.column_stack([time, pose]).tolist()
    path.write_text(header + "".join(",".join(map(repr, row)) + "\n" for row in rows))
    return path


def _turned_by(a, b):
    """[rad] between two lots of quaternions, by SciPy."""
    one = Rotation.from_quat(a, scalar_first=True)
    return (one.inv() * Rotation.from_quat(b, scalar_first=True)).magnitude().max()


def test_a_table_of_poses(tmp_path):
    time, pose = _keys()
    found = read_wrist_path(_write(tmp_path / "shot.csv", HEADER, time, pose))
    np.testing.assert_array_equal(found.time, time)
    np.testing.assert_allclose(found.pose[:, :3], pose[:, :3], atol=1e-15)
    assert _turned_by(found.pose[:, 3:], pose[:, 3:]) < 1e-7
    assert found.side is None


def test_columns_may_name_millimetres(tmp_path):
    time, pose = _keys()
    scaled = pose * ([1000.0] * 3 + [1.0] * 4)
    header = "frame_time,".replace("frame_", "") + "x_mm,y_mm,z_mm,qw,qx,qy,qz\n"
    found = read_wrist_path(_write(tmp_path / "shot.csv", header, time, scaled))
    np.testing.assert_allclose(found.pose[:, :3], pose[:, :3], atol=1e-12)


def test_y_up_is_turned_upright(tmp_path):
    time, pose = _keys()
    found = read_wrist_path(_write(tmp_path / "shot.csv", HEADER, time, pose), up="y")
    quarter = Rotation.from_euler("x", 90, degrees=True)  # y up → z up
    np.testing.assert_allclose(found.pose[:, :3], quarter.apply(pose[:, :3]), atol=1e-12)
    wanted = quarter * Rotation.from_quat(pose[:, 3:], scalar_first=True)
    assert _turned_by(found.pose[:, 3:], wanted.as_quat(scalar_first=True)) < 1e-7


def test_arrays(tmp_path):
    time, pose = _keys()
    np.savez(tmp_path / "shot.npz", time=time, T_world_forearm=pose)
    found = read_wrist_path(tmp_path / "shot.npz")
    np.testing.assert_allclose(found.pose[:, :3], pose[:, :3])


@pytest.mark.parametrize(
    ("suffix", "close"), [("npz", 0), ("csv", 0), ("glb", 1e-6), ("bvh", 1e-6)]
)
def test_hands_of_our_own_files(tmp_path, suffix, close):
    time, pose = _keys()
    hand = HandSpec.mean("left").build()
    q = np.tile(hand.spec.rest, (len(time), 1))
    q[:, hand.joint_index("wrist_flex")] = np.linspace(0, 0.4, len(time))
    one_hand_clip(time, hand, q, pose, {}).save(tmp_path / f"shot.{suffix}")
    found = read_wrist_path(tmp_path / f"shot.{suffix}")
    assert found.side == "left"
    np.testing.assert_allclose(found.pose[:, :3], pose[:, :3], atol=close)
    assert _turned_by(found.pose[:, 3:], pose[:, 3:]) < 1e-6
    np.testing.assert_allclose(found.wrist[:, 0], q[:, hand.joint_index("wrist_flex")], atol=1e-5)
    np.testing.assert_allclose(found.time - found.time[0], time - time[0], atol=1e-6)


def test_quaternions_keep_their_sign():
    time, pose = _keys()
    flipped = pose.copy()
    flipped[::3, 3:] *= -1
    found = WristPath(time, flipped)
    assert (found.pose[1:, 3:] * found.pose[:-1, 3:]).sum(axis=1).min() > 0.9


def test_millimetres_are_noticed(tmp_path):
    time, pose = _keys()
    pose[:, :3] *= 1000
    with pytest.raises(InputError, match=r"m/s.*millimetres"):
        read_wrist_path(_write(tmp_path / "shot.csv", HEADER, time, pose))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        (HEADER, "no frame"),
        ("time,x,y,z\n0,0,0,0\n1,0,0,0\n", "lack qw"),
        (HEADER + "0,0,0,0,1,0,0,0\n0,0,0,0,1,0,0,0\n", "must increase"),
        (HEADER + "0,0,0,0,1,0,0,0\n1,0,0,0,2,0,0,0\n", "quaternion of key 1"),
        (HEADER + "0,0,0,0,1,0,0,0\n1,0,0,nan,1,0,0,0\n", "path"),
        (HEADER + "0,0,0,0,1,0,0,0\n", "two keys"),
        (HEADER + "0,0,0,0,one,0,0,0\n", "not a table of numbers"),
    ],
)
def test_bad_tables(tmp_path, text, says):
    (tmp_path / "shot.csv").write_text(text)
    with pytest.raises((InputError, FileError), match=says):
        read_wrist_path(tmp_path / "shot.csv")


def test_bad_files(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        read_wrist_path(tmp_path / "none.bvh")
    with pytest.raises(UnknownNameError, match=r"\.fbx"):
        read_wrist_path(tmp_path / "shot.fbx")
    (tmp_path / "shot.npz").write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(FileError, match="NPZ"):
        read_wrist_path(tmp_path / "shot.npz")
    with pytest.raises(UnknownNameError, match="up axis"):
        read_wrist_path(tmp_path / "shot.csv", up="x")


def test_a_clip_with_two_hands_needs_a_name(toy_clip_of_two):
    with pytest.raises(InputError, match="which hand"):
        wrist_path(toy_clip_of_two)
    assert wrist_path(toy_clip_of_two, "left").side == "left"


@pytest.fixture
def toy_clip_of_two():
    from dataclasses import replace

    time, pose = _keys()
    clips = [
        one_hand_clip(time, hand, np.tile(hand.spec.rest, (len(time), 1)), pose, {})
        for hand in (HandSpec.mean("right").build(), HandSpec.mean("left").build())
    ]
    two = np.zeros((len(time), 2))
    return replace(
        clips[0],
        hands=(clips[0].hands[0], clips[1].hands[0]),
        finger_force=np.zeros((len(time), 2, 5)),
        palm_force=two,
    )


@pytest.mark.parametrize("time", [[0, 5e-324, 1], [0, 1e-12, 1], [0, 1, 1e300], [0, 1e-6, 2e5]])
def test_keys_between_which_nothing_can_move_are_refused(time):
    """Speeds and accelerations along the path stay numbers."""
    pose = np.tile([0.0, 0, 0, 1, 0, 0, 0], (3, 1))
    with pytest.raises(InputError, match="a wrist's path has 1e-05 s at least"):
        WristPath(np.array(time, float), pose)
