"""What is said of a mechanism that stands or holds."""

import json

import numpy as np
import pytest

from prehensile.forks.contact.report import touching_report
from prehensile.forks.contact.run import pull_among_bodies


def test_it_says_how_far_both_went(scenes) -> None:
    scene, force = scenes["hand"], np.array([0.5, 0.5, -0.6])
    run = pull_among_bodies(scene, "ball", force, 4.0)
    report = touching_report(scene, run, "ball", force)
    found = json.loads(json.dumps(report.figures()))["touching"]
    assert found["contacts"] == len(found["normal_force_n"]) == 5
    moved, full = (np.linalg.norm(found[key]) for key in ("moved_m", "full_moved_m"))
    assert moved == pytest.approx(full, rel=0.05)
    assert np.linalg.norm(found["left_m"]) < 0.1 * moved
    lines = report.lines()
    assert lines[5].startswith("  5 contacts press with ")
    assert f"pulled ball by (0.5, 0.5, -0.6) N: it moves {1e3 * moved:.1f} mm" in lines[6]
    assert f"in MuJoCo, contacts and all: {1e3 * full:.1f} mm" in lines[7]
    assert not report.figures()["base_held"] and report.warning == ""
