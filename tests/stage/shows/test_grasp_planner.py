"""Planning beside the simulation: kept, ended, and ended early."""

import time

import pytest

from prehensile.errors import PrehensileError
from prehensile.stage.shows import grasp_planner
from prehensile.stage.shows.grasp_planner import GraspPlanner
from prehensile.stage.shows.grasp_plans import MOST_WAYS, WantedGrasp
from prehensile.world.catalogue import load_object

BALL = load_object("ball")
WANTED = WantedGrasp("ball", "right", "example")


@pytest.fixture
def planner(monkeypatch):
    """Finds words, three at most; a fourth way has no end, a fifth no beginning."""

    def words(thing, hand, wanted, seed, tries):
        if wanted.way == 5:
            raise PrehensileError("no way.")
        while wanted.way == 4:
            tries.tell("looking")
            time.sleep(0.001)
        return [f"{k} with seed {seed}" for k in range(1, min(wanted.way, 3) + 1)]

    monkeypatch.setattr(grasp_planner, "find_grasps", words)
    planner = GraspPlanner(seed=7)
    yield planner
    planner.cancel()


def until(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def planned(planner, wanted):
    planner.begin(BALL, None, wanted)
    assert planner.busy
    until(lambda: planner.done)
    return planner.fetch(wanted)


def test_all_ways_up_to_the_wanted_one_are_kept(planner):
    assert planner.known(WANTED) is None
    assert planned(planner, WANTED.of_way(3)) == (WANTED.of_way(3), "")
    assert not planner.busy
    first = planner.known(WANTED)
    assert first == "1 with seed 7" and planner.known(WANTED.of_way(2)) == "2 with seed 7"
    planned(planner, WANTED.of_way(2))
    assert planner.known(WANTED) is first  # not another that is equal


def test_fewer_than_wanted_are_said_and_remembered(planner):
    other = WantedGrasp("mug", "right", "example", way=6)
    found, said = planned(planner, other)
    assert found == other.of_way(3) and said == "No more than 3 different ways were found."
    assert planner.most_ways(other) == 3 and planner.most_ways(WANTED) == MOST_WAYS


def test_what_goes_wrong_is_said(planner):
    assert planned(planner, WANTED.of_way(5)) == (None, "no way.")


def test_another_wish_ends_the_planning_of_the_last(planner):
    planner.begin(BALL, None, WANTED.of_way(4))
    until(lambda: planner.words)
    assert planner.words == "looking" and not planner.done
    assert planned(planner, WANTED) == (WANTED, "")  # one plan at a time: the other has stopped
    assert planner.words == "" and planner.tried is None
