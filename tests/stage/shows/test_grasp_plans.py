"""What the Stage's planner finds is what the command finds."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.grasp import grasp
from prehensile.control.ways import ways
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.stage.shows import grasp_plans
from prehensile.stage.shows.grasp_plans import WantedGrasp, find_grasps
from prehensile.stage.shows.tries import Tries
from prehensile.world.catalogue import load_object

BALL, HAND = load_object("ball"), Hand()
TOP = (0.0, 0.0, float(BALL.vertices[:, 2].max()))
WANTED = WantedGrasp("ball", "right", "example")


def found(wanted):
    return find_grasps(BALL, HAND, wanted, 0, Tries(lambda *_: None, "ball", np.eye(4)))


def test_the_same_grasp_is_wanted_in_another_way():
    second = WANTED.of_way(2)
    assert second != WANTED and second.of_way(1) == WANTED and {WANTED: 1}[second.of_way(1)] == 1


def test_where_and_way_are_asked_of_the_library(monkeypatch):
    asked = {}

    def none(obj, hand, n, progress, **how):
        asked.update(how | {"n": n})
        return []

    monkeypatch.setattr(grasp_plans, "ways", none)
    wanted = WantedGrasp("ball", "right", "example", "sphere", TOP, 3)
    assert found(wanted) == []
    assert asked["n"] == 3 and asked["where"] == TOP and asked["example"].name == "sphere"
    assert set(asked) == {"n", "seed", "example", "where", "tell"}  # the rest as by default


def test_what_no_live_hand_can_be_told_is_asked_from_the_table(monkeypatch):
    asked = []

    def slid(obj, hand, n, progress, on=None, **how):
        asked.append(on)
        controller = "slide" if on is None else "example"
        meta = {"controller": controller, "example": "tripod", "on": on, "grip": 3, "verdict": ""}
        return [SimpleNamespace(meta=meta, hands=(track,))]

    track, place = object(), object()
    tries = Tries(lambda *_: None, "ball", np.eye(4))
    tries.played(SimpleNamespace(clip=SimpleNamespace(hands=(track,)), candidate=place))
    monkeypatch.setattr(grasp_plans, "ways", slid)
    (one,) = find_grasps(BALL, HAND, WANTED, 0, tries)
    assert asked == [None, "table"]
    assert one.candidate is place and one.controller == "example" and one.style == "tripod"


@pytest.mark.parametrize(
    ("fingers", "told"), [(DIGITS, ()), (DIGITS[:4], DIGITS[:4]), (DIGITS[:2], DIGITS[:2])]
)
def test_digits_that_find_no_room_are_told_of(monkeypatch, fingers, told):
    track, place = object(), object()
    meta = {"controller": "example", "example": "wrap", "on": "table", "grip": 3, "verdict": "",
            "fingers": list(fingers)}  # fmt: skip
    clip = SimpleNamespace(meta=meta, hands=(track,))
    tries = Tries(lambda *_: None, "ball", np.eye(4))
    tries.played(SimpleNamespace(clip=SimpleNamespace(hands=(track,)), candidate=place))
    monkeypatch.setattr(grasp_plans, "ways", lambda *_, **__: [clip])
    (one,) = find_grasps(BALL, HAND, WANTED, 0, tries)
    assert one.fingers == told


def test_the_sequence_is_told_where_too(monkeypatch):
    seen = {}

    def first(obj, hand, candidates, grip, seed, *, sought, **rest):
        seen.update(rest, point=sought.point)
        raise KeyError("enough")

    monkeypatch.setattr(grasp_plans, "best_attempt", first)
    monkeypatch.setattr(grasp_plans, "find_candidates", lambda *asked, wishes: [wishes.where])
    with pytest.raises(KeyError):
        found(WantedGrasp("ball", "right", "sequence", where=TOP))
    assert np.linalg.norm(seen["point"] - TOP) < 0.003 and seen["enough"] == 1


@pytest.mark.long
def test_ways_are_those_of_the_command():
    """The same numbers mean the same grasps, and each comes with where the hand is laid."""
    grasps, clips = found(WANTED.of_way(2)), ways("ball", n=2)
    assert len(grasps) == len(clips) == 2
    for one, clip in zip(grasps, clips, strict=True):
        assert (one.candidate.pose, one.style) == (clip.meta["pose"], clip.meta["example"])
        assert one.grip == clip.meta["grip"] and one.on == clip.meta["on"] and one.met
    assert not np.allclose(grasps[0].candidate.T_object_palm, grasps[1].candidate.T_object_palm)


@pytest.mark.long
def test_what_was_wanted_is_judged_as_the_command_judges_it():
    (one,) = found(WantedGrasp("ball", "right", "example", where=TOP))
    clip = grasp("ball", where=TOP)
    assert one.met == clip.meta["wishes"]["where"]
    assert one.said.startswith("where: ") and one.said in clip.meta["verdict"]
