"""Controls of the scene ``grasp`` alone."""

import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.stage.scene import check_press, checked_value
from prehensile.stage.shows.grasp_controls import (
    ANYWHERE,
    SUITS,
    anywhere_button,
    example_choice,
    grip_slider,
    way_choice,
)


def test_ways_are_numbers_from_one():
    ways = way_choice(2, 6)
    assert ways.value == "2" and ways.choices == ("1", "2", "3", "4", "5", "6")
    assert checked_value([ways], "way", "6") == "6"
    with pytest.raises(UnknownNameError):
        checked_value([ways], "way", "7")


def test_there_is_nothing_to_choose_where_there_is_one_way():
    with pytest.raises(InputError):
        checked_value([way_choice(1, 1)], "way", "1")


def test_the_button_is_of_use_once_somebody_pointed():
    check_press([], [anywhere_button("mug", True)], ANYWHERE)
    with pytest.raises(InputError):
        check_press([], [anywhere_button("mug", False)], ANYWHERE)


def test_no_example_is_whatever_suits():
    assert example_choice(None, ("sphere",)).value == SUITS
    assert example_choice("sphere", ("sphere",)).value == "sphere"


def test_the_slider_reaches_twice_what_is_needed():
    assert grip_slider(10.0, 10.0).high == 60.0
    assert grip_slider(50.0, 50.0).high == 100.0
