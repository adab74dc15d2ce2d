"""The thesis's tables, read again from its text and from the lab, which has them from there."""

import pytest

from prehensile.capture.lab import subject
from prehensile.compliance.model.literature import (
    QUOTED,
    TABLE_4_3,
    TABLE_5_1,
    joint_kind,
    likely_compliance,
)
from prehensile.hand.joints import JOINT_NAMES


def test_tables_agree_with_the_lab():
    for kind, value in TABLE_4_3["exploring"].items():
        assert subject.EXPLORING[f"{kind}_flex"] == value
    for kind in ("wrist", "mcp"):
        assert subject.SCRATCHING[f"{kind}_flex"] == TABLE_4_3["scratching"][kind]
    for kind in ("pip", "dip"):  # the lab halves what are upper bounds
        assert subject.SCRATCHING[f"{kind}_flex"] == TABLE_4_3["scratching"][kind] / 2
    for kind in ("mcp", "pip", "dip"):
        assert subject.GRASPING[f"{kind}_flex"] == TABLE_5_1[kind]


def test_tables_are_in_the_thesis(reference_data):
    text = reference_data("..", "papers", "kry-2005-thesis.txt").read_text("utf-8")
    for table in TABLE_4_3.values():
        for value in table.values():
            assert f"{value:.4f}" in text


@pytest.mark.parametrize("task", ["", "explore", "scratch", "perturb", "box"])
def test_every_joint_has_a_likely_value(task):
    for name in JOINT_NAMES:
        assert 0.1 < likely_compliance(name, task) < 3.0
        assert joint_kind(name) in ("wrist", "mcp", "pip", "dip", "thumb")


def test_the_task_chooses_the_table():
    assert likely_compliance("index_dip_flex", "explore") == 2.0052
    assert likely_compliance("index_dip_flex", "scratch") == 0.8432
    assert likely_compliance("ring_dip_flex", "lift") == 2.13
    assert likely_compliance("index_mcp_abd", "explore") == TABLE_5_1["mcp_abd"]
    assert likely_compliance("thumb_ip_flex") == 0.27


def test_those_who_are_quoted_are_named():
    sources = " ".join(row.source for row in QUOTED)
    for name in ("Hajian", "Milner & Franklin", "Hasser & Cutkosky"):
        assert name in sources
