"""The search for other ways, with rehearsals and plays that say what they are told."""

from types import SimpleNamespace

import numpy as np

from prehensile.control.attempt import other_ways as module
from prehensile.control.attempt import way_choices as choices
from prehensile.control.attempt.attempt import DEFAULT_ASK
from prehensile.control.attempt.other_ways import (
    FROM_POST,
    FRUITLESS,
    IN_VAIN,
    MANY,
    REHEARSED,
    OtherWays,
)
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.quality.judge.way_taken import Way
from prehensile.world.catalogue import load_object

BALL = load_object("ball")
UP = np.array([0.0, 0.0, 1.0])


class Told:
    """What is found at x [mm]: how it goes, by the place; what was rehearsed and played."""

    def __init__(self, monkeypatch, places, faults=(), slip=(), drop=(), strange=(), **more):
        self.rehearsed, self.played, self.asked = [], [], []
        self._faults, self._slip, self._drop, self._strange = faults, slip, drop, strange
        self._places, self._on_post = places, more.get("on_post", ())
        self._hopeless, self._awful = more.get("hopeless", ()), more.get("awful", ())
        self.more_styles: tuple[SimpleNamespace, ...] = ()
        monkeypatch.setattr(choices, "style_candidates", self._candidates)
        monkeypatch.setattr(module, "rehearse", self._rehearse)
        monkeypatch.setattr(module, "play_rehearsed", self._play)
        monkeypatch.setattr(module, "way_taken", lambda clip, _: self.way(clip.meta["x"]))
        monkeypatch.setattr(choices, "expected_way", lambda c, *_: self.way(c.x))
        monkeypatch.setattr(module, "chosen_fingers", lambda _: ("index",))
        monkeypatch.setattr(
            module,
            "judge_likeness",
            lambda clip, _: SimpleNamespace(complaints=("",) * self._complaints(clip.meta["x"])),
        )

    def _complaints(self, x):
        return 2 if x in self._awful else 1

    def way(self, x):
        return Way(np.array([1e-3 * x, 0, 0]), UP, frozenset(("thumb", "index")))

    def _candidates(self, _style, _hand, _obj, _T, _rng, most, on, wishes, pick):
        self.asked.append(wishes)
        if wishes.say_where:
            return []
        made = []
        for k, x in enumerate(self._places if on == "table" else self._on_post):
            T = np.eye(4)
            T[0, 3] = x
            need = np.inf if x in self._hopeless else 2.0
            made.append(SimpleNamespace(x=x, T_object_palm=T, score=-k / 4, need=need))
        return made[:most]

    def _rehearse(self, _obj, _hand, _style, candidate, *_, shake=False):
        self.rehearsed.append(candidate.x)
        wrong = ("fingers",) if candidate.x in self._faults else ()
        return Rehearsal(candidate.x not in self._slip, True, True, 0.0, wrong)

    def _play(self, _style, _obj, _hand, _ask, _on, tried):
        ((_, candidate),) = tried
        self.played.append(candidate.x)
        clip = SimpleNamespace(meta={"x": candidate.x})
        human = candidate.x not in (*self._strange, *self._faults, *self._awful)
        return SimpleNamespace(clip=clip, settled=candidate.x not in self._drop, human=human)

    def search(self, ask=DEFAULT_ASK, post=False):
        style = SimpleNamespace(name="wrap", fingers=("thumb", "index"))
        style.on = lambda _: style
        first = SimpleNamespace(meta={"x": 0})
        hand = SimpleNamespace(side="right")
        mine = choices.WayChoices(BALL, hand, [style, *self.more_styles], [], ask, "table")
        return OtherWays(mine, first, post)

    def found(self, post=False):
        return [attempt.clip.meta["x"] for attempt in self.search(post=post)]


def test_ways_differ_from_the_first_and_from_each_other(monkeypatch):
    told = Told(monkeypatch, [10, 70, 95, 140, 300])
    assert told.found() == [70, 140, 300]
    assert told.rehearsed == told.played == [70, 140, 300]


def test_what_is_newer_comes_before_what_promises_a_little_more(monkeypatch):
    assert Told(monkeypatch, [40, 80]).found() == [80, 40]


def test_the_first_of_more_are_the_same_and_cost_no_more(monkeypatch):
    told = Told(monkeypatch, [70, 140, 300])
    assert next(iter(told.search())).clip.meta["x"] == 70
    assert told.played == [70]


def test_what_slips_is_not_played_and_what_looks_strange_comes_last(monkeypatch):
    told = Told(monkeypatch, [100, 200, 300, 400, 500], faults=[100], slip=[200], strange=[300])
    assert told.found() == [400, 500, 300, 100]
    assert 200 in told.rehearsed and 200 not in told.played
    assert told.played[-1] == 100, "only where nothing better is left"


def test_what_looks_awful_is_no_way(monkeypatch):
    assert Told(monkeypatch, [100, 200, 300], awful=[100]).found() == [200, 300]


def test_what_cannot_hold_is_tried_after_all_else(monkeypatch):
    told = Told(monkeypatch, [100, 200, 300], hopeless=[100])
    assert told.found() == [200, 300, 100]
    assert len(told.asked) > 1, "other sides were asked for before"


def test_the_search_ends(monkeypatch):
    far = [100 * k for k in range(1, 100)]
    monkeypatch.setattr(choices, "POOL", 100)
    dropped = Told(monkeypatch, far, drop=far)
    assert dropped.found() == [] and len(dropped.played) == IN_VAIN
    strange = Told(monkeypatch, far, faults=far, awful=far)
    monkeypatch.setattr(module, "WORST", np.inf)
    assert strange.found() == [] and len(strange.rehearsed) == REHEARSED
    slipping = Told(monkeypatch, far, slip=far)
    assert slipping.found() == [] and len(slipping.rehearsed) == 2 * FRUITLESS
    assert len(slipping.asked) > 1, "the second time, other sides are asked for"


def test_no_other_side_is_asked_for_where_nothing_more_would_be_rehearsed(monkeypatch):
    far = [100 * k for k in range(1, 100)]
    monkeypatch.setattr(choices, "POOL", 100)
    monkeypatch.setattr(module, "WORST", np.inf)
    told = Told(monkeypatch, far, faults=far)
    assert len(list(told.search())) > 0
    assert len(told.rehearsed) == REHEARSED and len(told.asked) == 1


def test_a_style_is_asked_only_once_those_before_it_promise_less(monkeypatch):
    told = Told(monkeypatch, [100, 200, 300, 400])
    second = SimpleNamespace(name="pinch", fingers=("thumb", "index"))
    second.on = lambda _: second
    told.more_styles = (second,)
    found = iter(told.search())
    assert [next(found).clip.meta["x"] for _ in range(2)] == [100, 200]
    assert len(told.asked) == 1
    assert [attempt.clip.meta["x"] for attempt in found] == [300, 400]
    assert len(told.asked) > 1


def test_nothing_is_put_on_a_post_where_there_is_enough_to_choose_from(monkeypatch):
    table = [100 * k for k in range(1, MANY)]
    assert Told(monkeypatch, table, on_post=[900]).found(post=True) == table
    assert Told(monkeypatch, table[1:], on_post=[900]).found(post=True) == [*table[1:], 900]


def test_a_post_comes_last_and_only_if_it_may(monkeypatch):
    def told():
        return Told(monkeypatch, [100, 200], strange=[100], on_post=[100, 300, 400], slip=[300])

    assert told().found(post=True) == [200, 100, 400]
    assert told().found() == [200, 100]
    far = [100 * k for k in range(1, 100)]
    monkeypatch.setattr(choices, "POOL", 100)
    slipping = Told(monkeypatch, [], slip=far, on_post=far)
    monkeypatch.setattr(module, "WORST", np.inf)
    assert slipping.found(post=True) == [] and len(slipping.rehearsed) == FROM_POST
