"""One entry for all kinds of recordings; every real one imports with its residuals."""

import importlib
import subprocess
import sys

import numpy as np
import pytest
from tests.motion.marked_hand import NAMES, MarkedHand

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.read import READERS, import_motion, read_motion


def tsv(path, points, names=NAMES, rate=100):
    """Points (T, K, 3) [m] as Qualisys would write them."""
    head = f"NO_OF_FRAMES\t{len(points)}\nFREQUENCY\t{rate}\nMARKER_NAMES\t" + "\t".join(names)
    body = np.nan_to_num(1e3 * points).reshape(len(points), -1)
    rows = ("\t".join([str(k + 1), f"{k / 100:.5f}", *map(str, row)]) for k, row in enumerate(body))
    path.write_text("\n".join([head, *rows]))
    return path


@pytest.fixture(scope="module")
def marked():
    return MarkedHand(noise=3e-4)


@pytest.mark.long
def test_markers_with_gaps(marked, tmp_path):
    points = marked.points.copy()
    points[20:26, 4] = points[40:70, 6] = np.nan
    result = import_motion(tsv(tmp_path / "take.tsv", points), smooth_hz=0)
    report = result.report
    assert report["side"] == "right" and report["filled_frames"] == 6
    assert report["long_gaps"] == [[NAMES[6], 0.4, 0.7]] and report["lost_frames"] == 0
    assert report["residual_mm_median"] < 0.8
    assert result.residual is not None and result.residual.shape == points.shape[:2]
    assert np.isnan(result.residual[20:26, 4]).all()
    assert result.clip.n_frames == len(points)


@pytest.mark.long
def test_frames_without_a_palm_are_left_out(marked, tmp_path):
    points = marked.points.copy()
    points[30:60] = np.nan
    clip = read_motion(tsv(tmp_path / "take.tsv", points))
    assert clip.n_frames == len(points) - 30 and clip.meta["import"]["lost_frames"] == 30
    assert np.diff(clip.time).max() == pytest.approx(0.31)


@pytest.mark.long
def test_y_up_is_turned(marked, tmp_path):
    straight = read_motion(tsv(tmp_path / "z.tsv", marked.points), smooth_hz=0)
    turned = marked.points[..., [0, 2, 1]] * [1, 1, -1]
    clip = read_motion(tsv(tmp_path / "y.tsv", turned), up="y", smooth_hz=0)
    np.testing.assert_allclose(
        clip.hands[0].T_world_forearm[:, :3], straight.hands[0].T_world_forearm[:, :3], atol=1e-6
    )


@pytest.mark.long
def test_the_report_survives_saving(marked, tmp_path):
    clip = read_motion(tsv(tmp_path / "take.tsv", marked.points))
    again = Clip.load(clip.save(tmp_path / "clip.npz"))
    assert again.meta["import"] == clip.meta["import"]
    assert clip.meta["import"]["smoothed_hz"] == 12
    assert read_motion(tmp_path / "clip.npz").allclose(clip)


@pytest.mark.parametrize(("layout", "count"), [("mediapipe", 21), ("webxr", 25), ("leap", 20)])
def test_keypoints_by_their_number(marked, tmp_path, layout, count):
    points = hand_keypoints(marked.hand, marked.q, layout=layout)
    assert points.shape[1] == count
    np.save(tmp_path / "points.npy", points)
    result = import_motion(tmp_path / "points.npy", rate_hz=100, up="z", smooth_hz=0)
    assert result.report["residual_mm_median"] < 0.1
    assert np.degrees(np.abs(result.clip.hands[0].q - marked.q).max()) < 1
    np.save(tmp_path / "mm.npy", 1e3 * points)
    guessed = read_motion(tmp_path / "mm.npy", rate_hz=100, up="z", smooth_hz=0)
    assert "unit taken as mm" in guessed.meta["import"]["notes"][0]
    np.testing.assert_allclose(guessed.hands[0].q, result.clip.hands[0].q, atol=1e-4)
    said = read_motion(tmp_path / "mm.npy", rate_hz=100, unit="mm", up="z", smooth_hz=0)
    np.testing.assert_allclose(said.hands[0].q, result.clip.hands[0].q, atol=1e-4)


def test_labels_exchanged_or_unknown_are_named(marked, tmp_path):
    path = tsv(tmp_path / "take.tsv", marked.swapped("index_tip", "ring_tip", 33))
    with pytest.raises(InputError, match="index_tip and ring_tip are exchanged from frame 33 on"):
        read_motion(path)
    path = tsv(tmp_path / "take.tsv", marked.points, [f"U_{k}" for k in range(len(NAMES))])
    with pytest.raises(InputError, match=r"none of the 13 markers has a name .*U_0, U_1"):
        read_motion(path)


def test_wrong_side(marked, tmp_path):
    path = tsv(tmp_path / "take.tsv", marked.points)
    with pytest.raises(InputError, match=r"markers of a right hand .* not of a left one"):
        read_motion(path, side="left")


@pytest.mark.parametrize("suffix", [".c3d", ".tsv", ".bvh", ".glb", ".csv", ".npz", ".npy"])
@pytest.mark.parametrize("data", [b"", b"\0" * 700, b"PK\x03\x04" + b"\xff" * 300])
def test_rubbish_is_one_line(tmp_path, suffix, data):
    path = tmp_path / f"x{suffix}"
    path.write_bytes(data)
    with pytest.raises(PrehensileError) as caught:
        read_motion(path, rate_hz=30)
    assert "\n" not in str(caught.value) and path.name in str(caught.value)
    if not data:
        assert "empty" in str(caught.value)


def test_arrays_that_lie_or_hold_objects(tmp_path):
    np.save(tmp_path / "objects.npy", np.array([{}, []], dtype=object), allow_pickle=True)
    with pytest.raises((InputError, FileError), match="expected numbers or text"):
        read_motion(tmp_path / "objects.npy")
    np.save(tmp_path / "cut.npy", np.zeros((40, 21, 3)))
    data = (tmp_path / "cut.npy").read_bytes()
    (tmp_path / "cut.npy").write_bytes(data[: len(data) // 2])
    with pytest.raises((InputError, FileError), match="more than the file holds"):
        read_motion(tmp_path / "cut.npy")
    huge = data.replace(b"(40, 21, 3)", b"(4e9,21, 3)".replace(b"4e9", b"999999999"))
    (tmp_path / "huge.npy").write_bytes(huge)
    with pytest.raises((InputError, FileError)):
        read_motion(tmp_path / "huge.npy")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"side": "upper"}, UnknownNameError),
        ({"up": "x"}, UnknownNameError),
        ({"layout": "other"}, UnknownNameError),
        ({"unit": "miles"}, UnknownNameError),
        ({"rate_hz": 0}, InputError),
        ({"rate_hz": float("nan")}, InputError),
        ({"unit": "deg"}, InputError),
        ({"longest_gap": -1}, InputError),
    ],
)
def test_bad_options_are_refused(marked, tmp_path, options, error):
    path = tsv(tmp_path / "take.tsv", marked.points)
    with pytest.raises(error):
        read_motion(path, **options)


def test_unknown_kinds_and_folders(tmp_path):
    with pytest.raises(UnknownNameError, match=r"\.c3d"):
        read_motion(tmp_path / "film.mov")
    (tmp_path / "a.bvh").mkdir()
    with pytest.raises(FileError, match="not a file"):
        read_motion(tmp_path / "a.bvh")
    with pytest.raises(FileError, match="No such file"):
        read_motion(tmp_path / "none.npz")


@pytest.mark.parametrize(
    ("file", "options", "residual"),
    [
        ("leap/grab.npz", {}, 2.0),
        ("leap/pinch.npz", {}, 1.0),
        ("leap/brian.npz", {}, 2.5),
        ("leap/HandSplay-110fps.npz", {}, 2.2),
        ("leap/Waiting-110fps.npz", {}, 1.5),
        ("landmarks/human_joint_right.npz", {"rate_hz": 30}, 4.0),
    ],
)
def test_real_keypoints(reference_data, file, options, residual):
    report = import_motion(reference_data("motion", *file.split("/")), **options).report
    assert report["side"] == "right" and report["residual_mm_median"] < residual


@pytest.mark.long
def test_real_markers(reference_data):
    report = import_motion(reference_data("motion", "dfki_markers", "recording.tsv")).report
    assert report["side"] == "right" and report["residual_mm_median"] < 1.0
    assert report["filled_frames"] == 70 and len(report["long_gaps"]) == 16
    assert "right_elbow" in report["unmapped"] and len(report["unmapped"]) == 8


def test_real_door_demonstrations(reference_data):
    path = reference_data("motion", "dapg_door", "door_demos.npz")
    for take in range(25):
        result = import_motion(path, take=take)
        report = result.report
        assert report["takes"] == 25 and report["unmapped"] == ["LFJ4"]
        # One opens a door with fingers that bend, a hand in front of it, over a table.
        flex = [k for k, n in enumerate(result.clip.hands[0].joint_names) if n.endswith("mcp_flex")]
        assert result.clip.hands[0].q[:, flex].max() > 0.5
        assert (np.abs(result.clip.hands[0].T_world_forearm[:, :3]) < 1).all()
    with pytest.raises(InputError, match="no take 25"):
        import_motion(path, take=25)


def test_the_table_loads_no_reader_before_it_is_needed():
    code = (
        "import sys, prehensile.motion.mocap.read\n"
        "print([n for n in sys.modules if n.startswith('prehensile.')])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert "prehensile.motion.mocap.read" in loaded
    assert "kinematics" not in loaded and "mocap.options" not in loaded


@pytest.mark.parametrize("suffix", READERS)
def test_every_module_of_the_table_imports_files(suffix):
    assert callable(importlib.import_module(READERS[suffix]).import_file)
