"""``prehensile capture lab`` writes a recording and its truth."""

import json

import pytest

from prehensile.capture.lab.truth import Truth
from prehensile.capture.recording.recording import Recording
from prehensile.cli.app import main


def test_it_writes_both_files(tmp_path, capsys):
    out = tmp_path / "made"
    words = ["capture", "lab", "explore", "--seed", "3", "--contacts", "1", "-o", str(out)]
    assert main([*words, "--sensors", "torque_arm", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["touches"] == 1 and said["streams"] == ["torque_arm"]
    assert Recording.load(said["recording"]).names == ("torque_arm",)
    assert Truth.load(said["truth"]).facts["seed"] == 3


@pytest.mark.parametrize("words", [["nix"], ["explore", "--sensors", "nix"]])
def test_unknown_names_are_one_line_and_nothing_is_written(words, tmp_path, capsys):
    out = tmp_path / "made"
    assert main(["capture", "lab", *words, "-o", str(out)]) != 0
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not list(out.glob("*"))
