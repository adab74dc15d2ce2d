"""A way that was found before is played with the style and the digits that it was found with."""

import pytest
from tests.control.attempt.test_plan import some_way

from prehensile.control.attempt import search
from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.plan import Plan
from prehensile.control.attempt.search import played_again
from prehensile.control.example.style import load_style
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object

STYLES = [load_style("leap_grab"), load_style("tripod")]


@pytest.fixture
def played(monkeypatch):
    """Every (style, what it rests on, candidates) that would be played."""
    done = []

    def play(style, thing, hand, ask, on, tried):
        done.append((style, on, [candidate for _, candidate in tried]))
        return "played"

    monkeypatch.setattr(search, "play_rehearsed", play)
    return done


def again(way, style, fingers=()):
    plan = Plan(way, "example", style, "post", {}, fingers=fingers)
    return played_again(plan, load_object("ball"), Hand(), STYLES, Ask())


def test_a_plan_of_fewer_fingers_is_played_with_just_these(rng, played):
    way, fingers = some_way(rng), ("thumb", "index", "ring")
    assert again(way, "leap_grab", fingers) == "played"
    [(style, on, ways)] = played
    assert style.name == "leap_grab" and style.fingers == fingers
    assert on == "post" and ways == [way]


@pytest.mark.parametrize("fingers", [(), STYLES[0].fingers])
def test_a_plan_that_names_none_or_all_is_played_with_the_style_as_it_is(rng, played, fingers):
    assert again(some_way(rng), "leap_grab", fingers) == "played"
    assert played[0][0] is STYLES[0]


def test_fingers_that_the_style_has_not_and_styles_that_are_not_there_are_not_played(rng, played):
    assert again(some_way(rng), "tripod", ("thumb", "index", "little")) is None
    assert again(some_way(rng), "disk") is None
    assert not played
