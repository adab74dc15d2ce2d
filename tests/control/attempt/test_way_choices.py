"""Where and from where more is asked for, where it may be."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt import way_choices as module
from prehensile.control.attempt.attempt import DEFAULT_ASK
from prehensile.control.attempt.way_choices import NEXT_STYLE, WayChoices, ends
from prehensile.control.place.wishes import NO_WISHES, wished
from prehensile.quality.judge.way_taken import Way
from prehensile.world.catalogue import load_object

UP = np.array([0.0, 0.0, 1.0])


@pytest.fixture
def asked(monkeypatch):
    """Of which style, on what and with which wishes candidates were asked for."""
    calls = []

    def candidates(style, _hand, _obj, _T, _rng, _most, on, wishes, pick):
        calls.append((style.name, on, wishes))
        way = SimpleNamespace(
            T_object_palm=np.eye(4), approach=UP, touched=np.zeros((1, 3)), score=1.0, need=1.0
        )
        return pick([way], 1)

    monkeypatch.setattr(module, "style_candidates", candidates)
    return calls


def style(name):
    made = SimpleNamespace(name=name, fingers=("thumb",))
    made.on = lambda _: made
    return made


def choices(name="hammer", wishes=NO_WISHES):
    hand = SimpleNamespace(side="right")
    ask = DEFAULT_ASK._replace(wishes=wishes)
    return WayChoices(load_object(name), hand, [style("a"), style("b")], [style("c")], ask, "table")


def test_every_style_has_its_turn_the_later_the_less_it_is_worth(asked):
    mine = choices()
    for k, name in enumerate("abc"):
        assert len(asked) == k, "nobody is asked before"
        assert mine.behind == NEXT_STYLE * k
        (found,) = mine.of_next_style()
        assert (found.style.name, found.on) == (name, "table")
        assert found.worth == pytest.approx(1 - NEXT_STYLE * k)
    assert mine.behind is None


def test_on_a_post_only_what_is_usual_is_asked(asked):
    mine = choices().on_a_post()
    found = [*mine.of_next_style(), *mine.of_next_style()]
    assert [(c.style.name, c.on) for c in found] == [("a", "post"), ("b", "post")]
    assert mine.behind is None and {on for _, on, _ in asked} == {"post"}


def test_long_things_have_ends(asked):
    assert len(choices("hammer").at_the_ends()) == 2
    (_, _, one), (_, _, other) = asked
    assert np.linalg.norm(np.subtract(one.where, other.where)) > 0.1
    assert choices("ball").at_the_ends() == []


def test_sides_that_something_came_from_are_not_asked_for(asked):
    above = Way(np.zeros(3), UP, frozenset())
    assert len(choices().from_the_sides([above])) == 2
    assert {wishes.approach for _, _, wishes in asked} == {"front", "side"}


def test_wishes_are_not_overruled(asked):
    mine = choices(wishes=wished(where=(0.0, 0.0, 0.0), approach="above"))
    assert mine.at_the_ends() == [] and mine.from_the_sides([]) == []
    mine.of_next_style()
    assert {wishes.approach for _, _, wishes in asked} == {"above"}


@pytest.mark.parametrize("axis", range(3))
def test_ends_of_a_long_thing(axis):
    low, high = np.full(3, -0.02), np.full(3, 0.02)
    low[axis], high[axis] = -0.05, 0.25
    stick = SimpleNamespace(bounds=np.array([low, high]), extents=high - low)
    a, b = ends(stick)
    assert abs(a[axis] - b[axis]) == pytest.approx(0.7 * 0.3)
    np.testing.assert_allclose((a + b) / 2, (low + high) / 2, atol=1e-12)
