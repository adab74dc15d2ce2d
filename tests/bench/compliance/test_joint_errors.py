"""Figures of sessions whose rows are known."""

import pytest

from prehensile.bench.compliance.joint_errors import Judged, Row, joint_figures


def test_medians_and_shares_are_those_of_the_rows() -> None:
    rows = (Row("wrist", 0.1, True, 0.2), Row("mcp", 0.3, False, 0.4), Row("mcp", 0.2, True, 0.3))
    one = Judged(rows, {1: {"mcp": [1.0, 2.0]}, 2: {}}, 0.2, (True, False), 1.5)
    found = joint_figures([one])
    assert found["median_rel_err_joint"] == pytest.approx(0.2)
    assert found["median_rel_err_by_kind"]["mcp"] == pytest.approx(0.25)
    assert found["median_rel_err_by_kind"]["thumb"] is None
    assert found["median_rel_err"]["d1"]["mcp"] == pytest.approx(1.5)
    assert found["coverage_90"] == pytest.approx(2 / 3)
    assert found["flagged_correctly"] == pytest.approx(0.5)
    assert joint_figures([]) == {}
