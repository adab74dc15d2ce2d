"""Figures of grasps whose rows are known."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.bench.compliance.grasp_errors import JudgedGrasps, flagged_share, grasp_figures
from prehensile.bench.compliance.joint_errors import Row


def test_medians_and_shares_are_those_of_the_rows():
    one = JudgedGrasps((Row("mcp", 0.1, True, 0.5), Row("thumb", 0.3, False, 0.7)), 0.2)
    two = JudgedGrasps((Row("mcp", 0.2, True, 0.6),), 0.4)
    found = grasp_figures([one, two])
    assert found["median_rel_err_fsr"] == pytest.approx(0.2)
    assert found["median_rel_err_fsr_by_kind"]["mcp"] == pytest.approx(0.15)
    assert found["median_rel_err_fsr_by_kind"]["pip"] is None
    assert found["coverage_90_fsr"] == pytest.approx(2 / 3)
    assert found["interval_width_90_fsr"] == pytest.approx(0.6)
    assert found["flagged_fraction_fsr"] == pytest.approx(0.3)
    assert grasp_figures([]) == {}


def test_only_flexions_count_as_left_out():
    digit = SimpleNamespace(
        joints=("wrist_flex", "index_mcp_abd", "index_mcp_flex"),
        accepted=np.array([[True, False, True], [False, False, True]]),
    )
    assert flagged_share(SimpleNamespace(digits={"index": digit})) == pytest.approx(0.25)  # type: ignore[arg-type]
