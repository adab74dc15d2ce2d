"""What a planner tries, laid against the object where it stands."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.place.stand import stand_pose, stand_world
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.stage.shows import tries as module
from prehensile.stage.shows.tries import Tries
from prehensile.world.catalogue import load_object

BALL = load_object("ball")
T_STANDS = se3.from_pose7(stand_pose(BALL))
AWAY = np.array([0.1, -0.3, 0.4, 1.0, 0, 0, 0])


class Stopped(Exception):
    """Nobody wants it any more."""


def stop(*_):
    raise Stopped


@pytest.fixture(scope="module")
def world():
    return stand_world(BALL, Hand(), AWAY, None)


@pytest.fixture
def tries(monkeypatch):
    monkeypatch.setattr(module, "PERIOD", 0.0)
    return Tries(lambda *_: None, "ball", T_STANDS)


def test_the_hand_is_shown_as_it_lies_against_the_object(tries, world):
    assert tries.now is None
    tries.step(world)
    q, forearm = tries.now
    np.testing.assert_allclose(forearm, AWAY, atol=1e-9)
    np.testing.assert_array_equal(q, world.observe().q)
    lifted = SimpleNamespace(observe=lambda: _lifted(world.observe()))
    tries.step(lifted)  # object and hand have gone up together
    np.testing.assert_allclose(tries.now[1], forearm, atol=1e-9)


def _lifted(seen):
    up = np.array([0.0, 0, 0.05, 0, 0, 0, 0])
    objects = {name: pose + up for name, pose in seen.objects.items()}
    return SimpleNamespace(q=seen.q, forearm=seen.forearm + up, objects=objects)


def test_it_looks_now_and_then_only(world):
    tries = Tries(lambda *_: None, "ball", T_STANDS)
    tries.step(world)
    shown = tries.now
    blind = SimpleNamespace(observe=stop)
    tries.step(blind)  # at once again: it does not even look
    assert shown is not None and tries.now is shown


def test_words_are_the_planners_until_ways_are_counted(tries, world):
    assert tries.words == ""
    tries.tell("3 ways tried, 2 would hold")
    tries.count(1, 1)
    assert tries.words == "3 ways tried, 2 would hold"
    tries.step(world)
    tries.step(world)
    tries.count(2, 3)
    assert tries.words == "2 of 3 different ways found, 1 tried"


def test_whatever_it_hears_it_stops_when_nobody_wants_it(world):
    tries = Tries(stop, "ball", T_STANDS)
    for hear in (lambda: tries.tell("so"), lambda: tries.count(1, 2), lambda: tries.step(world)):
        with pytest.raises(Stopped):
            hear()


def test_it_knows_where_the_hand_was_laid_in_a_clip(tries, world):
    tries.step(world)
    tracks, places = (object(), object()), (object(), object())
    clips = [SimpleNamespace(hands=(track,)) for track in tracks]
    for clip, place in zip(clips, places, strict=True):
        tries.played(SimpleNamespace(clip=clip, candidate=place))
    assert [tries.candidate_of(clip) for clip in clips] == list(places)
    assert tries.now is None
    with pytest.raises(PrehensileError, match="where it laid"):
        tries.candidate_of(SimpleNamespace(hands=(object(),)))
