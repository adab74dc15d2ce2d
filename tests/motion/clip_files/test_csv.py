import csv

import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.motion.clip import Clip


def test_every_number_of_the_motion_is_in_its_column(hand_clip, tmp_path):
    path = hand_clip.save(tmp_path / "clip.csv")
    with path.open(newline="") as file:
        names, *rows = csv.reader(file)
    assert len(names) == len(set(names))
    table = dict(zip(names, np.array(rows, float).T, strict=True))
    left = hand_clip.hand("left")
    assert np.array_equal(table["time_s"], hand_clip.time)
    k = left.joint_names.index("little_pip_flex")
    assert np.array_equal(table["left/little_pip_flex_rad"], left.q[:, k])
    assert np.array_equal(table["left/forearm_qw"], left.T_world_forearm[:, 3])
    assert np.array_equal(table["block_z_m"], hand_clip.body("block").pose[:, 2])
    assert np.array_equal(table["left/thumb_N"], hand_clip.finger_force[:, 1, 0])
    assert np.array_equal(table["right/palm_N"], hand_clip.palm_force[:, 0])


def test_numpy_reads_it_too(hand_clip, tmp_path):
    table = np.genfromtxt(hand_clip.save(tmp_path / "c.csv"), delimiter=",", names=True)
    assert np.array_equal(table["time_s"], hand_clip.time)


def test_it_is_written_only(hand_clip, tmp_path):
    path = hand_clip.save(tmp_path / "clip.csv")
    with pytest.raises(UnknownNameError, match="reading a clip"):
        Clip.load(path)
