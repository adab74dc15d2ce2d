"""Figures of sessions whose rows are known."""

from types import SimpleNamespace

import pytest
from tests.compliance.sessions import made_session

from prehensile.bench.compliance.joint_errors import (
    Judged,
    Row,
    calibrated_figures,
    joint_figures,
    judged,
)


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


def test_calibrated_figures_are_those_of_the_rows() -> None:
    rows = (Row("wrist", 0.1, True, 0.2), Row("mcp", 0.3, False, 0.4))
    found = calibrated_figures([Judged(rows, {}, 0.2, (), 1.0)])
    assert found == {
        "median_rel_err_calibrated": pytest.approx(0.2),
        "coverage_90_calibrated": pytest.approx(0.5),
    }
    assert calibrated_figures([]) == {}


def test_a_session_is_set_beside_its_truth() -> None:
    made = made_session(5, 6, noise=1e-3, force_noise=0.004)
    compliance = dict.fromkeys(made.recording["angles"].channels, 0.1) | made.compliance
    until = float(made.recording["angles"].time[-1])
    plan = {"uninformed": ["index_mcp_flex", "index_mcp_abd"], "until": until}
    truth = SimpleNamespace(compliance=compliance, plans=(plan,))
    found = judged(SimpleNamespace(seed=5, recording=made.recording, truth=truth))  # type: ignore[arg-type]
    # The made hand has no mass, the estimate's has: what is told is not what is tested here.
    assert "mcp" in {row.kind for row in found.rows}
    assert all(0 < row.error < 1 and row.width > 0 for row in found.rows)
    assert set(found.published) == {1, 2} and "mcp" in found.published[1]
    # The plan says that its touches tell nothing of the knuckle; they do, and are not left out.
    assert found.rightly == (False,)
    assert found.seconds_per_minute > 0 and 0 <= found.flagged < 1
