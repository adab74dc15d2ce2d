import csv

import numpy as np

from prehensile.hand.joints import (
    DIGITS,
    FINGERS,
    JOINT_FACTS,
    JOINT_NAMES,
    joint_array,
    joint_digits,
)


def test_there_are_23_joints_in_the_agreed_order():
    assert len(JOINT_NAMES) == len(set(JOINT_NAMES)) == 23
    assert JOINT_NAMES[:3] == ("wrist_flex", "wrist_dev", "wrist_pro")
    thumb = ("thumb_cmc_abd", "thumb_cmc_flex", "thumb_mp_flex", "thumb_ip_flex")
    assert JOINT_NAMES[3:7] == thumb
    index = ("index_mcp_abd", "index_mcp_flex", "index_pip_flex", "index_dip_flex")
    assert JOINT_NAMES[7:11] == index
    assert tuple(dict.fromkeys(n.split("_")[0] for n in JOINT_NAMES[3:])) == DIGITS
    assert set(JOINT_FACTS) == set(JOINT_NAMES)


def test_limits_are_the_published_ones(reference_data):
    path = reference_data("hand_facts", "joint_limits_sancho_bru_deg.csv")
    rows = {row["joint"]: row for row in csv.DictReader(path.open())}
    ours = {name: np.degrees([f.lower, f.upper]) for name, f in JOINT_FACTS.items()}

    def flexion(row: str) -> list[float]:
        return [float(rows[row]["ext"]), float(rows[row]["flex"])]

    def abduction(row: str) -> list[float]:
        return [float(rows[row]["add"]), float(rows[row]["abd"])]

    np.testing.assert_allclose(ours["thumb_cmc_flex"], flexion("thumb_CMC"))
    np.testing.assert_allclose(ours["thumb_cmc_abd"], abduction("thumb_CMC"))
    np.testing.assert_allclose(ours["thumb_mp_flex"], flexion("thumb_MCP"))
    np.testing.assert_allclose(ours["thumb_ip_flex"], flexion("thumb_IP"))
    for finger in FINGERS:
        np.testing.assert_allclose(ours[f"{finger}_mcp_abd"], abduction(f"{finger}_MCP"))
        for joint in ("mcp", "pip", "dip"):
            row = flexion(f"{finger}_{joint.upper()}")
            np.testing.assert_allclose(ours[f"{finger}_{joint}_flex"], row)


def test_passive_springs_and_dampers_are_the_measured_means(reference_data):
    path = reference_data("hand_facts", "passive_joint_mechanics.csv")
    mean = {
        (r["digit"].lower(), r["group"], r["quantity"]): float(r["mean"])
        for r in csv.DictReader(path.open())
    }
    group = {
        "mcp_flex": "MCP Flexion",
        "pip_flex": "PIP Flexion",
        "dip_flex": "DIP Flexion",
        "mcp_abd": "Abduction",
    }
    for finger in FINGERS:
        for joint, name in group.items():
            facts = JOINT_FACTS[f"{finger}_{joint}"]
            assert facts.stiffness == mean[finger, name, "K (Nm/rad)"]
            assert facts.damping == mean[finger, name, "B (Nms/rad)"]


def test_the_relaxed_hand_is_inside_the_limits():
    assert (joint_array("lower") < joint_array("rest")).all()
    assert (joint_array("rest") < joint_array("upper")).all()


def test_joints_know_their_digit():
    names = ("wrist_flex", "thumb_ip_flex", "ring_pip_flex")
    assert joint_digits(names).tolist() == [-1, DIGITS.index("thumb"), DIGITS.index("ring")]
