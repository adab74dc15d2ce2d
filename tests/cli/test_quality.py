"""`prehensile quality`: one line, a table and a chart, and every bad input in one line."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.draw.looks import read
from tests.quality.judge.test_grasp_track import TIME, pinched

STILL = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (len(TIME), 1))


@pytest.fixture
def clip():
    return pinched(STILL, np.linspace(0, 10, len(TIME)))


def test_a_line_a_table_and_a_chart(run_cli, clip, tmp_path):
    pytest.importorskip("matplotlib")
    ran = run_cli("quality", clip.save(tmp_path / "pinch.npz"), "--out", tmp_path)
    assert ran.code == 0 and ran.err == ""
    lines = ran.out.splitlines()
    assert lines[0] == "ball: friction 0.5, 3.0 cm in radius"
    assert lines[1].startswith("closed: yes (at 0.90 s: 2 contacts press with 18.0 N, 9.8 N would")
    table = np.genfromtxt(tmp_path / "pinch_quality.csv", delimiter=",", names=True)
    assert len(table) == len(TIME)
    np.testing.assert_allclose(table["force_N"], np.linspace(0, 20, len(TIME)), rtol=1e-5)
    assert (read(tmp_path / "pinch_quality.png").min(axis=-1) < 128).mean() > 0.005  # ink


def test_json_holds_measures_over_time(run_cli, clip, tmp_path):
    path = clip.save(tmp_path / "pinch.npz")
    ran = run_cli("quality", path, "--at", "0", "--json", "--out", tmp_path)
    report = json.loads(ran.out)
    assert report["closed"] is False and "nothing presses" in report["verdict"]
    assert report["over_time"]["closed"] == [False] + [True] * 10
    assert report["at_times"]["smallest_grip_N"][0] is None
    assert report["at_times"]["epsilon"][5] > 0
    assert len(report["weakest"]) == 6
    assert str(tmp_path / "pinch_quality.csv") in report["written"]


def test_no_contacts_at_all_are_no_error(run_cli, tmp_path):
    clip = pinched(STILL, np.zeros(len(TIME)))
    ran = run_cli("quality", clip.save(tmp_path / "none.npz"), "--out", tmp_path)
    assert ran.code == 0 and "closed: no (nothing presses on ball" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--body", "mug"], ("'mug'", "ball")),
        (["--hand", "left"], ("'left'", "right")),
        (["--friction", "0"], ("friction must be above 0",)),
        (["--friction", "-0.5"], ("friction must be above 0",)),
        (["--friction", "nan"], ("friction must be above 0",)),
        (["--at", "7"], ("--at 7", "outside the clip")),
        (["--at", "nan"], ("outside the clip",)),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(run_cli, clip, tmp_path, words, said):
    path = clip.save(tmp_path / "pinch.npz")
    run_cli("quality", path, *words, "--out", tmp_path / "out").assert_refused(*said)
    assert not (tmp_path / "out").exists()


def test_clips_without_hand_body_or_friction(run_cli, clip, tmp_path):
    one = replace(clip, bodies=(), meta={})
    run_cli("quality", one.save(tmp_path / "a.npz")).assert_refused("no body")
    nobody = replace(
        clip,
        hands=(),
        finger_force=np.zeros((len(TIME), 0, 5)),
        palm_force=np.zeros((len(TIME), 0)),
    )
    run_cli("quality", nobody.save(tmp_path / "b.npz")).assert_refused("no hand")
    smooth = replace(clip, meta={})
    run_cli("quality", smooth.save(tmp_path / "c.npz")).assert_refused("how rough", "friction")
    run_cli("quality", tmp_path / "absent.npz").assert_refused("absent.npz")
