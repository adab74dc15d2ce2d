"""Figures of grasps whose rows are known."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.bench.compliance.grasp_errors import JudgedGrasps, flagged_share, grasp_figures
from prehensile.bench.compliance.joint_errors import Row


def test_medians_and_shares_are_those_of_the_rows() -> None:
    rows = (Row("thumb", 0.1, True, 0.2), Row("mcp", 0.3, False, 0.4), Row("mcp", 0.2, True, 0.3))
    found = grasp_figures([JudgedGrasps(rows, 0.2), JudgedGrasps((), 0.4)])
    assert found["median_rel_err_fsr"] == pytest.approx(0.2)
    assert found["median_rel_err_fsr_by_kind"]["mcp"] == pytest.approx(0.25)
    assert found["median_rel_err_fsr_by_kind"]["wrist"] is None
    assert found["coverage_90_fsr"] == pytest.approx(2 / 3)
    assert found["interval_width_90_fsr"] == pytest.approx(0.3)
    assert found["flagged_fraction_fsr"] == pytest.approx(0.3)
    assert grasp_figures([]) == {}


def test_flagged_are_flexions_of_every_digit() -> None:
    def one(joints, accepted):
        return SimpleNamespace(joints=joints, accepted=np.array(accepted, bool))

    digits = {
        "index": one(("wrist_flex", "index_mcp_abd", "index_mcp_flex"), [[0, 0, 1], [0, 0, 1]]),
        "thumb": one(("wrist_flex", "thumb_mp_flex"), [[0, 0], [0, 1]]),
    }
    assert flagged_share(SimpleNamespace(digits=digits)) == pytest.approx(5 / 8)  # type: ignore[arg-type]
