"""The words of a BVH, and rotations against SciPy's Euler angles."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import FileError
from prehensile.files import bvh
from prehensile.files.bvh import joint_rotation, read_bvh_file

TEXT = """HIERARCHY
ROOT hips { OFFSET 0 1 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT arm { OFFSET 1 2 3
    CHANNELS 3 Yrotation Xrotation Zrotation
    End Site { OFFSET 0 0 4 } } }
MOTION
Frames: 2
Frame Time: 0.01
0 0 0 10 20 30 40 50 60
1 2 3 -10 -20 -30 70 -80 90
"""


def read(tmp_path, text):
    (tmp_path / "a.bvh").write_text(text)
    return read_bvh_file(tmp_path / "a.bvh")


def test_joints_rows_and_time_are_those_of_the_file(tmp_path):
    file = read(tmp_path, TEXT)
    (hips,) = file.roots
    (arm,) = hips.children
    assert (hips.name, arm.name, arm.children[0].name) == ("hips", "arm", "Site")
    assert arm.channels == {"Yrotation": 6, "Xrotation": 7, "Zrotation": 8}
    np.testing.assert_array_equal(arm.children[0].offset, [0, 0, 4])
    assert file.rows.shape == (2, 9) and file.step == 0.01


def test_rotations_go_in_the_order_of_the_channels(tmp_path):
    file = read(tmp_path, TEXT)
    for joint, order, columns in (
        (file.roots[0], "ZXY", slice(3, 6)),
        (file.roots[0].children[0], "YXZ", slice(6, 9)),
    ):
        expected = Rotation.from_euler(order, file.rows[:, columns], degrees=True).as_matrix()
        np.testing.assert_allclose(joint_rotation(joint, file.rows), expected, atol=1e-12)


def test_more_frames_than_fit_into_the_memory_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(bvh, "MAX_FRAMES", 1)
    with pytest.raises(FileError, match="2 frames, expected 1 to 1"):
        read(tmp_path, TEXT)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "a.bvh").write_bytes(b"HIERARCHY \xff")
    with pytest.raises(FileError, match="not a BVH file, or damaged") as caught:
        read_bvh_file(tmp_path / "a.bvh")
    assert isinstance(caught.value.__cause__, UnicodeDecodeError)
