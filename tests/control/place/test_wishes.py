"""Wishes as people write them."""

import numpy as np
import pytest

from prehensile.control.place.wishes import AVOIDED, SIDES, wished
from prehensile.errors import InputError, UnknownNameError


def test_numbers_names_and_texts_are_understood():
    wishes = wished([0.1, 0, 0.02], "blade", "above", "tripod", " middle, thumb,index", "hand-over")
    assert wishes.where == (0.1, 0.0, 0.02) and wishes.avoid == "blade"
    assert wishes.fingers == ("thumb", "index", "middle")
    assert wishes.purpose == "hand-over" and wishes.say_where
    assert hash(wishes) == hash(wished((0.1, 0, 0.02), "blade", "above", "tripod",
                                       ("thumb", "index", "middle"), "hand-over"))  # fmt: skip


def test_a_point_to_avoid_has_a_radius():
    assert wished(avoid=(0, 0, 0)).avoid == (0.0, 0.0, 0.0, AVOIDED)
    assert wished(avoid=(0, 0, 0, 0.01)).avoid == (0.0, 0.0, 0.0, 0.01)


@pytest.mark.parametrize("side", SIDES)
def test_sides_are_mirrored_for_a_left_hand(side):
    wishes = wished(approach=side)
    right, left = wishes.comes_from("right"), wishes.comes_from("left")
    np.testing.assert_allclose(left, right * [-1, 1, 1])
    assert np.linalg.norm(right) == pytest.approx(1)


def test_a_direction_is_the_same_for_both_hands():
    wishes = wished(approach=(3, 0, 4))
    np.testing.assert_allclose(wishes.comes_from("left"), [0.6, 0, 0.8])
    assert wished().comes_from("right") is None


@pytest.mark.parametrize(
    ("words", "error", "says"),
    [
        ({"where": (1, 2)}, InputError, "x, y, z"),
        ({"where": (1, 2, np.nan)}, InputError, "x, y, z"),
        ({"avoid": (1, 2)}, InputError, "radius"),
        ({"avoid": (0, 0, 0, 0)}, InputError, "more than 0"),
        ({"approach": "below"}, UnknownNameError, "above"),
        ({"approach": (0, 0, 0)}, InputError, "direction"),
        ({"fingers": "thumb"}, InputError, "two"),
        ({"fingers": "thumb,toe"}, UnknownNameError, "index"),
        ({"purpose": "fun"}, UnknownNameError, "carry"),
        ({"where": "lid", "avoid": "lid"}, InputError, "both"),
        ({"where": (0, 0, 0), "avoid": (0, 0, 0.01)}, InputError, "within"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, error, says):
    with pytest.raises(error, match=says) as caught:
        wished(**words)
    assert "\n" not in str(caught.value)
