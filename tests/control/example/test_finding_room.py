"""How many fingers a short handle has room for, in hands of any size."""

import numpy as np
import pytest

from prehensile.control.example.finding_room import FEWEST, finding_room, finger_breadth
from prehensile.control.example.style import load_style
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.parse import parse_hand

SIZES = ("right:p5", "left:p5", "right", "right:p95", "left:p95")


@pytest.mark.parametrize("size", SIZES)
def test_as_many_fingers_as_lie_side_by_side_never_fewer_than_two(size):
    hand, wrap = parse_hand(size).build(), load_style("wrap")
    breadth = finger_breadth(hand)
    assert 0.013 < breadth < 0.024
    before = FEWEST
    for room in np.linspace(0.0, 0.12, 25):
        fingers = finding_room(wrap, room, hand).fingers
        fit = len(fingers) - 1
        assert fingers == DIGITS[: fit + 1] and before <= fit
        assert fit == FEWEST or fit * breadth <= room
        before = fit
    assert finding_room(wrap, 0.12, hand) is wrap


def test_a_larger_hand_has_no_more_fingers_round_it():
    small, large = (parse_hand(size).build() for size in ("right:p5", "right:p95"))
    wrap = load_style("wrap")
    for room in np.random.default_rng(3).uniform(0.02, 0.1, 20):
        fit = [len(finding_room(wrap, room, hand).fingers) for hand in (small, large)]
        assert fit[0] >= fit[1]


def test_how_a_hand_closes_is_the_same_and_few_digits_stay_few():
    wrap, pinch = load_style("wrap"), load_style("tip_pinch")
    few = finding_room(wrap, 0.05, Hand())
    assert few.kind == "power" and few.setpoints is wrap.setpoints
    assert finding_room(pinch, 0.01, Hand()) is pinch
