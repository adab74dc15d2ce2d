"""A plan comes back from JSON to the last bit; what is none is refused."""

import json
from dataclasses import fields

import numpy as np
import pytest

from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.job import Judged
from prehensile.control.attempt.plan import Plan, plan_from_json, plan_of, plan_to_json
from prehensile.control.place.candidate import Candidate
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.verdict import Figure, Verdict

CLIP = Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), np.zeros((1, 0)), {})


def some_way(rng, need=1.7, touched=4):
    """A candidate of any numbers."""
    q = rng.normal(size=(5, Hand().dof))
    T = rng.normal(size=(2, 4, 4))
    return Candidate("a pose, 40 mm", q[0], q[1], q[2], T[0], T[1], q[3, :3], float(q[4, 0]), 3,
                     q[4], q[4] > 0, 0.0015, need, rng.normal(size=(touched, 3)))  # fmt: skip


def assert_same(one, other):
    """Two candidates are equal to the last bit, and of the same types."""
    for field in fields(one):
        mine, its = getattr(one, field.name), getattr(other, field.name)
        assert type(mine) is type(its)
        np.testing.assert_array_equal(mine, its)
        if isinstance(mine, np.ndarray):
            assert mine.dtype == its.dtype and mine.shape == its.shape


def judged(ok=True, human=True):
    looks = {"looks human": Figure(float(human), "")}
    return Judged(Verdict(ok, "", "", "", looks), 1, True, 0)


def attempt(way, ok=True, human=True, met=True, **meta):
    """A played way, judged like this."""
    about = {"controller": "example", "example": "leap_grab", "on": "table", **meta}
    clip = Clip(*(getattr(CLIP, f.name) for f in fields(CLIP) if f.name != "meta"), about)
    return Attempt(way, clip, judged(ok, human), met)


@pytest.mark.parametrize("need", [1.7, np.nan, np.inf])
@pytest.mark.parametrize("touched", [0, 4])
def test_it_comes_back_to_the_last_bit(rng, need, touched):
    fingers = ("thumb", "index")
    about = {"rehearsed": 7, "played": 2, "grip": 5.0, "fingers": list(fingers)}
    plan = plan_of(attempt(some_way(rng, need, touched), **about))
    back = plan_from_json(json.loads(json.dumps(plan_to_json(plan))))
    assert_same(back.candidate, plan.candidate)
    assert back[1:] == plan[1:]
    said = {"rehearsed": 7, "played": 2}
    assert back[1:] == ("example", "leap_grab", "table", said, True, fingers)


def test_a_plan_of_before_there_were_fingers_is_of_all_of_them(rng):
    data = plan_to_json(plan_of(attempt(some_way(rng), fingers=["thumb", "index"])))
    del data["fingers"]
    assert plan_from_json(data).fingers == ()


def test_a_sequence_has_no_style_and_says_why(rng):
    plan = plan_of(attempt(some_way(rng), controller="sequence", example="", fallback="why"))
    assert plan.style == "" and plan.said == {"fallback": "why"}


@pytest.mark.parametrize(
    ("ok", "met", "human", "promise", "good"),
    [
        (True, True, True, True, True),
        (True, True, False, True, False),
        (True, True, False, False, True),
        (False, True, True, False, False),
        (True, False, True, False, False),
    ],
)
def test_a_play_keeps_the_promise_or_not(rng, ok, met, human, promise, good):
    way = some_way(rng)
    plan = Plan(way, "example", "leap_grab", "table", {}, human=promise)
    assert plan.promised(attempt(way, ok, human, met)) == good


@pytest.mark.parametrize(
    ("name", "value"),
    [("q_open", [0.0]), ("shut", [[0.0]]), ("T_object_palm", [1.0]), ("approach", [0, 0, np.nan])],
)
def test_numbers_that_no_placement_has_are_refused(rng, name, value):
    data = plan_to_json(plan_of(attempt(some_way(rng))))
    data["candidate"][name] = value
    with pytest.raises(InputError, match="of a plan"):
        plan_from_json(data)


def test_something_to_rest_on_is_needed(rng):
    data = plan_to_json(plan_of(attempt(some_way(rng)))) | {"on": "air"}
    with pytest.raises(InputError, match="rests on"):
        plan_from_json(data)
