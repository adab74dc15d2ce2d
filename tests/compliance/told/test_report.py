"""The page is whole in itself, and says what was left out and why."""

import re
from dataclasses import replace

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
    drawn = len(estimate.windows) * len(estimate.fitted)
    assert text.count("angle and torque of a joint around a contact") == drawn
    for row in estimate.contact_reason:
        assert all(reason in text for reason in row)


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
