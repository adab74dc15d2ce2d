"""Ratios of sessions whose softness is known."""

import pytest

from prehensile.bench.compliance.task_ratio import Softness, ratio_figures


def test_only_joints_told_in_both_tasks_of_a_seed_count() -> None:
    soft = Softness(1, {"a_flex": 2.0, "b_flex": 3.0}, {"a_flex": 2.2, "b_flex": 3.0})
    stiff = Softness(1, {"a_flex": 1.0, "c_flex": 9.0}, {"a_flex": 1.0, "c_flex": 9.0})
    alone = Softness(2, {"a_flex": 50.0}, {"a_flex": 50.0})
    found = ratio_figures([soft, alone], [stiff])["task_ratio"]
    assert found == {"true": pytest.approx(2.2), "estimated": pytest.approx(2.0)}
    assert ratio_figures([alone], [stiff]) == {}
