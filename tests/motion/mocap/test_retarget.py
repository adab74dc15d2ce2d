"""Angles of other hands on ours."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.motion.mocap.name_map import OURS, NameMap
from prehensile.motion.mocap.retarget import LARGEST_RAD, radians_of, retarget


@pytest.fixture(scope="module")
def hand():
    return Hand()


def test_a_sum_of_their_joints_makes_ours(hand):
    names = NameMap("theirs", {"index_mcp_flex": {"A": 2.0, "B": -1.0}}, {"index_mcp_flex": 0.1})
    a, b = np.array([0.1, 0.3]), np.array([0.05, 0.2])
    found = retarget(hand, {"A": a, "B": b, "C": a}, names)
    column = found.q[:, hand.joint_index("index_mcp_flex")]
    np.testing.assert_allclose(column, 0.1 + 2 * a - b)
    assert found.unmapped == ("C",) and "index_mcp_flex" not in found.missing


def test_a_joint_of_which_a_part_is_missing_relaxes(hand):
    names = NameMap(
        "theirs",
        {"index_mcp_flex": {"A": 1.0, "B": 1.0}, "ring_mcp_flex": {"A": 1.0}},
        {"index_mcp_flex": 0.0, "ring_mcp_flex": 0.0},
    )
    found = retarget(hand, {"A": np.array([0.5])}, names)
    k = hand.joint_index("index_mcp_flex")
    assert found.q[0, k] == hand.spec.rest[k] and "index_mcp_flex" in found.missing


def test_the_last_joint_of_a_finger_follows_the_one_before(hand):
    found = retarget(hand, {"index_pip_flex": np.array([0.9])}, OURS)
    assert found.q[0, hand.joint_index("index_dip_flex")] == pytest.approx(0.6)


def test_angles_beyond_our_limits_are_cut_and_said(hand):
    k = hand.joint_index("index_mcp_flex")
    found = retarget(hand, {"index_mcp_flex": np.array([hand.upper[k] + np.radians(5)])}, OURS)
    assert found.q[0, k] == hand.upper[k]
    assert found.beyond_deg == {"index_mcp_flex": pytest.approx(5)}


def test_nothing_that_maps_and_numbers_that_are_not_finite_are_refused(hand):
    with pytest.raises(InputError, match="knows none of the joints elbow"):
        retarget(hand, {"elbow": np.zeros(2)}, OURS)
    with pytest.raises(InputError, match="index_mcp_flex holds a number that is not finite"):
        retarget(hand, {"index_mcp_flex": np.array([np.nan])}, OURS)


def test_degrees_are_told_by_their_size():
    small, large = {"a": np.array([LARGEST_RAD])}, {"a": np.array([45.0])}
    assert radians_of(small, None)[1] == "rad"
    angles, unit = radians_of(large, None)
    assert unit == "deg" and angles["a"][0] == pytest.approx(np.pi / 4)
    with pytest.raises(InputError, match="these are degrees"):
        radians_of(large, "rad")
    with pytest.raises(InputError, match="no joint of a hand turns so far"):
        radians_of({"a": np.array([401.0])}, None)
