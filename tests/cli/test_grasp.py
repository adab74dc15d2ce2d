"""`prehensile grasp`: files, the one line, and every bad input in one line with nothing left."""

import importlib
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from prehensile.control.example.style import STYLES
from prehensile.draw.probe import DrawingReport
from prehensile.export.glb import glb_bytes
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress


@pytest.fixture(scope="module")
def written(tmp_path_factory, drawing):
    from prehensile.cli.app import main

    folder = tmp_path_factory.mktemp("grasp")
    assert main(["grasp", "cylinder", "--grip", "10", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def stored(store, monkeypatch):
    """``stored("dial", grip=5.0)``: the command's grasp is that of the store, played before."""

    def use(what, **how):
        clip = store.grasped(what, **how)
        monkeypatch.setattr("prehensile.control.grasp.grasp", lambda *_, **__: clip)

    return use


@pytest.mark.long
def test_it_writes_clip_sheet_and_plot(written):
    assert sorted(p.name for p in written.iterdir()) == ["forces.png", "grasp.npz", "grasp.png"]
    clip = Clip.load(written / "grasp.npz")
    assert clip.meta["grip"] == 10.0 and clip.meta["managed"]


@pytest.mark.long
def test_it_says_in_one_line_whether_it_was_held(run_cli, tmp_path):
    ran = run_cli("grasp", "cylinder", "--shake", "--out", tmp_path)
    assert ran.code == 0
    assert len([line for line in ran.out.splitlines() if line.startswith("held: yes")]) == 1
    meta = Clip.load(tmp_path / "grasp.npz").meta
    assert meta["controller"] == "example" and meta["example"] in STYLES
    assert "shake" in [name for name, _, _ in meta["phases"]]


def test_it_writes_what_export_would(run_cli, tmp_path, monkeypatch):
    absent = DrawingReport(False, "", "no OpenGL")
    monkeypatch.setattr("prehensile.draw.probe.drawing_backend", lambda: absent)
    ran = run_cli("grasp", "mug", "--glb", "--bare", "--out", tmp_path)
    assert ran.code == 0 and "grasp.glb" in ran.out
    clip = Clip.load(tmp_path / "grasp.npz")
    assert (tmp_path / "grasp.glb").read_bytes() == glb_bytes(clip, Dress(bare=True))


@pytest.mark.parametrize("words", [("--all",), ("mug", "--ways", "3")])
def test_other_files_are_of_one_grasp(run_cli, tmp_path, words):
    run_cli("grasp", *words, "--html", "--out", tmp_path / "out").assert_refused("--html", "export")


@pytest.mark.long
def test_what_falls_back_says_so_in_one_line(run_cli, tmp_path, stored):
    stored("dial")
    ran = run_cli("grasp", "dial", "--out", tmp_path)
    assert ran.code == 0
    said = [line for line in ran.out.splitlines() if "controller 'sequence'" in line]
    assert len(said) == 1 and "lifting" in said[0]


@pytest.mark.long
def test_without_the_extra_draw_only_pictures_are_missing(run_cli, tmp_path, monkeypatch, stored):
    real = importlib.import_module

    def without(name, *rest, **named):
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError("No module named 'matplotlib'", name="matplotlib")
        return real(name, *rest, **named)

    absent = DrawingReport(False, "", "ModuleNotFoundError: No module named 'pyvista'")
    stored("ball")
    monkeypatch.setattr("prehensile.draw.probe.drawing_backend", lambda: absent)
    monkeypatch.setattr(importlib, "import_module", without)
    ran = run_cli("grasp", "ball", "--out", tmp_path)
    assert (ran.code, ran.err.strip()) == (0, "")  # the bar leaves an empty line
    said = [line for line in ran.out.splitlines() if "no picture" in line]
    assert len(said) == 1 and "prehensile[draw]" in said[0]
    assert [p.name for p in tmp_path.iterdir()] == ["grasp.npz"]


@pytest.mark.long
def test_a_grasp_that_fails_is_not_an_error(run_cli, tmp_path, stored):
    stored("ball:r=40mm,mass=8", grip=5.0, tries=2)
    ran = run_cli("grasp", "ball:r=40mm,mass=8", "--grip", "5", "--out", tmp_path)
    assert ran.code == 0
    assert "held: no (" in ran.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["grasp", "mgu"], ["mgu", "mug"]),
        (["grasp", "missing.stl"], ["missing.stl"]),
        (["grasp", "mug", "--hand", "up"], ["--hand", "left"]),
        (["grasp", "mug", "--hand", "right:p500"], ["percentile"]),
        (["grasp", "mug", "--grip", "0"], ["newtons"]),
        (["grasp", "mug", "--grip", "1e9"], ["grip"]),
        (["grasp", "mug", "--mass", "-1"], ["mass"]),
        (["grasp", "mug", "--seed", "x"], ["--seed"]),
        (["grasp", "mug", "--unit", "furlong"], ["furlong", "mm"]),
        (["grasp", "cylinder:r=9"], ["long"]),
        (["grasp", "mug", "--example", "leap_grap"], ["leap_grap", "leap_grab"]),
        (["grasp", "mug", "--example", "missing.json"], ["missing.json"]),
        (["grasp", "mug", "--controller", "best"], ["best", "sequence"]),
        (["grasp", "mug", "--controller", "sequence", "--shake"], ["shaking", "example"]),
        (["grasp", "mug", "--controller", "sequence", "--alpha", "1"], ["tuning", "example"]),
        (["grasp", "mug", "--controller", "sequence", "--reflex"], ["tuning", "example"]),
        (["grasp", "mug", "--alpha", "9"], ["alpha"]),
        (["grasp", "mug", "--strength", "0"], ["strength"]),
        (["grasp", "mug", "--reach", "0.3,0.05"], ["D1"]),
        (["grasp", "mug", "--reach", "near"], ["reach"]),
        (["grasp", "mug", "--tries", "0"], ["tries"]),
        (["grasp", "mug", "--put", "1,2"], ["--put"]),
        (["grasp", "mug", "--put", "9,9,9"], ["put", "table"]),
        (["grasp", "mug", "--on", "chair"], ["chair", "table"]),
    ],
)
def test_bad_input_is_one_line(run_cli, tmp_path, words, expected):
    out = tmp_path / "out"
    run_cli(*words, "--out", out).assert_refused(*expected)
    assert not out.exists()


def test_an_unwritable_folder_is_one_line(run_cli, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    run_cli("grasp", "mug", "--out", blocked / "out").assert_refused("--out")
    assert blocked.read_text() == "not a folder"


@pytest.mark.parametrize(("scale", "hint"), [(1000.0, "mm"), (0.001, "--unit")])
def test_wrong_units_suggest_the_option(run_cli, tmp_path, scale, hint):
    import trimesh

    from prehensile.world.catalogue import load_object

    mug = load_object("mug")
    mesh = trimesh.Trimesh(mug.vertices * scale, mug.faces, process=False)
    path = tmp_path / "mug.stl"
    mesh.export(path)
    run_cli("grasp", path, "--out", tmp_path / "out").assert_refused("--unit", hint)


@pytest.mark.long
def test_a_mesh_in_millimetres_is_grasped(run_cli, tmp_path, monkeypatch):
    import trimesh

    monkeypatch.setattr("prehensile.control.attempt.by_sequence.GOOD_ENOUGH", 1)
    mesh = trimesh.creation.cylinder(radius=28.0, height=120.0)
    path = tmp_path / "can.stl"
    mesh.export(path)
    ran = run_cli("grasp", path, "--unit", "mm", "--mass", "0.2", "--out", tmp_path / "out")
    assert ran.code == 0 and "held: yes" in ran.out, ran


@pytest.mark.long
def test_an_open_mesh_is_held_by_its_convex_parts_and_said_to_be(run_cli, tmp_path):
    import trimesh

    mesh = trimesh.creation.box((0.05, 0.05, 0.05))
    mesh.update_faces(np.arange(len(mesh.faces)) > 1)
    path = tmp_path / "open.stl"
    mesh.export(path)
    ran = run_cli("grasp", path, "--out", tmp_path / "out")
    assert ran.code == 0 and "held: yes" in ran.out
    assert "convex parts" in ran.err and "--close" in ran.err


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_ctrl_c_half_way_leaves_nothing(tmp_path):
    out = tmp_path / "out"
    # What a shell starts in the background ignores Ctrl-C, and hands that down.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{heed}; import sys; from prehensile.cli.app import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "grasp", "mug", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("mug:")  # the work has begun
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "interrupted" in err.splitlines()[-1]
    assert list(out.iterdir()) == []
