import json

import numpy as np
import pytest
from tests.motion.marked_hand import MarkedHand
from tests.motion.mocap.test_read import tsv

from prehensile.motion.clip import Clip


@pytest.fixture(scope="module")
def take(tmp_path_factory):
    return tsv(tmp_path_factory.mktemp("takes") / "take.tsv", MarkedHand(frames=30).points)


@pytest.mark.long
def test_it_writes_a_clip_residuals_and_a_report(run_cli, take, tmp_path):
    pytest.importorskip("matplotlib")
    ran = run_cli("mocap", take, "--out", tmp_path)
    assert ran.code == 0
    for words in ("right hand, 30 frames", "residual: median", "filled: 0 frames", "12 Hz"):
        assert words in ran.out
    assert Clip.load(tmp_path / "take.npz").n_frames == 30
    table = np.genfromtxt(tmp_path / "take_residuals.csv", delimiter=",", names=True)
    assert len(table) == 30 and np.median(table["index_tip_mm"]) < 1
    assert (tmp_path / "take_residuals.png").stat().st_size > 10_000


@pytest.mark.long
def test_json(run_cli, take, tmp_path):
    ran = run_cli("mocap", take, "--out", tmp_path, "--json", "--smooth", "0")
    report = json.loads(ran.out)
    assert report["side"] == "right" and report["smoothed_hz"] == 0
    assert str(tmp_path / "take.npz") in report["written"]


def test_angles_have_no_residuals(run_cli, tmp_path):
    table = tmp_path / "a.csv"
    table.write_text("index_mcp_flex,index_pip_flex\n" + "30,40\n" * 20)
    ran = run_cli("mocap", table, "--rate", "30", "--out", tmp_path / "out")
    assert ran.code == 0 and "taken as degrees" in ran.out
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["a.npz"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--side", "left"], ["take.tsv", "markers of a right hand"]),
        (["--rate", "0"], ["frame rate is 0 Hz"]),
        (["--unit", "m"], ["take.tsv", "unit"]),
        (["--unit", "miles"], ["unknown unit", "mm"]),
        (["--smooth", "500"], ["cutoff is 500 Hz"]),
        (["--markers", "none.toml"], ["none.toml"]),
    ],
)
def test_mistakes_are_one_line(run_cli, take, tmp_path, arguments, words):
    run_cli("mocap", take, "--out", tmp_path / "out", *arguments).assert_refused(*words)
    assert not list((tmp_path / "out").glob("*"))


def test_a_missing_or_empty_file(run_cli, tmp_path):
    run_cli("mocap", tmp_path / "no.c3d", "--out", tmp_path).assert_refused(
        "no.c3d", "No such file"
    )
    (tmp_path / "empty.c3d").touch()
    run_cli("mocap", tmp_path / "empty.c3d", "--out", tmp_path).assert_refused("empty")
