"""The report on a loaded hand, against forward kinematics of the same hand."""

import json

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand
from tests.kinematics.adult_hands import fingertips

from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.loaded.inspect import inspect_hand, report_lines
from prehensile.hand.loaded.load import load_hand
from prehensile.kinematics.forward import pad_positions


@pytest.fixture(scope="module", params=["right", "left"])
def hand(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("hand") / "tiny.xml"
    path.write_text(tiny_hand(side=request.param, couple_dip=True, wrist=True))
    mapping = mapping_of(wrist=True)
    for joint in ("wrist_flex", "thumb_ip_flex"):
        del mapping["joints"][joint]
    return load_hand(path, mapping)


def test_tips_pads_and_palmar_sides_are_those_of_the_straight_hand(hand):
    found = inspect_hand(hand)["digits"]
    q = np.zeros(hand.dof)
    pads, normals = pad_positions(hand, q)
    for k, digit in enumerate(DIGITS):
        np.testing.assert_allclose(found[digit]["tip_m"], fingertips(hand, q, "tip")[k], atol=6e-5)
        np.testing.assert_allclose(found[digit]["pad_m"], pads[k], atol=6e-5)
        np.testing.assert_allclose(found[digit]["palmar"], normals[k], atol=6e-4)


def test_every_joint_stands_in_one_place(hand):
    report = json.loads(json.dumps(inspect_hand(hand)))
    assert report["side"] == hand.side and report["mass_kg"] == pytest.approx(hand.mass)
    assert tuple(report["joints"]) == hand.joint_names
    for digit, found in report["digits"].items():
        assert all(name.startswith(digit) for name in found["joints"])
    assert sum(len(d["joints"]) for d in report["digits"].values()) == hand.dof
    assert report["joints"]["ring_pip_flex"]["theirs"] == "j_ring_pip_flex"
    np.testing.assert_allclose(
        np.degrees(report["joints"]["ring_pip_flex"]["limits_rad"]), [-10, 90]
    )
    assert report["coupled"] == {
        f"{f}_dip_flex": {"follows": f"{f}_pip_flex", "ratio": pytest.approx(0.7)} for f in FINGERS
    }
    assert set(report["held_rigidly"]) == {"j_wrist_flex", "j_thumb_ip_flex"}
    assert {"wrist_flex", "thumb_ip_flex"} <= set(report["missing"])


def test_in_words_it_says_what_is_there_and_what_is_not(hand):
    lines = report_lines(hand)
    assert all("\n" not in line for line in lines)
    text = "\n".join(lines)
    assert f"a {hand.side} hand, {1e3 * hand.length:.0f} mm long" in text
    assert "index_dip_flex = 0.7 × index_pip_flex" in text and "wrist: none" in text
    assert ("away from the thumb" in text) == (hand.side == "left")
    for digit in DIGITS:
        (line,) = (line for line in lines if line.startswith(f"{digit}:"))
        assert f"j_{digit}_" in line
