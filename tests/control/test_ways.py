"""Several ways of taking a thing."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control import ways as module
from prehensile.control.ways import ways
from prehensile.errors import InputError
from prehensile.quality.judge.way_taken import Way
from prehensile.world.catalogue import load_object


@pytest.fixture
def simple(monkeypatch, store):
    """Choices that only say how they would differ; what was played, by number."""
    clip = store.clip("nothing", _empty)
    places = [0.0, 0.01, 0.04, 0.08, 0.12]
    played = []

    def way_of(found, body):
        return Way(np.array([found.meta["x"], 0, 0]), np.array([0.0, 0, 1]), frozenset())

    def play(choice, *_):
        played.append(choice)
        held = choice != 0.08
        return replace(clip, meta={"x": choice}) if held else None

    monkeypatch.setattr(module, "grasp", lambda *_, **__: replace(clip, meta={"x": 0.0}))
    monkeypatch.setattr(module, "_choices", lambda *_: places)
    monkeypatch.setattr(module, "_expected", lambda *_: True)
    monkeypatch.setattr(module, "_played", play)
    monkeypatch.setattr(module, "way_taken", way_of)
    return played


def _empty():
    from prehensile.motion.clip import Clip
    from prehensile.motion.contacts import ContactFrame, ContactTrack

    whole, three, one = np.zeros(0, int), np.zeros((0, 3)), np.zeros(0)
    none = ContactFrame(whole, whole, three, three, three, one, one)
    return Clip(
        np.zeros(1),
        (),
        (),
        ContactTrack.from_frames((), [none]),
        np.zeros((1, 0, 5)),
        np.zeros((1, 0)),
    )


def test_they_differ_are_held_and_are_numbered(simple):
    found = ways("ball", n=6)
    assert [clip.meta["x"] for clip in found] == [0.0, 0.04, 0.12]
    assert [clip.meta["way"] for clip in found] == [1, 2, 3]


def test_the_first_of_more_are_the_same_and_no_more_is_played_than_needed(simple):
    assert [clip.meta["x"] for clip in ways("ball", n=2)] == [0.0, 0.04]
    assert simple == [0.0, 0.01, 0.04]


@pytest.mark.parametrize("n", [0, 13, 2.0, True])
def test_numbers_that_cannot_be_are_refused(n):
    with pytest.raises(InputError, match="1 to 12"):
        ways(load_object("ball"), n=n)


@pytest.mark.long
def test_a_box_is_taken_in_three_different_ways_again_and_again():
    first = ways("box", n=3, put=False, hold=2.0)
    assert len(first) == 3 and all(clip.verdict.ok for clip in first)
    again = ways("box", n=2, put=False, hold=2.0)
    for one, other in zip(first, again, strict=False):
        np.testing.assert_array_equal(one.bodies[0].pose, other.bodies[0].pose)
