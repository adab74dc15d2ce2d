"""The command from a clip to a clip."""

import json
from pathlib import Path

import pytest
from tests.synthesis.lifted_ball import lifting_clip

from prehensile.cli.app import main
from prehensile.motion.clip import Clip


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lifting_clip(0.3)[0].save(tmp_path_factory.mktemp("resynthesize") / "reference.npz")


def test_a_clip_comes_of_it(reference: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.npz"
    options = ["--object", "box", "--at", "1,0,0.035", "--mass", "0.2", "--reflex", "--json"]
    options += ["-o", str(out)]
    assert main(["resynthesize", str(reference), *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["unsolved_steps"] == 0 and told["left"] == ""
    assert told["reflex_level"] == 0  # nothing is held, nothing slips
    clip = Clip.load(out)
    assert clip.bodies[0].name == "box" and clip.meta["bodies"]["box"]["mass"] == 0.2
    last = clip.contacts.frame(clip.n_frames - 1)
    assert abs(last.force[:, 2].sum() + 0.2 * 9.81) < 1e-6  # on the floor, by its weight


@pytest.mark.parametrize(
    "wrong",
    [
        ["--object", "box"],
        ["--object", "box", "--at", "1,2"],
        ["--object", "nothing", "--at", "1,2,3"],
        ["--object", "box", "--at", "1,0,1", "--sides", "5"],
        ["--object", "box", "--at", "1,0,1", "--mass", "0"],
        ["--object", "box", "--at", "1,0,1", "--friction", "-1"],
        ["--object", "box", "--at", "1,0,1", "--damping", "-1"],
        ["--object", "box", "--at", "1,0,1", "--compliance", "none.json"],
        ["--object", "box", "--at", "1,0,1", "--stiffening", "-1"],
        ["--object", "box", "--at", "1,0,1", "--friction-falls", "1"],
    ],
)
def test_what_does_not_fit_is_one_line(
    reference: Path, tmp_path: Path, capsys, wrong: list[str]
) -> None:
    assert main(["resynthesize", str(reference), *wrong, "-o", str(tmp_path / "x.npz")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "x.npz").exists()
