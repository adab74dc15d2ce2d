"""Several ways of taking a thing, numbered."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control import ways as module
from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.kept_ways import KeptWays
from prehensile.control.ways import count_ways, one_way, ways
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.world.catalogue import load_object


@pytest.fixture
def told(monkeypatch, tmp_path):
    """Three ways beside the first, none of which need be played; what was done, in words."""
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    clip = Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), np.zeros((1, 0)))
    done = []

    def first(*_, **__):
        done.append("grasp")
        return replace(clip, meta={"x": 1})

    def other(x):
        return Attempt(x, replace(clip, meta={"x": x}), None)

    class Found:
        def __init__(self, *_):
            done.append("search")

        def __iter__(self):
            return iter([other(x) for x in (2, 3, 4)])

    def again(plan, *_):
        done.append(f"play {plan.candidate}")
        return other(plan.candidate)

    plans = {}

    def keep(key, found, ended):
        kept = [SimpleNamespace(candidate=a.candidate, said={"rehearsed": 7}) for a in found]
        plans[key] = KeptWays(kept, ended)

    monkeypatch.setattr(module, "grasp", first)
    monkeypatch.setattr(module, "OtherWays", Found)
    monkeypatch.setattr(module, "played_again", again)
    monkeypatch.setattr(module, "keep_ways", keep)
    monkeypatch.setattr(module, "kept_ways", plans.get)
    return done


def test_they_are_numbered_and_found_in_one_search(told):
    found = ways("ball", n=6)
    assert [clip.meta["x"] for clip in found] == [1, 2, 3, 4]
    assert [clip.meta["way"] for clip in found] == [1, 2, 3, 4]
    assert told == ["grasp", "search"]


def test_asked_again_they_are_played_and_one_alone_without_the_others(told):
    assert len(ways("ball", n=6)) == 4
    told.clear()
    assert [clip.meta["x"] for clip in ways("ball", n=6)] == [1, 2, 3, 4]
    assert told == ["grasp", "play 2", "play 3", "play 4"]
    told.clear()
    third = one_way("ball", number=3)
    assert third is not None and third.meta == {"x": 3, "way": 3, "rehearsed": 7}
    assert one_way("ball", number=5) is None
    assert told == ["play 3"]


def test_more_than_were_found_before_are_searched_for(told):
    assert [clip.meta["x"] for clip in ways("ball", n=2)] == [1, 2]
    told.clear()
    fourth = one_way("ball", number=4)
    assert fourth is not None and fourth.meta["x"] == 4 and "search" in told
    told.clear()
    # Other wishes are other ways.
    assert len(ways("ball", n=2, approach="above")) == 2 and "search" in told


def test_counting_them_plays_none_that_was_found_before(told):
    assert count_ways("ball", n=6) == 4 and told == ["grasp", "search"]
    told.clear()
    assert [count_ways("ball", n=n) for n in (1, 3, 4, 6)] == [1, 3, 4, 4]
    assert count_ways("dial", n=3) == 1
    assert told == []


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("dial", {}),
        ("ball", {"controller": "sequence"}),
        ("ball", {"pose": "palmar"}),
        ("ball", {"on": "edge"}),
    ],
)
def test_what_is_not_lifted_by_examples_has_one_way(told, what, how):
    assert len(ways(what, n=3, **how)) == 1
    assert told == ["grasp"]


@pytest.mark.parametrize("n", [0, 13, 2.0, True])
def test_numbers_that_cannot_be_are_refused(n):
    for ask in (lambda: ways(load_object("ball"), n=n), lambda: one_way("ball", number=n)):
        with pytest.raises(InputError, match="1 to 12"):
            ask()


@pytest.mark.long
def test_a_box_is_taken_in_three_different_ways_again_and_again(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    first = ways("box", n=3, put=False, hold=2.0)
    assert len(first) == 3 and all(clip.verdict.ok for clip in first)
    again = one_way("box", number=3, put=False, hold=2.0)
    assert again is not None
    np.testing.assert_array_equal(first[2].bodies[0].pose, again.bodies[0].pose)
