"""Fingertip forces: as pads carry them, in the last segment's frame, either side of a contact."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.sensors.trials import press_trial
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.tracked_hand import hand_of

FORCE = np.zeros((1, 5, 3))
FORCE[0, 1] = [0.5, -0.2, -3.0]


def test_a_press_in_the_middle_has_its_centre_there() -> None:
    clip = press_trial(np.zeros(1), FORCE)
    found = tip_forces(clip, clip.hands[0])
    assert found.force[0, 1] == pytest.approx([0.5, -0.2, -3.0])
    assert found.normal[0].tolist() == pytest.approx([0, 3, 0, 0, 0])
    pad = hand_of(clip.hands[0]).segments[TIP_SEGMENT["index"]].pad
    assert found.center[0, 1] == pytest.approx(pad)
    assert np.isnan(found.center[0, DIGITS.index("ring")]).all()


def test_it_does_not_matter_which_side_of_a_contact_the_finger_is() -> None:
    clip = press_trial(np.zeros(1), FORCE)
    c = clip.contacts
    turned = replace(c, a=c.b, b=c.a, normal=-c.normal, force=-c.force)
    found = tip_forces(replace(clip, contacts=turned), clip.hands[0])
    assert found.force[0, 1] == pytest.approx([0.5, -0.2, -3.0])


def test_the_back_of_a_finger_does_not_count() -> None:
    clip = press_trial(np.zeros(1), FORCE)
    c = clip.contacts
    back = replace(clip, contacts=replace(c, normal=-c.normal, force=-c.force))
    assert not tip_forces(back, clip.hands[0]).force.any()
