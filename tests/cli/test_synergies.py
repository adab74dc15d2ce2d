"""``prehensile synergies``: what it tells, what it writes, and what it refuses."""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from prehensile.draw.posture_sheet import draw_posture_sheet
from prehensile.motion.contacts import ContactTrack
from prehensile.skin.dress import Dress
from prehensile.synergy.file import load
from prehensile.synergy.generated_recordings import write_recording
from prehensile.synergy.posture import PostureBasis, corpus_basis


@pytest.fixture
def no_drawing(monkeypatch):
    """Pictures take seconds, and have tests of their own."""
    from prehensile.draw.probe import DrawingReport

    monkeypatch.setattr(
        "prehensile.draw.probe.drawing_backend", lambda: DrawingReport(False, "", "not here")
    )


def test_the_corpus_as_a_table_a_basis_and_a_sheet(run_cli, tmp_path, drawing, monkeypatch) -> None:
    bare = partial(draw_posture_sheet, tile=(120, 130), dress=Dress(bare=True))  # skin takes long
    monkeypatch.setattr("prehensile.draw.posture_sheet.draw_posture_sheet", bare)
    ran = run_cli("synergies", "--components", 1, "--out", tmp_path)
    assert ran.code == 0 and ran.err == ""
    assert "24 postures (corpus): 66.5 % of their variance along two axes, 87.6 %" in ran.out
    assert "little_pip_flex +0.45" in ran.out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["synergies.npz", "synergies.png"]
    basis = load(tmp_path / "synergies.npz")
    assert isinstance(basis, PostureBasis)
    assert np.array_equal(basis.axes, corpus_basis(1).axes)


def test_clips_as_json(run_cli, tmp_path, hand_clip, no_drawing) -> None:
    file = hand_clip.save(tmp_path / "two hands.npz")
    ran = run_cli("synergies", file, file, "--json", "--out", tmp_path / "out")
    found = json.loads(ran.out)
    assert ran.code == 0 and found["samples"] == 36 and found["takes"] == 4
    assert found["source"] == "two hands.npz, two hands.npz"
    assert len(found["axes"]) == 3 and found["variance_2"] <= found["variance_5"] <= 1
    assert found["written"] == [str(tmp_path / "out" / "synergies.npz")]


@pytest.mark.long
def test_forces_of_a_recording(run_cli, tmp_path, drawing) -> None:
    file = write_recording(tmp_path, 21, "squeeze", 4)
    ran = run_cli("synergies", "--force", file, "--json", "--out", tmp_path)
    (found,) = json.loads(ran.out)["files"]
    assert ran.code == 0 and found["cycles"] == 4 and found["cells"] == 361
    assert len(found["phase_starts_s"]) == len(found["phase_changing"])
    assert load(tmp_path / "recording_21_force.npz").axes.shape == (3, 361)
    assert (tmp_path / "recording_21_force.png").stat().st_size > 10_000
    ran = run_cli("synergies", "--force", file, "--out", tmp_path)
    assert "4 cycles" in ran.out and "components carry 90 %" in ran.out


def test_without_a_way_to_draw_it_says_so(run_cli, tmp_path, no_drawing) -> None:
    ran = run_cli("synergies", "--out", tmp_path)
    assert ran.code == 0 and "no picture: not here; prehensile doctor" in ran.out


def test_another_hands_postures_have_no_sheet(run_cli, tmp_path, hand_clip) -> None:
    track = hand_clip.hands[0]
    fewer = replace(track, joint_names=track.joint_names[:9], q=track.q[:, :9])
    forces = {"finger_force": np.zeros((9, 1, 5)), "palm_force": np.zeros((9, 1))}
    clip = replace(hand_clip, hands=(fewer,), contacts=ContactTrack.empty(9), **forces)
    ran = run_cli("synergies", clip.save(tmp_path / "c.npz"), "--components", 1, "--out", tmp_path)
    assert ran.code == 0 and "no sheet" in ran.out
    basis = load(tmp_path / "synergies.npz")
    assert isinstance(basis, PostureBasis) and basis.joint_names == fewer.joint_names


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--components", "0"], "--components is a whole number from 1 up, got 0"),
        (["--components", "50"], "components must be 1 to 20, got 50"),
        (["--force"], "--force needs a FILE"),
        (["nowhere.npz"], "No such file"),
        (["still.npz"], "all one pose"),
        (["empty.npz"], "empty.npz: it has no hand"),
        (["text.csv"], "text.csv"),
        (["notes.txt"], "unknown file suffix"),
        (["--force", "still.npz"], "nothing presses"),
        (["--force", "empty.npz"], "no hand"),
        (["--force", "text.csv"], "no line that begins with 'Frame'"),
        (["--force", "notes.txt"], "unknown"),
    ],
)
def test_what_makes_no_basis_is_refused_in_one_line(
    run_cli, tmp_path, monkeypatch, hand_clip, no_drawing, words, message
) -> None:
    monkeypatch.chdir(tmp_path)
    untouched = {"contacts": ContactTrack.empty(9)}
    one_pose = [replace(track, q=np.tile(track.q[:1], (9, 1))) for track in hand_clip.hands[:1]]
    forces = {"finger_force": np.zeros((9, 1, 5)), "palm_force": np.zeros((9, 1))}
    replace(hand_clip, hands=tuple(one_pose), **untouched, **forces).save("still.npz")
    none = {"finger_force": np.zeros((9, 0, 5)), "palm_force": np.zeros((9, 0))}
    replace(hand_clip, hands=(), **untouched, **none).save("empty.npz")
    (tmp_path / "text.csv").write_text("some,words\n1,2\n")
    (tmp_path / "notes.txt").write_text("none")
    ran = run_cli("synergies", *words)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("prehensile: ") and ran.err.count("\n") == 1
    assert message in ran.err
