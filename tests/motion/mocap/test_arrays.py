"""Which kind of recording a file of arrays is."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion.mocap import arrays
from prehensile.motion.mocap.adroit import WIDTH
from prehensile.motion.mocap.options import Options

KINDS = {
    "imported_take": {"obs_00": np.zeros((2, WIDTH))},
    "imported_leap": {"joints_mm": np.zeros((2, 5, 4, 3)), "t": np.arange(2.0)},
    "imported_mano": {"hand_pose": np.zeros((2, 45))},
    "imported_points": {"landmarks": np.zeros((2, 21, 3))},
    "imported_angles": {"index_mcp_flex": np.zeros(2), "time": np.arange(2.0)},
}


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_go_to_the_reader_that_knows_them(tmp_path, monkeypatch, kind):
    called = []
    for name in KINDS:
        monkeypatch.setattr(arrays, name, lambda *args, name=name: called.append(name))
    np.savez(tmp_path / "a.npz", **KINDS[kind])
    arrays.import_file(tmp_path / "a.npz", Options())
    assert called == [kind]


def test_a_clip_of_ours_comes_as_it_is(tmp_path, hand_clip):
    found = arrays.import_file(hand_clip.save(tmp_path / "a.npz"), Options())
    assert found.clip.allclose(hand_clip, 0) and found.report["format"] == "clip"


def test_arrays_of_no_kind_are_named(tmp_path):
    np.savez(tmp_path / "a.npz", image=np.zeros((4, 5)))
    with pytest.raises(InputError, match=r"its arrays \(image \(4, 5\)\) are no clip, keypoints"):
        arrays.import_file(tmp_path / "a.npz", Options())
