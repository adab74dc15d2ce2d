"""One line a joint, told or not."""

import xml.etree.ElementTree as ET

import numpy as np

from prehensile.compliance.told.joint_chart import ToldJoint, joint_chart

SVG = "{http://www.w3.org/2000/svg}"


def test_joints_that_were_told_have_a_dot_and_others_say_so() -> None:
    joints = [
        ToldJoint("index_mcp_flex", 1.0, 0.8, 1.2),
        ToldJoint("thumb_ip_flex", np.nan, np.nan, np.nan),
        ToldJoint("<rh_FFJ3>", 0.5, 0.4, 0.7),
    ]
    drawn = ET.fromstring(joint_chart(joints))
    dots = [float(c.attrib["cx"]) for c in drawn.findall(f"{SVG}circle")][:-1]  # the last: legend
    assert len(dots) == 2 and dots[0] > dots[1]
    words = [t.text for t in drawn.findall(f"{SVG}text")]
    assert "thumb_ip_flex (not told)" in words and "<rh_FFJ3>" in words
