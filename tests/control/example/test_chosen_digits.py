"""Styles of which some digits stay back."""

import numpy as np
import pytest

from prehensile.control.example.chosen_digits import with_digits
from prehensile.control.example.style import load_style
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits

HAND = Hand()
CHOSEN = ("thumb", "index", "middle")


def test_digits_that_are_not_chosen_do_not_close():
    style = load_style("leap_grab").on(HAND)
    mine = with_digits(style, CHOSEN)
    (wide, grip), (all_wide, all_grip) = mine.poses(HAND), style.poses(HAND)
    digit = joint_digits(HAND.joint_names)
    back = np.array([d >= 0 and DIGITS[d] not in CHOSEN for d in digit])
    np.testing.assert_allclose(grip[back], wide[back])
    np.testing.assert_allclose(grip[~back], all_grip[~back])
    np.testing.assert_allclose(wide, all_wide)
    assert mine.fingers == CHOSEN and mine.kind == "tripod"


def test_a_style_of_just_these_digits_stays_as_it_is():
    style = load_style("tripod")
    assert with_digits(style, style.fingers) is style


def test_digits_that_take_no_part_are_refused():
    with pytest.raises(InputError, match=r"^little takes no part in 'tripod'"):
        with_digits(load_style("tripod"), ("thumb", "little"))
    with pytest.raises(InputError, match=r"^ring, little take no part in 'tripod'"):
        with_digits(load_style("tripod"), ("thumb", "ring", "little"))
