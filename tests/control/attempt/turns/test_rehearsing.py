"""Placements rehearsed in turn; what the way in spoils is made up for by others."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.control.attempt.turns.test_aside import some_place

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.attempt.turns.aside import SHIFT
from prehensile.control.attempt.turns.rehearsing import DRESSED, count_at_handle, in_turn
from prehensile.control.place.looks.promised_looks import FAULTY, FINE

HUMAN, FAULTS, FALLEN = (
    Rehearsal(True, True, True, 1.0),
    Rehearsal(True, True, True, 9.0, ("fingers",)),
    Rehearsal(False, False, True, 0.0, lifted=False),
)
LETTERS = {"H": HUMAN, "F": FAULTS, "-": FALLEN, "x": None}


class Rehearsed:
    """Candidates 0, 1, ... that go as letters say: at once, and after coming."""

    def __init__(self, went, came, at_handle=0, tiers=None):
        self.done, self.came = [], []
        self._went, self._came = went, came
        tiers = tiers or [FINE] * len(went)
        self.order = in_turn([*range(len(went))], self._once, tiers, at_handle, Ask())

    def _once(self, candidate, come):
        (self.came if come else self.done).append(candidate)
        return LETTERS[(self._came if come else self._went)[candidate]]


def test_where_the_best_stay_good_when_the_hand_comes_no_more_are_tried():
    told = Rehearsed("-HH-HH", "-HH-HH")
    assert told.done == [0, 1, 2] and told.came == [1]
    assert told.order[0] == (HUMAN, 1)


@pytest.mark.parametrize("spoilt", "-x")
def test_where_the_way_in_spoils_them_others_are_tried(spoilt):
    told = Rehearsed("HH-HH", f"{spoilt}{spoilt}-HH")
    assert told.done == [0, 1, 2, 3, 4] and told.came == [0, 1, 3]
    assert told.order[0] == (HUMAN, 3)


def test_what_still_holds_but_no_longer_looks_well_is_made_up_for_too():
    told = Rehearsed("HHHH", "FFHH")
    assert told.came == [0, 1, 2] and told.order[0] == (HUMAN, 2)


def test_so_many_come_at_most():
    told = Rehearsed("H" * 30, "-" * 30)
    assert len(told.came) == DRESSED and len(told.done) < 30


def test_at_a_handle_one_of_three_is_enough_and_none_elsewhere_is_tried_then():
    assert Rehearsed("-FHHH", "-FHHH", at_handle=4).done == [0, 1, 2]
    spoilt = Rehearsed("--H-HH", "---HHH", at_handle=4)
    assert spoilt.done == [0, 1, 2, 3, 4] and spoilt.order[0] == (HUMAN, 4)


def test_what_will_look_wrong_is_left_out_where_enough_held():
    tiers = [FINE] * 3 + [FAULTY] * 3
    assert Rehearsed("FF-FFF", "FF-FFF", tiers=tiers).done == [0, 1, 2]
    assert Rehearsed("---FFF", "---FFF", tiers=tiers).done == [0, 1, 2, 3, 4]


def test_those_at_the_handle_are_counted_up_to_the_first_elsewhere():
    there = [SimpleNamespace(touched=ok) for ok in (True, True, False, True)]
    for rather, count in ((True, 2), (False, 0)):
        preferred = SimpleNamespace(rather_by_handle=rather, will_do=lambda touched: touched)
        assert count_at_handle(there, preferred) == count
    preferred = SimpleNamespace(rather_by_handle=True, will_do=lambda touched: touched)
    assert count_at_handle(there[:2], preferred) == 2


@pytest.mark.parametrize("at_handle", [0, 2, 3])
def test_where_none_would_do_a_little_aside_of_what_nearly_did_is_tried(rng, at_handle):
    """At a handle before one goes elsewhere, which then nobody does; else in the end; once."""
    ways = [some_place(rng) for _ in range(3)]
    nearly = Rehearsal(False, True, True, 0.0, ("undisturbed",), off=1.2)
    went = iter([FALLEN, nearly, *([FALLEN] if at_handle != 2 else []), FALLEN, HUMAN])
    tried = []

    def once(candidate, come):
        if come:
            return HUMAN
        tried.append(candidate)
        return next(went)

    order = in_turn(ways, once, [FINE] * 3, at_handle, Ask())
    place = 2 if at_handle == 2 else 3
    assert tried[place] is ways[1], "it pushed nothing: the same again"
    assert order[0] == (HUMAN, tried[place + 1])
    moved = tried[place + 1].T_object_palm[:3, 3] - ways[1].T_object_palm[:3, 3]
    assert 0 < np.linalg.norm(moved) < 5 * SHIFT
    assert len(tried) == place + 2
