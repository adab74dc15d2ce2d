"""Controls that several scenes share, and the hands that can be chosen."""

import pytest

from prehensile.hand.spec import HandSpec
from prehensile.stage.choices import (
    HANDS,
    MOUNTED,
    RIGHT_HAND,
    NamedHand,
    hand_choice,
    object_choice,
    slider,
    switch,
)
from prehensile.world.catalogue import CATALOGUE, load_object

MINE = NamedHand("me.json", HandSpec.sample(3))


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_what_its_name_says(name):
    side, _, size = name.partition(":")
    assert HANDS[name] == HandSpec.at_percentile(float(size[1:] or 50), side)


def test_a_persons_own_hand_is_one_choice_under_its_name():
    control = hand_choice("me.json", MINE)
    assert control.choices == ("me.json", *HANDS) and control.value == "me.json"
    assert MINE.choices["me.json"] is MINE.spec
    assert hand_choice("left", RIGHT_HAND).choices == tuple(HANDS)


def test_what_is_mounted_can_be_left_out():
    assert {n for n in CATALOGUE if load_object(n).mount is not None} == set(MOUNTED)
    loose = object_choice("ball", loose_only=True, more=("assorted",)).choices
    assert loose[0] == "assorted" and not set(loose) & set(MOUNTED)
    assert set(object_choice("ball").choices) == set(CATALOGUE)


def test_an_object_of_the_command_line_is_among_the_choices():
    assert object_choice("thing.obj").choices[0] == "thing.obj"


def test_symbol_and_folding_are_passed_on():
    number = slider("a", "Alpha", 0.5, (0.0, 1.0), "…", symbol="α", advanced=True)
    assert (number.low, number.high, number.symbol, number.advanced) == (0, 1, "α", True)
    assert switch("b", "Beta", True, "…", symbol="β").symbol == "β"
