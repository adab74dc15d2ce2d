"""A thing held well but by idle fingers is rehearsed anew with the digits alone that pressed."""

from dataclasses import fields

import numpy as np
import pytest
from tests.control.attempt.test_plan import some_way

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.attempt.turns import fewer_digits
from prehensile.control.attempt.turns.fewer_digits import TRIED, keeping_back, with_fewer_digits
from prehensile.control.example.style import load_style
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.world.catalogue import load_object

HAND = Hand()
QUADPOD = load_style("quadpod")
THREE = ("thumb", "index", "middle")
GOOD, BAD = Rehearsal(True, True, True, 1.0), Rehearsal(True, True, True, 1.0, ("thumb",))


def held(pressing=THREE, faults=("fingers",), **how):
    """A rehearsal in which nothing was wrong but that a finger was idle."""
    said = {"steady": True, "asked": True, "outside": True, "merit": 1.0} | how
    return Rehearsal(**said, faults=faults, pressing=pressing)


class Again:
    """The module's rehearser, which says this of every placement, as often as there are words."""

    def __init__(self, monkeypatch, *words):
        self.rehearsed, self._words = [], iter(words)
        monkeypatch.setattr(fewer_digits, "rehearser", self._rehearser)

    def _rehearser(self, style, *_):
        def once(candidate, come):
            self.rehearsed.append((style.fingers, candidate, come))
            return next(self._words)

        return once

    def tried(self, *tried):
        return with_fewer_digits(QUADPOD, list(tried), load_object("ball"), HAND, Ask(), "table")


def assert_ring_kept_back(candidate, way):
    ring = np.array([name.startswith("ring") for name in HAND.joint_names])
    np.testing.assert_array_equal(candidate.q_closed, np.where(ring, way.q_shaped, way.q_closed))


def test_idle_digits_stay_as_they_came_and_nothing_else_changes(rng):
    way = some_way(rng)
    back = keeping_back(way, HAND, {"ring", "little"})
    idle = np.array([name.startswith(("ring", "little")) for name in HAND.joint_names])
    assert way.presses[idle].any() and 0 < idle.sum() < HAND.dof
    np.testing.assert_array_equal(back.q_closed[idle], way.q_shaped[idle])
    assert (back.shut[idle] == 1.0).all() and not back.presses[idle].any()
    changed = ("q_closed", "shut", "presses")
    for name in changed:
        np.testing.assert_array_equal(getattr(back, name)[~idle], getattr(way, name)[~idle])
    assert all(
        getattr(back, f.name) is getattr(way, f.name) for f in fields(way) if f.name not in changed
    )


@pytest.mark.parametrize("faults", [("fingers",), ("limits",), ("fingers", "limits")])
@pytest.mark.parametrize("pressing", [THREE, (*THREE, "little")])
def test_what_holds_with_fewer_is_a_style_of_those_that_pressed(rng, monkeypatch, faults, pressing):
    """And of the style's own only; it is rehearsed there, and then coming."""
    again, way = Again(monkeypatch, GOOD, GOOD._replace(merit=2.0)), some_way(rng)
    found = again.tried((held(pressing, faults), way))
    assert found is not None
    style, [(came, left)] = found
    assert style.fingers == THREE and style.name == QUADPOD.name
    assert came.merit == 2.0, "how it went when it came"
    assert_ring_kept_back(left, way)
    assert [(fingers, come) for fingers, _, come in again.rehearsed] == [
        (THREE, False),
        (THREE, True),
    ]
    assert all(candidate is left for _, candidate, _ in again.rehearsed)


@pytest.mark.parametrize("words", [(BAD,), (None,), (GOOD, BAD), (GOOD, None)])
def test_what_fails_there_or_when_it_comes_is_given_up(rng, monkeypatch, words):
    again = Again(monkeypatch, *words)
    assert again.tried((held(), some_way(rng))) is None
    assert len(again.rehearsed) == len(words)


@pytest.mark.parametrize(
    "how",
    [
        {"faults": ()},
        {"faults": ("fingers", "wrist")},
        {"steady": False},
        {"asked": False},
        {"outside": False},
        {"serves": False},
        {"pressing": ("thumb", "index")},
        {"pressing": ("index", "middle", "ring")},
        {"pressing": DIGITS[:4]},
    ],
    ids=str,
)
def test_where_more_is_wrong_or_too_few_are_left_nothing_is_tried(rng, monkeypatch, how):
    again = Again(monkeypatch, GOOD, GOOD)
    assert again.tried((held(**how), some_way(rng))) is None
    assert not again.rehearsed


def test_so_many_placements_are_tried_at_most(rng, monkeypatch):
    """And those of which nothing is hoped are not counted."""
    again, ways = Again(monkeypatch, *[BAD] * 9), [some_way(rng) for _ in range(TRIED + 4)]
    hopeless, hopeful = ways[:2], ways[2:]
    tried = [(held(steady=False), way) for way in hopeless] + [(held(), way) for way in hopeful]
    assert again.tried(*tried) is None
    assert len(again.rehearsed) == TRIED
    for (_, candidate, _), way in zip(again.rehearsed, hopeful, strict=False):
        assert_ring_kept_back(candidate, way)


def test_the_second_may_do_where_the_first_does_not(rng, monkeypatch):
    again, ways = Again(monkeypatch, BAD, GOOD, GOOD), [some_way(rng) for _ in range(2)]
    found = again.tried(*((held(), way) for way in ways))
    assert found is not None
    assert_ring_kept_back(found[1][0][1], ways[1])
