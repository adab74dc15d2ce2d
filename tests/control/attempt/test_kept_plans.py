"""Plans come back as they were kept, to the last bit, and never in the way of a command."""

import numpy as np
import pytest
from tests.control.attempt.test_plan import assert_same, attempt, some_way

from prehensile.cache import cache_folder
from prehensile.control.attempt import kept_plans
from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.kept_plans import (
    attempts_collected,
    kept_attempt,
    plan_key,
    planned_anew,
)
from prehensile.control.attempt.plan import plan_of
from prehensile.control.grasp import grasp
from prehensile.errors import SimulationError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object

HAND = Hand()


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))


class Asked:
    """Searches and plays, counted; what is played again says that it is the first of one."""

    def __init__(self, found, plays=True):
        self.found, self.plays = found, plays
        self.searched, self.plans = 0, []

    def search(self):
        self.searched += 1
        return self.found

    def again(self, plan):
        self.plans.append(plan)
        if not self.plays:
            raise SimulationError("it blew up")
        return attempt(plan.candidate, rehearsed=1, played=1)

    def ask(self, key):
        return kept_attempt(key, self.search, self.again)


def test_what_was_found_comes_back_to_the_last_bit(rng):
    key = plan_key(HAND, "mug", Ask())
    for need in (1.7, np.nan, np.inf):
        asked = Asked(attempt(some_way(rng, need), rehearsed=7, played=2))
        key = plan_key(HAND, "mug", str(need))
        first, again = asked.ask(key), asked.ask(key)
        assert asked.searched == 1 and first is asked.found
        assert again.clip.meta == first.clip.meta
        (plan,) = asked.plans
        assert_same(plan.candidate, first.candidate)
        assert plan[1:] == plan_of(first)[1:]
    with planned_anew():
        asked.ask(key)
    assert asked.searched == 2 and len(asked.plans) == 1


def test_nothing_found_is_not_kept():
    asked = Asked(None)
    assert asked.ask(b"key") is None and asked.ask(b"key") is None and asked.searched == 2


def test_a_plan_that_blows_up_is_made_again(rng):
    asked = Asked(attempt(some_way(rng)), plays=False)
    for _ in range(2):
        assert asked.ask(b"key") is asked.found
    assert asked.searched == 2 and len(asked.plans) == 1


def test_plans_of_other_code_are_not_kept(rng, monkeypatch):
    asked = Asked(attempt(some_way(rng)))
    asked.ask(b"key")
    monkeypatch.setattr(kept_plans, "code_digest", lambda module: "of a later release")
    asked.ask(b"key")
    assert asked.searched == 2 and not asked.plans


def test_another_hand_and_another_ask_are_other_keys():
    keys = {
        plan_key(HAND, load_object("mug"), Ask()),
        plan_key(HandSpec.mean("left").build(), load_object("mug"), Ask()),
        plan_key(HandSpec.at_percentile(95).build(), load_object("mug"), Ask()),
        plan_key(HAND, load_object("mug"), Ask(seed=1)),
        plan_key(HAND, load_object("ball"), Ask()),
    }
    assert len(keys) == 5 and None not in keys
    assert plan_key(Hand(), load_object("mug"), Ask()) in keys


def test_what_nobody_can_digest_is_not_kept(rng):
    assert plan_key(HAND, object()) is None
    asked = Asked(attempt(some_way(rng)))
    asked.ask(None)
    asked.ask(None)
    assert asked.searched == 2 and not cache_folder().exists()


@pytest.mark.parametrize("damage", [b"", b"no plan", bytes(100)])
def test_a_damaged_plan_is_made_again(rng, damage):
    asked = Asked(attempt(some_way(rng)))
    asked.ask(b"key")
    (file,) = (cache_folder() / "plan").iterdir()
    file.write_bytes(damage)
    asked.ask(b"key")
    asked.ask(b"key")
    assert asked.searched == 2 and len(asked.plans) == 1


class Shipped(Asked):
    """The same with a shipped plan, whose play goes as it is told."""

    def __init__(self, found, plan, **goes):
        super().__init__(found)
        self.plan, self.goes = plan, goes

    def again(self, plan):
        self.plans.append(plan)
        return attempt(plan.candidate, **self.goes)

    def ask(self, key):
        return kept_attempt(key, self.search, self.again, lambda: self.plan)


def test_a_shipped_plan_that_plays_as_promised_is_the_answer(rng):
    way = some_way(rng)
    asked = Shipped(None, plan_of(attempt(way, rehearsed=7)), rehearsed=1)
    for _ in range(2):
        found = asked.ask(b"key")
        assert found.candidate is way and found.clip.meta["rehearsed"] == 7
    assert not asked.searched and not cache_folder().exists()


@pytest.mark.parametrize("goes", [{"ok": False}, {"human": False}, {"met": False}])
def test_a_shipped_plan_that_does_not_is_dropped_for_good(rng, goes):
    found = attempt(some_way(rng))
    asked = Shipped(found, plan_of(attempt(some_way(rng))), **goes)
    assert asked.ask(b"key") is found
    assert asked.searched == 1 and len(asked.plans) == 1
    assert_same(asked.ask(b"key").candidate, found.candidate)  # what was searched is kept
    assert asked.searched == 1 and len(asked.plans) == 2


def test_planned_anew_passes_over_shipped_plans(rng):
    asked = Shipped(attempt(some_way(rng)), plan_of(attempt(some_way(rng))))
    with planned_anew():
        assert asked.ask(b"key") is asked.found
    assert asked.searched == 1 and not asked.plans


def test_what_searches_find_is_collected(rng):
    asked = Asked(attempt(some_way(rng)))
    with attempts_collected() as collected:
        asked.ask(b"key")
        asked.ask(b"key")
    asked.ask(b"another")
    assert collected == [asked.found]


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
