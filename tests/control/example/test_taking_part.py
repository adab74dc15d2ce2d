"""Which digits take part, by how a hand closes."""

import numpy as np

from prehensile.control.example.style import load_style
from prehensile.control.example.taking_part import kind_and_digits, meeting
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions

HAND = Hand()


def test_recordings_show_a_grab_and_a_pinch():
    for name, expected in (("leap_grab", ("power", DIGITS)), ("leap_pinch", ("pinch", DIGITS[:2]))):
        style = load_style(name).on(HAND)
        assert kind_and_digits(HAND, *style.poses(HAND)) == expected


def test_three_pads_that_meet_are_a_tripod():
    grip = corpus_pose("writing_tripod").q
    wide = grip.copy()
    wide[HAND.joint_index("thumb_cmc_flex")] -= 0.3
    assert kind_and_digits(HAND, wide, grip)[0] == "tripod"
    assert meeting(pad_positions(HAND, grip[None])[0])[:3] == DIGITS[:3]


def test_a_hand_that_meets_nothing_is_a_whole_one():
    flat = corpus_pose("flat").q
    assert kind_and_digits(HAND, flat, flat) == ("power", DIGITS)
    assert meeting(np.array([pad_positions(HAND, flat)[0]])) == ("thumb",)
