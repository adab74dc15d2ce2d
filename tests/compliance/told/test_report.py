"""The page is whole in itself, and says what was left out and why."""

import re
from dataclasses import replace

import numpy as np

from prehensile.compliance.joints.grasp_estimate import SHARED
from prehensile.compliance.tip.endpoint import Endpoint
from prehensile.compliance.tip.pushed_chain import PushedChain
from prehensile.compliance.tip.tip_results import Pushed, TipResults
from prehensile.compliance.told.report import write_report


def test_the_page_has_every_joint_and_no_link(estimate, tmp_path) -> None:
    text = write_report(estimate, tmp_path / "report.html", published=True).read_text("utf-8")
    for name in estimate.joints:
        assert name in text
    for word in ("Hajian", "Milner", "Hasser", "Tsakonas", "90 % interval", "As published",
                 "held sideways", "<ellipse", "planned force", "Limits"):  # fmt: skip
        assert word in text
    assert not re.search(r"(src|href)=|<script", text)
    assert "nan" not in re.sub("<[^>]*>", "", text)


def test_what_a_recording_says_is_escaped(estimate, tmp_path) -> None:
    """Task and contact are a stranger's words."""
    evil = '<img src=x onerror="alert(1)">'
    session = estimate.session
    windows = tuple(w._replace(touch=w.touch._replace(contact=evil)) for w in estimate.windows)
    touches = tuple(touch._replace(contact=evil) for touch in session.touches)
    (load,) = session.loads.values()
    loads = {evil: load._replace(contact=load.contact._replace(name=evil))}
    strange = replace(session, task=evil, touches=touches, loads=loads)
    changed = replace(estimate, session=strange, windows=windows)
    text = write_report(changed, tmp_path / "report.html").read_text("utf-8")
    assert "<img" not in text and "&lt;img" in text


def test_contacts_of_every_digit_of_a_grasp_count_for_it_alone(grasps, tmp_path) -> None:
    text = write_report(grasps, tmp_path / "report.html", published=True).read_text("utf-8")
    for name in ("index_mcp_flex", "ring_mcp_flex"):
        row = text.partition(f"<td>{name}</td>")[2].partition("</tr>")[0]
        assert " of 5</td>" in row
    assert text.count(f"<td>{SHARED}</td>") == 1
    assert "nan" not in re.sub("<[^>]*>", "", text)


def test_a_pushed_fingertip_has_its_section(estimate, tmp_path) -> None:
    none = np.zeros((0, 0, 0))
    chain = PushedChain(("index_mcp_flex",), np.ones(1), np.ones(1), np.eye(1), 0.1, none, none)
    tip = TipResults(Pushed((), chain, (Endpoint(50.0, 105.0),), ()))
    text = write_report(estimate, tmp_path / "report.html", tip=tip).read_text("utf-8")
    assert "pushed or pressed" in text and "<td>105 N/m</td>" in text
    without = write_report(estimate, tmp_path / "report.html").read_text("utf-8")
    assert "pushed or pressed" not in without
