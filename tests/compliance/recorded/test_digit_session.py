"""A grasp as one digit sees it."""

import numpy as np
import pytest

from prehensile.capture.recording.recording import NamedContact, Touch
from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.recorded.digit_session import (
    digit_session,
    touched_digits,
    without_gaps,
)
from prehensile.compliance.recorded.hand_motion import HandMotion
from prehensile.compliance.recorded.session import Load, Session
from prehensile.compliance.recorded.windows import contact_windows, moved_joints
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, TIP_SEGMENT

TIME = np.arange(0, 3, 0.002)


def grasped(digits=("thumb", "index", "ring")):
    """A still hand on which constant forces act from one second on."""
    rng, hand = np.random.default_rng(0), Hand()
    q = np.tile(0.5 * hand.spec.rest, (len(TIME), 1))
    loads = {}
    for d in digits:
        segment = hand.segment(TIP_SEGMENT[d])
        contact = NamedContact(d, segment.name, "thing", "fsr", d)
        force = np.where(TIME[:, None] >= 1.0, rng.normal(size=3), 0.0)
        place = Place(segment.name, np.asarray(segment.pad))
        loads[d] = Load(contact, place, force, None, np.ones(len(TIME), bool), 0.0, 0.1)
    touches = tuple(Touch(d, 1.0, 1.0, 2.5) for d in digits)
    return Session(HandMotion(hand, TIME, q, np.eye(4)), loads, touches)


def test_torques_are_those_of_all_forces():
    session = grasped()
    hand, q = session.hand, session.motion.q[-1]
    every = sum(
        contact_torques(hand, q, load.place, load.force[-1]) for load in session.loads.values()
    )
    for digit in touched_digits(session):
        one = digit_session(session, digit)
        joints = moved_joints(one)
        (window,) = contact_windows(one, joints, 0.5, 0.4)
        expected = np.asarray(every)[[hand.joint_index(name) for name in joints]]
        np.testing.assert_allclose(window.torque[-1], expected, atol=1e-6)


def test_only_the_digit_and_the_wrist_are_left():
    one = digit_session(grasped(), "index")
    assert {name.partition("_")[0] for name in moved_joints(one)} == {"wrist", "index"}
    assert [touch.contact for touch in one.touches] == ["index"]
    assert one.loads["ring"].place.segment == PALM
    assert one.loads["index"].place.segment == TIP_SEGMENT["index"]


def test_digits_that_touch_nothing_are_left_out():
    session = grasped()
    fewer = Session(session.motion, session.loads, session.touches[:2])
    assert touched_digits(fewer) == ("thumb", "index")


def test_gaps_are_bridged():
    q = np.array([[0.0, np.nan], [np.nan, np.nan], [2.0, np.nan]])
    filled = without_gaps(np.arange(3.0), q)
    assert filled[1, 0] == pytest.approx(1.0)
    assert np.isnan(filled[:, 1]).all()
    assert np.isnan(q[1, 0])
