"""The command from a clip, a recording or live streams to a clip."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.compliance.sessions import made_session
from tests.synthesis.lifted_ball import lifting_clip

from prehensile.capture.recording.recording import Recording
from prehensile.cli.app import main
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.synthesis.clips.assumed import assumed_compliance

AWAY = ["--object", "box", "--at", "1,0,0.035"]
"""where no hand comes"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reference, with and without the ball it is of; compliances; a recording without forces."""
    folder = tmp_path_factory.mktemp("resynthesize")
    clip, (ball, stand) = lifting_clip(0.3)
    clip.save(folder / "reference.npz")
    bodies = tuple(
        BodyTrack(o.name, o.object.vertices, o.object.faces, np.tile(o.pose, (clip.n_frames, 1)))
        for o in (stand, ball)
    )
    meta = {**clip.meta, "bodies": {"stand": {"fixed": True}, "ball": {"fixed": False}}}
    replace(clip, bodies=bodies, meta=meta).save(folder / "with_ball.npz")
    n = clip.n_frames
    replace(clip, hands=(), finger_force=np.zeros((n, 0, 5)), palm_force=np.zeros((n, 0))).save(
        folder / "no_hand.npz"
    )
    clip.at_times(clip.time[:1]).save(folder / "one_frame.npz")
    assumed_compliance(Hand(HandSpec.mean("left"))).save(folder / "left.json")
    good = assumed_compliance(Hand()).to_json()
    good["compliance"][0][0] = -1.0
    (folder / "negative.json").write_text(json.dumps(good), "utf-8")
    recording = made_session(5, 1, noise=1e-3, force_noise=0.004).recording
    recording.save(folder / "recording.h5")
    angles = recording.of_kind("joint_angles")
    Recording(tuple(angles), hand=recording.hand).save(folder / "no_force.h5")
    return folder


def test_a_clip_comes_of_it(folder: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.npz"
    options = [*AWAY, "--mass", "0.2", "--reflex", "--json", "-o", str(out)]
    assert main(["resynthesize", str(folder / "reference.npz"), *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["unsolved_steps"] == 0 and told["left"] == "" and told["live"] is None
    assert told["managed"] is False and told["reason"] == "the hand never touched it"
    assert told["verdict"] == "held: no (the hand never touched it)"
    assert told["reflex_level"] == 0  # nothing is held, nothing slips
    clip = Clip.load(out)
    assert clip.bodies[0].name == "box" and clip.meta["bodies"]["box"]["mass"] == 0.2
    last = clip.contacts.frame(clip.n_frames - 1)
    assert abs(last.force[:, 2].sum() + 0.2 * 9.81) < 1e-6  # on the floor, by its weight


def test_it_stands_where_the_captured_one_stood(folder: Path, tmp_path: Path, capsys) -> None:
    words = ["resynthesize", str(folder / "with_ball.npz"), "--object", "ball:d=40mm", "--no-floor"]
    assert main([*words, "--until", "0.05", "-o", str(tmp_path / "kept.npz")]) == 0
    assert "held: no" in capsys.readouterr().out
    kept = Clip.load(tmp_path / "kept.npz")
    assert [body.name for body in kept.bodies] == ["ball", "stand"]
    captured = lifting_clip(0.3)[1][0].pose[2] - 0.03
    assert kept.bodies[0].pose[0, 2] - 0.02 == pytest.approx(captured, abs=1e-4)
    assert np.ptp(kept.bodies[0].pose[:, 2]) < 1e-4
    assert main([*words, "--until", "0.05", "--drop", "-o", str(tmp_path / "added.npz")]) == 0
    assert "a stand was put below the object" in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--warp"], ["--captured", "ball:d=60mm"]])
def test_a_hand_fits_an_object_of_another_size(
    folder: Path, tmp_path: Path, capsys, more: list[str]
) -> None:
    """The captured object is the clip's, or the one that is named."""
    words = ["resynthesize", str(folder / "with_ball.npz"), "--object", "ball:d=50mm", "--json"]
    highest = []
    for options in ([], more):
        out = tmp_path / f"{len(highest)}.npz"
        assert main([*words, *options, "--no-floor", "-o", str(out)]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["unsolved_steps"] == 0
        highest.append(told["largest_force_N"])
    assert highest[1] > 1.5 * highest[0]  # without the warp it hardly reaches the smaller ball


def test_a_mesh_of_millimetres(folder: Path, tmp_path: Path, capsys) -> None:
    trimesh = pytest.importorskip("trimesh")
    trimesh.creation.box((40, 40, 40)).export(tmp_path / "cube.stl")
    words = ["resynthesize", str(folder / "reference.npz"), "--object", str(tmp_path / "cube.stl")]
    words += ["--at", "1,0,0.02", "--until", "0.05", "-o", str(tmp_path / "out.npz")]
    assert main(words) == 2
    assert "--unit mm" in capsys.readouterr().err
    assert main([*words, "--unit", "mm"]) == 0
    assert np.ptp(Clip.load(tmp_path / "out.npz").bodies[0].vertices) == pytest.approx(0.04)


def test_a_recording_is_estimated_first(folder: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.npz"
    words = ["resynthesize", str(folder / "recording.h5"), *AWAY, "--from", "0.1", "--until", "0.3"]
    assert main([*words, "-o", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(out)
    assert Clip.load(out).duration == pytest.approx(0.2, abs=0.02)


def test_streams_are_played_as_they_come(tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.npz"
    words = ["resynthesize", "simulated", "--live", *AWAY, "--until", "0.3", "--json"]
    assert main([*words, "-o", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)["live"]
    assert told["share"] > 0 and 0.005 < told["latency_s"] < 1.0
    assert Clip.load(out).meta["live"] == told


@pytest.mark.parametrize(
    ("reference", "wrong", "word"),
    [
        ("reference.npz", ["--object", "box"], "--at"),
        ("reference.npz", ["--object", "box", "--at", "1,2"], "metres"),
        ("reference.npz", ["--object", "nothing", "--at", "1,2,3"], "nothing"),
        ("reference.npz", [*AWAY, "--sides", "5"], "even"),
        ("reference.npz", [*AWAY, "--sides", "2"], "from 4 up"),
        ("reference.npz", [*AWAY, "--sides", "1000"], "64 at most"),
        ("reference.npz", [*AWAY, "--mass", "0"], "mass"),
        ("reference.npz", [*AWAY, "--friction", "-1"], "friction"),
        ("reference.npz", [*AWAY, "--damping", "-1"], "damping"),
        ("reference.npz", [*AWAY, "--compliance", "none.json"], "none.json"),
        ("reference.npz", [*AWAY, "--compliance", "left.json"], "left hand"),
        ("reference.npz", [*AWAY, "--compliance", "negative.json"], "positive semidefinite"),
        ("reference.npz", [*AWAY, "--stiffening", "-1"], "stiff"),
        ("reference.npz", [*AWAY, "--friction-falls", "1"], "friction"),
        ("reference.npz", [*AWAY, "--from", "9"], "nothing is left"),
        ("reference.npz", [*AWAY, "--hand", "left"], "recordings"),
        ("reference.npz", ["--object", "box", "--at", "0,0,0.3"], "inside the hand"),
        ("reference.npz", ["--object", "box", "--at", "1,0,0"], "inside floor"),
        ("reference.npz", ["--object", "box", "--at", "9,0,1"], "outside the room"),
        ("reference.npz", [*AWAY, "-o", "clip.doc"], ".doc"),
        ("reference.npz", [*AWAY, "--warp"], "--captured"),
        ("reference.npz", [*AWAY, "--captured", "nothing"], "nothing"),
        ("reference.npz", [*AWAY, "--captured", "box"], "reaches"),
        ("reference.npz", [*AWAY, "--unit", "furlong"], "furlong"),
        ("none.npz", AWAY, "none.npz"),
        ("no_hand.npz", AWAY, "no hand"),
        ("one_frame.npz", AWAY, "two frames"),
        ("no_force.h5", AWAY, "no force"),
        ("none.h5", [*AWAY, "--live"], "none.h5"),
        ("lsl", ["--object", "box", "--live"], "--at"),
        ("simulated", [*AWAY, "--live", "--from", "1"], "--from"),
    ],
)
def test_what_does_not_fit_is_one_line(
    folder: Path, tmp_path: Path, capsys, monkeypatch, reference: str, wrong: list[str], word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = reference if "." not in reference else str(folder / reference)
    words = [str(folder / w) if w.endswith(".json") else w for w in wrong]
    if "-o" not in words:
        words += ["-o", "x.npz"]
    assert main(["resynthesize", path, *words]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert word in line
    assert not list(tmp_path.iterdir())


def test_interrupted_nothing_is_left(folder: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    def interrupted(*_, **options):
        options["progress"](0.5)
        raise KeyboardInterrupt

    monkeypatch.setattr("prehensile.synthesis.resynthesize.resynthesize", interrupted)
    words = ["resynthesize", str(folder / "reference.npz"), *AWAY, "-o", str(tmp_path / "x.npz")]
    assert main(words) == 2
    assert "interrupted" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
