import json

import numpy as np
import pytest

from prehensile.forks.measure.pull_run import usual_pull
from prehensile.forks.measure.report import pull_report
from prehensile.forks.models.shipped import fork, robot_arm
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import reduce


def test_it_names_what_was_pulled_and_how_far() -> None:
    model = reduce(fork())
    report = pull_report(model, 1.0, usual_pull(model, 1), 1)
    assert report.effector == "right10" and not report.warning
    assert report.lines()[-1].startswith("  pulled right10 by (")
    assert "8.0% of the radius, off by" in report.lines()[-1]
    assert json.loads(json.dumps(report.figures()))["load"]["trusted"] is True


@pytest.mark.long
def test_blended_it_serves_where_one_linearisation_is_off() -> None:
    model = reduce(robot_arm())
    wrench = np.zeros((1, 6))
    wrench[0, :3] = [40.0, 60.0, 20.0]
    one = pull_report(model, 1.0, wrench, 0)
    several = pull_report(Blend.on_the_way(model, wrench), 1.0, wrench, 0)
    assert "pull less, or blend" in one.warning and not one.load.trusted
    assert several.warning == "" and several.load.error < 1e-6 < one.load.error
    assert several.figures()["linearisations"] == 5 and "linearisations" not in one.figures()
    assert "  blends 5 linearisations" in several.lines()
    assert several.size.step_us > one.size.step_us


def test_an_error_that_is_unknown_is_left_out() -> None:
    model = reduce(robot_arm())
    report = pull_report(model, 1.0, np.full((1, 6), 1e5), 0)
    assert report.figures()["load"]["error"] is None
    assert "no equilibrium" in report.warning and "off by" not in report.lines()[-1]
