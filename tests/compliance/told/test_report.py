"""The page is whole in itself, and says what was left out and why."""

import re

from tests.compliance.sessions import made_session

from prehensile.compliance.joints.estimate import Options, estimate_compliance
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.told.report import table_html, write_report


def test_the_page_has_every_joint_and_no_link(tmp_path) -> None:
    made = made_session(4, 6, noise=1e-3, force_noise=0.004)
    estimate = estimate_compliance(session_of(made.recording), Options(inertia=False))
    text = write_report(estimate, tmp_path / "report.html", published=True).read_text("utf-8")
    for name in estimate.joints:
        assert name in text
    for word in ("Hajian", "Milner", "90 % interval", "As published", "held sideways", "<svg"):
        assert word in text
    assert not re.search(r"(src|href)=", text)
    assert "nan" not in re.sub("<[^>]*>", "", text)


def test_names_are_escaped() -> None:
    assert "<b>" not in table_html(("<b>",), [("<b>",)])
