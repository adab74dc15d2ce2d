"""Plans come back as they were kept, to the last bit, and never in the way of a command."""

from dataclasses import fields, replace

import numpy as np
import pytest

from prehensile.cache import cache_folder
from prehensile.control.attempt import kept_plans
from prehensile.control.attempt.attempt import Ask, Attempt
from prehensile.control.attempt.job import Judged
from prehensile.control.attempt.kept_plans import (
    kept_attempt,
    plan_key,
    planned_anew,
    plans_collected,
    shipped_bytes,
)
from prehensile.control.grasp import grasp
from prehensile.control.place.candidate import Candidate
from prehensile.errors import SimulationError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.verdict import Verdict
from prehensile.world.catalogue import load_object

HAND = Hand()
CLIP = Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), np.zeros((1, 0)), {})


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


def attempt(way, **meta):
    about = {"controller": "example", "example": "leap_grab", "on": "table", **meta}
    return Attempt(
        way, replace(CLIP, meta=about), Judged(Verdict(True, "", "", "", {}), 1, True, 0)
    )


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
        asked = Asked(attempt(way(rng, need), rehearsed=7, played=2))
        key = plan_key(HAND, "mug", str(need))
        first, again = asked.ask(key), asked.ask(key)
        assert asked.searched == 1 and first is asked.found
        assert again.clip.meta == first.clip.meta
        (plan,) = asked.plans
        assert_same(plan.candidate, first.candidate)
        assert plan[1:] == ("example", "leap_grab", "table", {"rehearsed": 7, "played": 2})
    with planned_anew():
        asked.ask(key)
    assert asked.searched == 2 and len(asked.plans) == 1


def test_nothing_found_is_not_kept():
    asked = Asked(None)
    assert asked.ask(b"key") is None and asked.ask(b"key") is None and asked.searched == 2


def test_a_plan_that_blows_up_is_made_again(rng):
    asked = Asked(attempt(way(rng)), plays=False)
    for _ in range(2):
        assert asked.ask(b"key") is asked.found
    assert asked.searched == 2 and len(asked.plans) == 1


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
    asked = Asked(attempt(way(rng)))
    asked.ask(None)
    asked.ask(None)
    assert asked.searched == 2 and not cache_folder().exists()


@pytest.mark.parametrize("damage", [b"", b"no plan", bytes(100)])
def test_a_damaged_plan_is_made_again(rng, damage):
    asked = Asked(attempt(way(rng)))
    asked.ask(b"key")
    (file,) = (cache_folder() / "plan").iterdir()
    file.write_bytes(damage)
    asked.ask(b"key")
    asked.ask(b"key")
    assert asked.searched == 2 and len(asked.plans) == 1


def test_shipped_plans_are_found_first_and_stale_ones_never(rng, monkeypatch):
    asked = Asked(attempt(way(rng), rehearsed=3))
    with plans_collected() as collected:
        asked.ask(plan_key(HAND, load_object("ball")))
    assert len(collected) == 1
    shipped = kept_plans.read_shipped(shipped_bytes(collected, "a test"))
    monkeypatch.setattr(kept_plans, "_shipped", lambda: shipped)
    monkeypatch.setenv("PREHENSILE_CACHE", str(cache_folder() / "elsewhere"))
    asked.ask(plan_key(HAND, load_object("ball")))
    assert asked.searched == 1 and asked.plans[0].said == {"rehearsed": 3}
    assert not cache_folder().exists()
    monkeypatch.setattr(kept_plans, "code_digest", lambda module: "of a later release")
    asked.ask(plan_key(HAND, load_object("ball")))
    assert asked.searched == 2


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
