"""`prehensile export`: the files asked for, and every bad input in one line with nothing left."""

import io
import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from tests.export.toy_tips import ToyTips

from prehensile.export.glb import glb_bytes
from prehensile.files.limits import MAX_FRAMES
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.skin.dress import Dress


@pytest.fixture
def clip_file(hand_clip, tmp_path):
    return hand_clip.save(tmp_path / "wave.npz")


def test_glb_is_what_one_gets_without_asking(run_cli, clip_file, hand_clip, tmp_path):
    out = tmp_path / "out"
    ran = run_cli("export", clip_file, "--out", out)
    assert ran.code == 0 and "wave.glb" in ran.out
    assert [p.name for p in out.iterdir()] == ["wave.glb"]
    assert Clip.load(out / "wave.glb").allclose(hand_clip, 0)


def test_files_lie_beside_their_clip(run_cli, clip_file, tmp_path):
    ran = run_cli("export", clip_file, "--csv", "--bvh")
    assert ran.code == 0, ran
    assert sorted(p.name for p in tmp_path.iterdir()) == ["wave.bvh", "wave.csv", "wave.npz"]


def test_a_clip_is_not_written_over(run_cli, hand_clip, tmp_path):
    glb = hand_clip.save(tmp_path / "in.glb")
    before = glb.read_bytes()
    run_cli("export", glb, "--csv", "--glb").assert_refused("written over", "--out")
    assert [p.name for p in tmp_path.iterdir()] == ["in.glb"] and glb.read_bytes() == before


def test_table_and_post_can_be_left_out(run_cli, hand_clip, tmp_path):
    still = np.tile([0.0, 0, 0, 1, 0, 0, 0], (hand_clip.n_frames, 1))
    table = BodyTrack("table", np.eye(3), np.array([[0, 1, 2]]), still)
    replace(hand_clip, bodies=(*hand_clip.bodies, table)).save(tmp_path / "wave.npz")
    assert run_cli("export", tmp_path / "wave.npz", "--glb").code == 0
    assert "table" in [body.name for body in Clip.load(tmp_path / "wave.glb").bodies]
    assert run_cli("export", tmp_path / "wave.npz", "--glb", "--no-stand").code == 0
    assert Clip.load(tmp_path / "wave.glb").allclose(hand_clip, 0)


def test_all_that_is_asked_for_is_written(run_cli, clip_file, tmp_path):
    out = tmp_path / "out"
    ran = run_cli("export", clip_file, "--bvh", "--csv", "--obj", "--out", out)
    assert ran.code == 0, ran
    assert sorted(p.name for p in out.iterdir()) == ["wave.bvh", "wave.csv", "wave_obj"]


def test_rate_resamples(run_cli, clip_file, tmp_path):
    assert run_cli("export", clip_file, "--glb", "--rate", "50", "--out", tmp_path).code == 0
    assert np.allclose(np.diff(Clip.load(tmp_path / "wave.glb").time), 1 / 50)


def test_a_glb_goes_in_too(run_cli, clip_file, hand_clip, tmp_path):
    glb = hand_clip.save(tmp_path / "in.glb")
    assert run_cli("export", glb, "--csv", "--out", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "in.csv").exists()


def changed(source, path, change=None, **arrays):
    """A copy of an NPZ with some arrays replaced, and its header changed."""
    with np.load(source, allow_pickle=False) as file:
        data = {name: file[name] for name in file.files}
    header = json.loads(data["header"].tobytes())
    if change is not None:
        change(header)
    data["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    data |= arrays
    np.savez_compressed(path, **data)
    return path


def refused(run_cli, path, tmp_path, *words):
    out = tmp_path / "out"
    run_cli("export", path, "--glb", "--csv", "--out", out).assert_refused(*words)
    assert not out.exists()


def test_missing_joints(run_cli, hand_clip, clip_file, tmp_path):
    path = changed(
        clip_file,
        tmp_path / "short.npz",
        lambda header: header["hands"][0].update(joint_names=header["hands"][0]["joint_names"][1:]),
        hand0_q=hand_clip.hands[0].q[:, 1:],
    )
    refused(run_cli, path, tmp_path, "lacks the joints wrist_flex")


def test_nans(run_cli, hand_clip, clip_file, tmp_path):
    q = hand_clip.hands[0].q.copy()
    q[3, 5] = np.nan
    refused(run_cli, changed(clip_file, tmp_path / "nan.npz", hand0_q=q), tmp_path, "not finite")


def test_zero_frames(run_cli, clip_file, tmp_path):
    with np.load(clip_file, allow_pickle=False) as file:
        cut = {
            name: file[name][:0]
            for name in file.files
            if name != "header" and "vertices" not in name and "faces" not in name
        }
    cut["contact_offsets"] = np.zeros(1, np.int64)

    def empty(header):
        header["frames"] = 0
        header["contacts"]["count"] = 0

    path = changed(clip_file, tmp_path / "none.npz", empty, **cut)
    refused(run_cli, path, tmp_path, "at least one frame")


def test_ten_million_frames_are_refused_by_the_header_alone(run_cli, clip_file, tmp_path):
    """The arrays are not there at all: who allocated first would say something else."""
    path = changed(clip_file, tmp_path / "long.npz", lambda header: header.update(frames=10**7))
    refused(run_cli, path, tmp_path, "10000000 frames", str(MAX_FRAMES))


def test_a_glb_that_is_not_ours(run_cli, tmp_path):
    import trimesh

    path = tmp_path / "box.glb"
    trimesh.creation.box().export(path)
    refused(run_cli, path, tmp_path, "not a GLB of ours")


def test_unknown_missing_and_foreign_files(run_cli, tmp_path):
    refused(run_cli, tmp_path / "absent.npz", tmp_path, "absent.npz")
    (tmp_path / "clip.txt").write_text("hello")
    refused(run_cli, tmp_path / "clip.txt", tmp_path, ".txt", ".npz")
    with zipfile.ZipFile(tmp_path / "other.npz", "w") as archive:
        data = io.BytesIO()
        np.save(data, np.zeros(3))
        archive.writestr("x.npy", data.getvalue())
    refused(run_cli, tmp_path / "other.npz", tmp_path, "not a clip")


def test_a_rate_of_nothing(run_cli, clip_file, tmp_path):
    out = tmp_path / "out"
    run_cli("export", clip_file, "--rate", "0", "--out", out).assert_refused("rate")
    assert not out.exists()


@pytest.fixture
def colored(monkeypatch):
    """The commands' dress colours fingertips by the clip's forces."""
    from prehensile.appearance import worn

    toy = Dress(blush=ToyTips(strength=2, slow=0.004))
    monkeypatch.setattr(worn, "SKIN_DRESS", toy)


@pytest.mark.usefixtures("colored")
def test_a_blush_sheet_is_a_picture_and_its_notes(run_cli, clip_file, tmp_path):
    out = tmp_path / "out"
    ran = run_cli("export", clip_file, "--blush-sheet", "--out", out)
    assert ran.code == 0 and "wave_blush.png" in ran.out and "wave_blush.json" in ran.out
    assert sorted(p.name for p in out.iterdir()) == ["wave_blush.json", "wave_blush.png"]
    assert json.loads((out / "wave_blush.json").read_text())["picture"] == "wave_blush.png"


@pytest.mark.usefixtures("colored")
def test_a_glb_colours_unless_told_not_to(run_cli, clip_file, hand_clip, tmp_path):
    assert run_cli("export", clip_file, "--out", tmp_path / "with").code == 0
    assert run_cli("export", clip_file, "--no-blush", "--out", tmp_path / "without").code == 0
    both = [tmp_path / name / "wave.glb" for name in ("with", "without")]
    assert [b"right-blush" in path.read_bytes() for path in both] == [True, False]
    assert both[1].read_bytes() == glb_bytes(hand_clip, Dress())
    assert all(Clip.load(path).allclose(hand_clip, 0) for path in both)


@pytest.mark.usefixtures("colored")
@pytest.mark.parametrize("option", ["--no-blush", "--bare"])
def test_a_sheet_of_hands_without_colour_is_refused(run_cli, clip_file, tmp_path, option):
    out = tmp_path / "out"
    ran = run_cli("export", clip_file, "--glb", "--blush-sheet", option, "--out", out)
    ran.assert_refused("blush sheet", option)
    assert not out.exists()
