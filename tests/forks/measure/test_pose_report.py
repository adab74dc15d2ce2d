import json

import numpy as np
import pytest

from prehensile.forks.measure.pose_report import compliance_error, pose_report
from prehensile.forks.measure.pose_run import path_blend
from prehensile.forks.reduced.pose_blend import hand_blend
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

HAND = Hand()
POSES = np.stack([named_pose(HAND, name).q for name in ("neutral", "fist")])


@pytest.fixture(scope="module")
def blend():
    return path_blend(HAND, POSES)


def test_more_linearisations_are_closer_between_them(blend) -> None:
    few = compliance_error(HAND, hand_blend(HAND, POSES), POSES)
    assert compliance_error(HAND, blend, POSES) < 0.03 < few


@pytest.mark.long
def test_it_says_how_many_serve_and_how_well(blend) -> None:
    wrench = np.zeros((5, 6))
    wrench[2, :3] = [0.1, 0, 0]
    report = pose_report(HAND, blend, POSES, wrench, 2)
    figures = json.loads(json.dumps(report.figures()))["path"]
    assert figures["end_effector"] == "middle-finger-phalanx-distal"
    assert figures["linearisations"] == 9 and 0 < figures["compliance_error"] < 0.03
    assert "by 9 linearisations" in report.lines()[-2]
    assert "pulled middle-finger-phalanx-distal by (0.1, 0, 0) N" in report.lines()[-1]
    assert report.size.step_us > 0 and report.warning == ""
