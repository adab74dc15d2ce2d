"""Shipped plans serve who asks as everybody does, at once, and can do no harm."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.control.attempt.test_plan import assert_same, some_way

from prehensile.control.attempt import search, shipped_plans
from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.cost import cost_counted
from prehensile.control.attempt.plan import Plan, plan_to_json
from prehensile.control.attempt.shipped_plans import (
    HANDS,
    PlanBook,
    hand_name,
    object_print,
    read_plans,
    shipped_plan,
)
from prehensile.control.attempt.turns import of_style
from prehensile.control.grasp import grasp
from prehensile.control.place.wishes import Wishes
from prehensile.errors import FileError, PrehensileError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import CATALOGUE, load_object

HAND = Hand()
BOOK = shipped_plans.shipped_plans()
PLANNED = [key for key, row in BOOK.plans.items() if row["plan"] is not None]
FEW = 4
"""Objects and hands, of 84, for which a search may have managed nothing"""
ALL = [f"{name} {hand}" for name in CATALOGUE for hand in HANDS]


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def counted(monkeypatch):
    """How often is rehearsed."""
    seen = []
    rehearse = of_style.rehearse

    def counting(*args, **how):
        seen.append(args)
        return rehearse(*args, **how)

    monkeypatch.setattr(of_style, "rehearse", counting)
    return seen


def ship(monkeypatch, rows):
    """Of the mug and the ball."""
    prints = {name: object_print(load_object(name)) for name in ("mug", "ball")}
    book = PlanBook(prints, rows, {})
    monkeypatch.setattr(shipped_plans, "shipped_plans", lambda: book)


def planned(key):
    """What is shipped for a name and a hand, asked as `grasp` asks."""
    name, hand = key.split()
    return shipped_plan(load_object(name), parse_hand(hand).build(), Ask(put=np.zeros(3)))


def assert_plays(key):
    """Its play is what it promises."""
    name, hand = key.split()
    clip = grasp(name, hand)
    assert clip.verdict.ok, str(clip.verdict)
    looks = clip.verdict.figures.get("looks human")
    assert not planned(key).human or looks.value > 0


def test_what_was_planned_for_is_known_again():
    assert {name: hand_name(parse_hand(name).build()) for name in HANDS} == {n: n for n in HANDS}
    assert hand_name(parse_hand("right:p51").build()) is None
    assert hand_name(parse_hand("right:seed=3").build()) is None
    assert hand_name(replace(HandSpec.mean(), stiffness=2 * HAND.spec.stiffness).build()) is None


def test_things_are_told_by_what_they_are(monkeypatch, rng):
    plan = Plan(some_way(rng), "example", "leap_grab", "table", {}, True)
    ship(monkeypatch, {"ball right:p50": {"plan": plan_to_json(plan)}})
    ball = load_object("ball")
    found = shipped_plan(replace(ball, name="red", color=(1, 0, 0)), HAND, Ask())
    assert_same(found.candidate, plan.candidate)
    assert shipped_plan(replace(ball, vertices=ball.vertices * (1 + 1e-9)), HAND, Ask()) is not None
    for other in ("ball:r=34mm", "cylinder", "jar"):
        assert shipped_plan(replace(load_object(other), name="ball"), HAND, Ask()) is None
    assert shipped_plan(ball.with_mass(0.06), HAND, Ask()) is None
    assert shipped_plan(ball.with_friction(0.5), HAND, Ask()) is None
    assert shipped_plan(ball, HandSpec.mean("left").build(), Ask()) is None
    assert shipped_plan(load_object("mug"), HAND, Ask()) is None


def test_who_asks_for_something_else_gets_none(monkeypatch, rng):
    plan = Plan(some_way(rng), "example", "leap_grab", "table", {}, True)
    ship(monkeypatch, {"ball right:p50": {"plan": plan_to_json(plan)}})
    ball = load_object("ball")
    for ask in (Ask(), Ask(put=np.zeros(3)), Ask(progress=print, tell=print)):
        assert shipped_plan(ball, HAND, ask) is not None
    asks = [Ask(grip=9.0), Ask(seed=1), Ask(tries=3), Ask(wishes=Wishes(approach="above"))]
    for ask in [*asks, Ask(shake=True), Ask(hold=5.0)]:
        assert shipped_plan(ball, HAND, ask) is None


def test_the_search_asks_for_one_only_by_default(monkeypatch):
    asked = []
    monkeypatch.setattr(search, "shipped_plan", lambda *of: asked.append(of))
    monkeypatch.setattr(search, "_searched", lambda *of: (_ for _ in ()).throw(KeyError))
    for how in ({}, {"on": "table"}, {"controller": "sequence"}, {"example": "leap_pinch"}):
        with pytest.raises(KeyError):
            grasp("ball", **how)
    assert len(asked) == 1


def test_a_row_of_another_version_is_none(monkeypatch, rng):
    data = plan_to_json(Plan(some_way(rng), "example", "leap_grab", "table", {}, True))
    for wrong in (data | {"later": 1}, data | {"candidate": {}}, data | {"on": "ceiling"}, []):
        ship(monkeypatch, {"ball right:p50": {"plan": wrong}})
        assert shipped_plan(load_object("ball"), HAND, Ask()) is None


def test_a_file_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "plans.json"
    path.write_text(json.dumps(BOOK.to_json()))
    assert read_plans(path) == BOOK
    path.write_text(json.dumps(BOOK.to_json() | {"schema": "prehensile.plans/9"}))
    with pytest.raises(FileError, match="schema"):
        read_plans(path)


def test_a_file_that_cannot_be_read_leaves_all_to_the_search(monkeypatch):
    monkeypatch.setattr(shipped_plans, "FILE", "data/no_such_file.json")
    assert shipped_plans.shipped_plans.__wrapped__().plans == {}


def test_the_file_says_by_what_it_was_made():
    assert BOOK.about["command"] == "python tools/make_plans.py"
    assert BOOK.about["seed"] == 0 and BOOK.about["commit"] and BOOK.about["date"]


def test_a_row_has_a_plan_for_the_object_as_it_is_now_or_a_reason():
    for key, row in BOOK.plans.items():
        assert (planned(key) is None) == (row["plan"] is None), key
        assert row["verdict"] and row["code"]


def test_every_object_has_plans_in_every_hand():
    assert list(BOOK.plans) == ALL
    lacking = [key for key in ALL if planned(key) is None]
    assert len(lacking) <= FEW, lacking


@pytest.mark.parametrize("key", ["mug right:p50", "mug left:p95"])
def test_one_that_is_shipped_is_played_without_a_rehearsal(key, counted):
    assert_plays(key)
    assert not counted


def test_a_spoilt_one_gives_way_to_the_search(monkeypatch):
    plan = planned("mug right:p50")
    way = plan.candidate
    up = np.eye(4)
    up[2, 3] = 0.08  # the fingers close above it
    T = {name: up @ getattr(way, name) for name in ("T_object_palm", "T_object_forearm")}
    spoilt = plan._replace(candidate=replace(way, **T))
    ship(monkeypatch, {"mug right:p50": {"plan": plan_to_json(spoilt)}})

    def nothing(*of):
        raise PrehensileError("searched")

    monkeypatch.setattr(search, "_searched", nothing)
    with cost_counted() as cost, pytest.raises(PrehensileError, match="searched"):
        grasp("mug")
    assert len(cost.plays) == 1


@pytest.mark.long
@pytest.mark.parametrize("key", PLANNED)
def test_every_one_plays_as_promised(key, counted):
    assert_plays(key)
    assert not counted
