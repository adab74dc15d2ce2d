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


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"obs_00": np.full((2, WIDTH), "x")}, "obs_00 holds text"),
        ({"obs_00": np.zeros((2, WIDTH)), "dt": np.array("x")}, "dt holds text"),
        ({"obs_00": np.zeros((2, WIDTH)), "dt": np.array(np.nan)}, "dt is nan"),
        ({"obs_00": np.zeros((2, WIDTH)), "hand_joint_names": np.array("x")}, "one row"),
        ({"obs_00": np.zeros((2, WIDTH)), "hand_joint_names": np.array(["x"])}, "lacks ARRx"),
        ({"joints_mm": np.full((2, 5, 4, 3), "x"), "t": np.arange(2.0)}, "joints_mm holds text"),
        ({"joints_mm": np.zeros((2, 5, 4, 3)), "t": np.array(["a", "b"])}, "t holds text"),
        ({"joints_mm": np.zeros((2, 5, 4, 3)), "t": np.zeros((2, 2))}, r"t has shape \(2, 2\)"),
        ({"joints_mm": np.zeros(3), "t": np.arange(2.0)}, "joints_mm has shape"),
        ({"hand_pose": np.full((2, 45), "x")}, "hand_pose holds text"),
        ({"hand_pose": np.full((2, 45), np.nan), "flat_hand_mean": np.array(True)}, "finite"),
        ({"hand_pose": np.zeros((2, 45)), "flat_hand_mean": np.zeros(3)}, "flat_hand_mean has"),
        (
            {"hand_pose": np.zeros((2, 45)), "flat_hand_mean": np.array(1), "trans": np.zeros(7)},
            "shift has shape",
        ),
        (
            {"hand_pose": np.zeros((2, 45)), "flat_hand_mean": np.array(1), "fps": np.array("x")},
            "fps holds text",
        ),
        ({"landmarks": np.full((2, 21, 3), "x")}, "landmarks holds text"),
        ({"landmarks": np.zeros((2, 21, 3)), "t": np.array("x")}, "t holds text"),
        ({"q": np.full((2, 2), "x"), "joint_names": np.array(["a", "b"])}, "q holds text"),
        ({"q": np.zeros((2, 2)), "joint_names": np.array("a")}, "one row of names"),
        ({"index_mcp_flex": np.zeros(2), "fps": np.array("x")}, "fps holds text"),
        ({"index_mcp_flex": np.zeros(2), "T_world_forearm": np.zeros((2, 3))}, "T_world_forearm"),
    ],
)
def test_wrong_text_and_shapes_are_said_in_one_line(tmp_path, content, words):
    np.savez(tmp_path / "a.npz", **content)
    with pytest.raises(InputError, match=words) as caught:
        arrays.import_file(tmp_path / "a.npz", Options(side="right"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "kind", ["imported_leap", "imported_mano", "imported_points", "imported_take"]
)
def test_frames_are_counted_before_the_fit(tmp_path, monkeypatch, kind):
    """Two million frames in 4.4 MB once took 4.3 GB."""
    np.savez(tmp_path / "a.npz", **KINDS[kind], flat_hand_mean=np.array(True))
    monkeypatch.setattr("prehensile.files.foreign_arrays.MAX_FRAMES", 1)
    with pytest.raises(InputError, match="2 frames, at most 1"):
        arrays.import_file(tmp_path / "a.npz", Options(side="right"))
