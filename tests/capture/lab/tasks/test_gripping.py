"""Grips: open fingers are off the object, closed ones beyond its surface as the force needs."""

import numpy as np
import pytest

from prehensile.capture.lab.subject import GRASPING, drawn_subject
from prehensile.capture.lab.tasks import gripping
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions

HALF = 0.025
"""[m] of the thing between thumb and fingers"""


@pytest.fixture(scope="module")
def gripper():
    return drawn_subject(Hand(), GRASPING, np.random.default_rng(0), factor=1.0)


@pytest.fixture(scope="module")
def gap(gripper):
    centre, through = gripping.grip_centre(gripper)
    return lambda point: abs(float((point - centre) @ through)) - HALF


def gaps(subject, gap, q):
    pads, _ = pad_positions(subject.hand, q, gripping.forearm_transform())
    return np.array([gap(pad) for pad in pads])


def test_the_centre_lies_between_thumb_and_fingers(gripper):
    centre, through = gripping.grip_centre(gripper)
    assert np.linalg.norm(through) == pytest.approx(1) and through[2] == 0
    pose = gripping.grip_pose(gripper)
    pads, _ = pad_positions(gripper.hand, pose, gripping.forearm_transform())
    along = (pads - centre) @ through
    assert along[0] < 0 < along[1:3].min()


@pytest.mark.parametrize("count", [2, 5])
def test_open_is_off_and_closed_is_beyond(gripper, gap, count):
    grip = gripping.plan_grip(gripper, DIGITS[:count], gap, 1.5, np.random.default_rng(0))
    assert (gaps(gripper, gap, grip.open) > 0.002).all()
    closed = gaps(gripper, gap, grip.closed)
    assert (closed[:count] < 0).all() and (closed[count:] > 0.005).all()


def test_twice_the_force_is_twice_as_far(gripper, gap):
    touch, one, two = (
        gripping.plan_grip(gripper, DIGITS, gap, f, np.random.default_rng(0)).closed
        for f in (0.0, 1.0, 2.0)
    )
    np.testing.assert_allclose(two - touch, 2 * (one - touch), atol=1e-12)
    np.testing.assert_allclose(gaps(gripper, gap, touch), 0, atol=1e-6)


def test_what_is_out_of_reach_is_refused(gripper):
    with pytest.raises(InputError, match="does not reach"):
        gripping.plan_grip(gripper, DIGITS, lambda p: 1.0, 1.0, np.random.default_rng(0))


def test_contacts_lie_on_the_pads(gripper):
    found = gripping.digit_contacts(gripper, ("thumb", "ring"), "box")
    assert [(c.name, c.object, c.channel) for c in found] == [
        ("thumb", "box", "thumb"), ("ring", "box", "ring"),
    ]  # fmt: skip
    pad = gripper.hand.segments[found[1].segment].pad
    assert found[1].point == pytest.approx(tuple(pad))
