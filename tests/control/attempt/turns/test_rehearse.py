"""A quick try tells placements that hold from those that do not."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.attempt.by_example import example_play
from prehensile.control.attempt.turns import rehearse as rehearse_module
from prehensile.control.attempt.turns.rehearse import Watched, rehearse
from prehensile.control.example.style import load_style
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.control.worked_out import work_remembered
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import load_object
from prehensile.world.contacts import NO_CONTACTS

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)


@pytest.fixture(scope="module")
def way():
    obj = load_object("ball")
    T = se3.from_pose7(stand_pose(obj))
    return obj, style_candidates(STYLE, HAND, obj, T, np.random.default_rng(0), 1)[0]


@pytest.mark.long
def test_a_good_placement_is_steady(way):
    obj, candidate = way
    went = rehearse(obj, HAND, STYLE, candidate, 6.0)
    assert went is not None and went.steady
    assert went.merit > candidate.score  # digits at it, little slip
    assert went.off < 1, "what is steady is within all bounds"
    assert np.linalg.norm(went.pushed[:3]) < 0.015


def test_a_hand_beside_the_object_is_not(way):
    obj, candidate = way
    back = np.eye(4)
    back[:3, 3] = 0.04 * candidate.T_object_palm[:3, 2]
    far = replace(
        candidate,
        T_object_palm=back @ candidate.T_object_palm,
        T_object_forearm=back @ candidate.T_object_forearm,
        gap=candidate.gap + 0.04,
    )
    went = rehearse(obj, HAND, STYLE, far, 6.0)
    assert went is not None and not went.steady
    assert not went.lifted


def test_within_work_remembered_what_was_tried_is_known(way, monkeypatch):
    obj, candidate = way
    tried = []
    monkeypatch.setattr(rehearse_module, "_rehearsed", lambda *how: tried.append(how))
    equal = replace(candidate, shut=candidate.shut.copy())
    for times in (1, 2):
        with work_remembered():
            for one in (candidate, equal):
                assert rehearse(obj, HAND, STYLE, one, 6.0) is None
            rehearse(obj, HAND, STYLE, candidate, 7.0)
            rehearse(obj, HAND, STYLE, candidate, 6.0, come=True)
        assert len(tried) == 3 * times, "another grip and the way in are something else"


def test_it_begins_where_the_hand_grasps(way):
    obj, candidate = way
    scene = example_play(obj, HAND, STYLE, candidate, (), 6.0, hold=0.1, there=True)
    forearm = se3.from_pose7(stand_pose(obj)) @ candidate.T_object_forearm
    np.testing.assert_allclose(scene.world.observe().forearm[:3], forearm[:3, 3], atol=1e-9)
    assert [name for name, _, _ in scene.controller.spans()] == ["close", "squeeze", "hold"]


def test_how_deep_a_thing_lies_in_its_table_is_not_how_deep_the_hand_sinks_in(way):
    obj, candidate = way
    play = example_play(obj, HAND, STYLE, candidate, (), 6.0, hold=0.1, there=True)
    lay = play.world.observe().objects[obj.name]
    play.world.place(obj.name, [*(lay[:3] - [0.0, 0.0, 0.004]), *lay[3:]])
    assert play.step().contacts.depth.max() > 0.002, "hulls may lie deeper than what is seen"
    watched = rehearse_module._watched(play, obj)
    assert watched is not None and watched.sunk < 0.002


def test_what_falls_and_touches_no_hand_was_not_lifted(way, monkeypatch):
    """A ring falls past the post it should stand on."""
    falls = Watched([np.eye(4)] * 3, np.eye(4), 0.0, 0.0, NO_CONTACTS)
    monkeypatch.setattr(rehearse_module, "_watched", lambda *_: falls)
    obj, candidate = way
    went = rehearse(obj, HAND, STYLE, candidate, 6.0)
    assert went is not None and not went.lifted and not went.steady


def test_what_closing_shoved_and_what_sags_back_undo_each_other(way, monkeypatch):
    """Its bounds are those of the clip's rubric: where it is in the end, not how far it went."""
    obj, candidate = way
    shoved = se3.exp(np.array([0.02, 0.0, 0.0, 0.0, 0.0, 0.4]))
    touching = example_play(obj, HAND, STYLE, candidate, (), 6.0, hold=0.1, there=True)
    while not touching.finished:
        contacts = touching.step().contacts
    ends = {"back": [se3.inverse(shoved)], "on": [shoved], "still": [np.eye(4)]}
    wrong = {}
    for where, last in ends.items():
        seen = Watched([np.eye(4), *last], shoved, 0.0, 0.0, contacts)
        monkeypatch.setattr(
            rehearse_module, "_watched", lambda play, _, seen=seen: _to_end(play, seen)
        )
        went = rehearse(obj, HAND, STYLE, candidate, 6.0)
        assert went is not None
        wrong[where] = "undisturbed" in went.faults
    assert wrong == {"back": False, "on": True, "still": True}


def _to_end(play, seen):
    """The hand closed on it, whatever is said to have been seen."""
    while not play.finished:
        play.step()
    return seen


@pytest.mark.parametrize(("shake", "metres"), [(False, 0.01), (True, 0.03)])
def test_only_what_will_be_shaken_is_shaken(way, monkeypatch, shake, metres):
    told = []

    def play(obj, hand, style, candidate, carries, *rest, **how):
        told.extend(carries)
        return example_play(obj, hand, style, candidate, carries, *rest, **how)

    monkeypatch.setattr(rehearse_module, "example_play", play)
    monkeypatch.setattr(rehearse_module, "_watched", lambda *_: None)
    obj, candidate = way
    assert rehearse(obj, HAND, STYLE, candidate, 6.0, shake=shake) is None
    assert told[1].amplitude == metres
