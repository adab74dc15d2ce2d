"""The command from a file to three files."""

import json

import pytest
from tests.compliance.sessions import made_session

from prehensile.cli.app import main
from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("estimate") / "recording.h5"
    return made_session(5, 6, noise=1e-3, force_noise=0.004).recording.save(path)


def test_three_files_come_of_a_recording(recording, tmp_path, capsys) -> None:
    assert main(["estimate", str(recording), "-o", str(tmp_path), "--massless", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["joints"]["wrist_flex"]["low"] < told["joints"]["wrist_flex"]["high"]
    assert told["fingertip"] is None  # neither platform nor pad
    kept = HandCompliance.load(tmp_path / "hand.json")
    assert kept.estimated.any() and kept.task == "explore"
    assert "4.14" in Clip.load(tmp_path / "reference.npz").meta["reference"]
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_what_does_not_fit_is_one_line(recording, tmp_path, capsys) -> None:
    assert main(["estimate", str(tmp_path / "none.h5"), "-o", str(tmp_path)]) == 2
    assert main(["estimate", str(recording), "-o", str(tmp_path), "--contacts", "none"]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 2 and all("cannot read" in line for line in lines)


def test_ends_windows_and_laws_are_options(recording, tmp_path, capsys) -> None:
    words = ["estimate", str(recording), "-o", str(tmp_path), "--massless"]
    assert main([*words, "--releases", "--window", "0.3", "--force-law"]) == 0
    laws = HandCompliance.load(tmp_path / "hand.json").meta["force_laws"]
    assert laws["wrist_flex"]["low"] < laws["wrist_flex"]["slope"] < laws["wrist_flex"]["high"]
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "90 % interval of the slope" in page and "released at" in page
    capsys.readouterr()
    assert main([*words, "--window", "long"]) == 2
    assert "a window is auto or" in capsys.readouterr().err


def test_the_reference_is_filtered_or_blended(recording, tmp_path, capsys) -> None:
    words = ["estimate", str(recording), "-o", str(tmp_path), "--massless"]
    assert main([*words, "--blend"]) == 0
    meta = Clip.load(tmp_path / "reference.npz").meta
    assert meta["blend_s"] > 0 and meta["force_hz"] == 0
    (tmp_path / "hand.json").unlink()
    capsys.readouterr()
    assert main([*words, "--force-filter", "-3"]) == 2
    assert "cutoff" in capsys.readouterr().err
    assert not (tmp_path / "hand.json").exists()
