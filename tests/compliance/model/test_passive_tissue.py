"""Passive stiffnesses are those of the file that they come from."""

import csv

import pytest

from prehensile.compliance.model.passive_tissue import passive_tissue

GROUPS = {"MCP Flexion": "mcp_flex", "PIP Flexion": "pip_flex", "DIP Flexion": "dip_flex",
          "Abduction": "mcp_abd"}  # fmt: skip


def test_means_and_deviations_are_the_files(reference_data) -> None:
    path = reference_data("hand_facts", "passive_joint_mechanics.csv")
    with path.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["quantity"] == "K (Nm/rad)"]
    assert len(rows) == 16
    for row in rows:
        found = passive_tissue(f"{row['digit'].lower()}_{GROUPS[row['group']]}")
        assert found is not None
        assert found.stiffness == pytest.approx(float(row["mean"]))
        assert found.deviation == pytest.approx(float(row["sd"]))


def test_what_nobody_measured_is_not_told() -> None:
    assert passive_tissue("thumb_ip_flex") is None and passive_tissue("rh_FFJ3") is None
    wrist = passive_tissue("wrist_flex")
    assert wrist is not None and wrist.deviation is None
