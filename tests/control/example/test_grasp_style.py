"""A style knows joints by name, and its poses are where two springs balance."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import load_style
from prehensile.control.law.gains import EVERYDAY
from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import pad_positions

HAND = Hand()


@pytest.fixture
def style(rng) -> GraspStyle:
    """Random setpoints of which some lie far outside the limits."""
    dof = HAND.dof
    angle, rate = rng.normal(size=(6, dof)), 0.2 * rng.normal(size=(6, dof))
    return GraspStyle(
        "random", "made up", Setpoints(HAND.joint_names, angle, rate), rng.normal(size=dof)
    )


def shuffled(style: GraspStyle, rng: np.random.Generator) -> GraspStyle:
    """The same with its joints in another order."""
    s, order = style.setpoints, rng.permutation(len(style.neutral))
    names = tuple(s.joint_names[k] for k in order)
    again = Setpoints(names, s.angle[:, order], s.rate[:, order])
    return replace(style, setpoints=again, neutral=style.neutral[order])


def test_the_order_of_its_joints_does_not_matter(style, rng):
    other = shuffled(style, rng)
    assert other.setpoints.joint_names != HAND.joint_names
    for mine, theirs in zip(style.poses(HAND), other.on(HAND).poses(HAND), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    again = other.on(HAND)
    np.testing.assert_array_equal(again.neutral, style.neutral)
    assert again.setpoints.joint_names == HAND.joint_names
    assert (again.name, again.about) == ("random", "made up")


def test_in_its_poses_both_springs_balance_or_a_limit_stops_them(style):
    for pose, i in zip(style.poses(HAND), (OPEN, GRIP), strict=True):
        active = EVERYDAY.spring * (style.setpoints.angle[i] - pose)
        total = active + EVERYDAY.spring * (style.neutral - pose)  # [1/s²] times inertia
        wrist = np.isin(HAND.joint_names, WRIST_JOINTS)
        total, pose, lower, upper = (a[~wrist] for a in (total, pose, HAND.lower, HAND.upper))
        inside = (pose > lower) & (pose < upper)
        np.testing.assert_allclose(total[inside], 0, atol=1e-9 * EVERYDAY.spring)
        assert (total[pose == lower] <= 1e-9).all()  # it would go on beyond
        assert (total[pose == upper] >= -1e-9).all()
        assert inside.any() and not inside.all()


def test_the_wrist_of_a_recording_is_left_to_the_arm(style):
    assert style.setpoints.angle[:, : len(WRIST_JOINTS)].all()
    for pose in style.poses(HAND):
        assert not pose[[HAND.joint_index(name) for name in WRIST_JOINTS]].any()


def test_a_left_hand_grasps_as_the_mirror_image_of_a_right_one(style):
    left = parse_hand("left").build()
    for mine, theirs in zip(style.poses(HAND), style.on(left).poses(left), strict=True):
        pads, mirrored = pad_positions(HAND, mine)[0], pad_positions(left, theirs)[0]
        np.testing.assert_allclose(mirrored, pads * [1, -1, 1], atol=1e-9)


def test_a_style_that_lacks_joints_is_refused_by_their_names(style):
    s = style.setpoints
    fewer = Setpoints(s.joint_names[1:], s.angle[:, 1:], s.rate[:, 1:])
    with pytest.raises(InputError, match=f"lack {s.joint_names[0]};"):
        replace(style, setpoints=fewer, neutral=style.neutral[1:]).on(HAND)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"format": "prehensile clip"}, "not a prehensile grasp style"),
        ({"neutral": [0.0] * 22}, "one angle for every joint"),
        ({"neutral": [float("nan")] * 23}, "one angle for every joint"),
        ({"neutral": "straight"}, "without name"),
        ({"setpoints": {"joints": ["a"]}}, "setpoints"),
    ],
)
def test_other_data_are_refused(style, change, word):
    with pytest.raises(InputError, match=word):
        GraspStyle.from_json(style.to_json() | change)


@pytest.mark.parametrize("fingers", [[{}], [["thumb"]], [], "thumb", 3, None])
def test_fingers_that_are_no_digits_are_refused(fingers):
    data = load_style("tripod").to_json() | {"fingers": fingers}
    with pytest.raises(InputError, match="fingers"):
        GraspStyle.from_json(data)
