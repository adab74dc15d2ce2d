"""Every fit is drawn once, and what was left out says why."""

from dataclasses import replace

from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.grasp_estimate import SHARED
from prehensile.compliance.told.contact_section import contact_section

DRAWN = "angle and torque of a joint around a contact"


def test_every_contact_of_every_joint_is_drawn(estimate) -> None:
    text = contact_section(estimate)
    assert text.count(DRAWN) == len(estimate.windows) * len(estimate.fitted)
    for row in estimate.contact_reason:
        assert all(reason in text for reason in row)


def test_each_digit_of_a_grasp_is_drawn_from_its_own_landings(grasps) -> None:
    assert grasps.fit is None and len(grasps.parts) == 2
    text, own = contact_section(grasps), 0
    for part in grasps.parts:
        joints = [n for n in part.fitted if part.reason[part.joints.index(n)] != SHARED]
        assert joints and not any(name.startswith("wrist") for name in joints)
        assert all(f"<h3>{name}</h3>" in text for name in joints)
        own += len(part.windows) * len(joints)
    assert text.count(DRAWN) == own and "wrist" not in text


def test_what_is_left_out_is_red_and_counted(estimate) -> None:
    reasons = [list(row) for row in estimate.contact_reason]
    k = estimate.joints.index(estimate.fitted[0])
    reasons[0][k] = reasons[1][k] = "a reason of its own"
    text = contact_section(_with(estimate, reasons))
    assert "<td>a reason of its own</td><td>2</td>" in text
    assert text.count(": a reason of its own") + text.count(", a reason of its own") == 2
    assert text.count('class="left-out"') >= 2


def _with(estimate: Estimate, reasons: list[list[str]]) -> Estimate:
    return replace(estimate, contact_reason=tuple(tuple(row) for row in reasons))
