"""``prehensile grasp OBJECT --arm FILE``"""

import numpy as np
import pytest

from prehensile.control.experiments.reach_path import reach_path
from prehensile.motion.clip import Clip

HEADER = "time,x,y,z,qw,qx,qy,qz"


@pytest.fixture
def shot(tmp_path):
    """An animator's path at 24 frames a second."""
    path = reach_path(24)
    rows = np.column_stack([path.time, path.pose])
    np.savetxt(tmp_path / "shot.csv", rows, "%.9f", ",", header=HEADER, comments="")
    return tmp_path / "shot.csv"


@pytest.mark.long
def test_fingers_for_a_path(run_cli, shot, tmp_path):
    done = run_cli("grasp", "apple", "--arm", str(shot), "--out", str(tmp_path / "out"))
    assert done.code == 0
    assert "held: yes" in done.out and "off its path by" in done.out
    assert "put down: yes" in done.out and "ways played" in done.out
    clip = Clip.load(tmp_path / "out" / "grasp.npz")
    np.testing.assert_allclose(clip.time, reach_path(24).time, atol=1e-8)
    assert clip.meta["managed"]
    assert (tmp_path / "out" / "forces.png").is_file()


def test_millimetres(run_cli, shot, tmp_path):
    rows = np.loadtxt(shot, delimiter=",", skiprows=1) * ([1] + [1000] * 3 + [1] * 4)
    np.savetxt(shot, rows, "%.9f", ",", header=HEADER, comments="")
    refused = run_cli("grasp", "ball", "--arm", str(shot), "--out", str(tmp_path / "out"))
    refused.assert_refused("shot.csv", "millimetres")
    assert not (tmp_path / "out").exists()


def test_an_empty_file(run_cli, tmp_path):
    (tmp_path / "shot.csv").touch()
    run_cli("grasp", "ball", "--arm", str(tmp_path / "shot.csv")).assert_refused("empty")


def test_what_belongs_to_an_arm(run_cli, shot):
    run_cli("grasp", "ball", "--at", "0,0,0").assert_refused("--arm")
    run_cli("grasp", "--all", "--arm", str(shot)).assert_refused("one OBJECT")
    run_cli("grasp", "ball", "--arm", str(shot), "--put", "0,0,0.18").assert_refused("--put")
    run_cli("grasp", "ball", "--arm", str(shot), "--on", "floor").assert_refused("floor")
    run_cli("grasp", "ball", "--arm", str(shot), "--at", "here").assert_refused(
        "here", "three numbers"
    )
