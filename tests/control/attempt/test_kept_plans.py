"""Plans come back as they were kept, to the last bit, and never in the way of a command."""

from dataclasses import fields

import numpy as np
import pytest

from prehensile.cache import cache_folder
from prehensile.control.attempt import kept_plans
from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.kept_plans import (
    Outcome,
    Plan,
    keep_outcome,
    keep_plan,
    known_outcome,
    known_plan,
    plan_key,
    planned_anew,
    plans_collected,
    shipped_bytes,
)
from prehensile.control.grasp import grasp
from prehensile.control.place.candidate import Candidate
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object

HAND = Hand()


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_plans, "_shipped", dict)


def way(rng, need=1.7):
    q = rng.normal(size=(5, HAND.dof))
    T = rng.normal(size=(2, 4, 4))
    return Candidate("a pose, 40 mm", q[0], q[1], q[2], T[0], T[1], q[3, :3], float(q[4, 0]), 3,
                     q[4], q[4] > 0, 0.0015, need)  # fmt: skip


def assert_same(one, other):
    for field in fields(one):
        mine, its = getattr(one, field.name), getattr(other, field.name)
        assert type(mine) is type(its)
        np.testing.assert_array_equal(mine, its)
        if isinstance(mine, np.ndarray):
            assert mine.dtype == its.dtype and mine.shape == its.shape


def test_a_plan_comes_back_to_the_last_bit(rng):
    key = plan_key(HAND, "mug", Ask())
    ways = way(rng), way(rng, np.nan), way(rng, np.inf)
    assert known_plan(key) is None
    keep_plan(key, Plan(ways, 7))
    plan = known_plan(key)
    assert plan is not None and plan.rehearsed == 7
    for one, other in zip(plan.ways, ways, strict=True):
        assert_same(one, other)
    keep_outcome(b"other", Outcome(2, True))
    assert known_outcome(b"other") == Outcome(2, True)
    with planned_anew():
        assert known_plan(key) is None and known_outcome(b"other") is None


def test_another_hand_another_ask_and_another_code_are_other_keys(monkeypatch):
    keys = {
        plan_key(HAND, load_object("mug"), Ask()),
        plan_key(HandSpec.mean("left").build(), load_object("mug"), Ask()),
        plan_key(HandSpec.at_percentile(95).build(), load_object("mug"), Ask()),
        plan_key(HAND, load_object("mug"), Ask(seed=1)),
        plan_key(HAND, load_object("ball"), Ask()),
    }
    assert len(keys) == 5 and None not in keys
    assert plan_key(Hand(), load_object("mug"), Ask()) in keys
    monkeypatch.setattr(kept_plans, "code_digest", lambda module: "of a later release")
    assert plan_key(HAND, load_object("mug"), Ask()) not in keys


def test_what_nobody_can_digest_is_not_kept(rng):
    assert plan_key(HAND, object()) is None
    keep_plan(None, Plan((way(rng),), 1))
    assert known_plan(None) is None and not cache_folder().exists()


@pytest.mark.parametrize("damage", [b"", b"no plan", bytes(100)])
def test_a_damaged_plan_is_a_miss(rng, damage):
    key = plan_key(HAND, "mug")
    keep_plan(key, Plan((way(rng),), 1))
    (file,) = (cache_folder() / "plan").iterdir()
    file.write_bytes(damage)
    assert known_plan(key) is None


def test_shipped_plans_are_found_first_and_stale_ones_never(rng, monkeypatch):
    key = plan_key(HAND, load_object("ball"))
    with plans_collected() as collected:
        keep_plan(key, Plan((way(rng),), 3))
    assert len(collected) == 1
    shipped = kept_plans.read_shipped(shipped_bytes(collected, "a test"))
    monkeypatch.setattr(kept_plans, "_shipped", lambda: shipped)
    monkeypatch.setenv("PREHENSILE_CACHE", str(cache_folder() / "elsewhere"))
    plan = known_plan(key)
    assert plan is not None and plan.rehearsed == 3 and not cache_folder().exists()
    monkeypatch.setattr(kept_plans, "code_digest", lambda module: "of a later release")
    assert known_plan(plan_key(HAND, load_object("ball"))) is None


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no archive"])
def test_shipped_plans_that_cannot_be_read_are_none(data):
    assert kept_plans.read_shipped(data) == {}


@pytest.mark.long
def test_what_is_played_from_a_plan_is_what_planning_anew_finds():
    first, again = grasp("ball", tries=2), grasp("ball", tries=2)
    with planned_anew():
        anew = grasp("ball", tries=2)
    for clip in (again, anew):
        np.testing.assert_array_equal(clip.hands[0].q, first.hands[0].q)
        np.testing.assert_array_equal(clip.bodies[0].pose, first.bodies[0].pose)
        assert {k: v for k, v in clip.meta.items() if k != "made"} == {
            k: v for k, v in first.meta.items() if k != "made"
        }


@pytest.mark.long
@pytest.mark.parametrize("name", ["ball", "pen"])
def test_shipped_plans_equal_those_made_anew(name, monkeypatch):
    monkeypatch.undo()  # the shipped ones, and the run's own cache
    shipped = kept_plans._shipped()
    with planned_anew(), plans_collected() as made:
        grasp(name)
    if not made.keys() <= shipped.keys():
        pytest.skip("none are shipped for this code: python tools/make_plans.py makes them")
    assert {key: shipped[key] for key in made} == made
