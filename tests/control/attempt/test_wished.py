"""Wishes judged on a clip of two contacts, made by hand."""

import json
from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.attempt.wished import and_wishes, met_wishes, served
from prehensile.control.place.sought import Met, Sought
from prehensile.control.place.wishes import wished
from prehensile.hand.hand import Hand
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.motion.verdict import Verdict
from prehensile.world.catalogue import load_object

MUG = load_object("mug")
SHIFT = np.array([0.2, -0.1, 0.3])
AT = np.array([[-0.041, 0.0, 0.05], [0.0, 0.041, 0.05]])
"""(2, 3) [m] on the mug's wall, in its frame"""
WAY = np.array([0.0, -0.6, 0.8])
"""(3,) unit: from where the hand comes"""
NONE = ContactFrame(
    *(np.zeros(0, int),) * 2, *(np.zeros((0, 3)),) * 3, *(np.zeros(0),) * 2
)  # nothing presses


@pytest.fixture
def clip():
    """Ten frames: five come along `WAY`, then the hand is still and presses at `AT`."""
    hand, frames = Hand(), 10
    names = ("right/thumb-phalanx-distal", "mug")
    y = np.tile([0.0, 1.0, 0.0], (2, 1))
    pressing = ContactFrame(
        np.zeros(2, int), np.ones(2, int), AT + SHIFT, y, 3 * y, np.zeros(2), np.zeros(2)
    )
    forearm = np.tile([0.0, 0, 0, 1, 0, 0, 0], (frames, 1))
    forearm[:5, :3] = np.linspace(0.2, 0, 5)[:, None] * WAY
    body = np.tile([*SHIFT, 1, 0, 0, 0], (frames, 1))
    return Clip(
        time=np.arange(frames) / 10,
        hands=(HandTrack("right", hand.spec.to_json(), hand.joint_names,
                         np.zeros((frames, 23)), forearm),),
        bodies=(BodyTrack("mug", MUG.vertices.astype(np.float32), MUG.faces, body),),
        contacts=ContactTrack.from_frames(names, [NONE] * 5 + [pressing] * 5),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
        meta={"phases": [["approach", 0.0, 0.4], ["close", 0.4, 0.6], ["hold", 0.6, 1.0]]},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "met"),
    [
        ({"where": tuple(AT[0])}, {"where": True}),
        ({"where": (0.04, 0.0, 0.09)}, {"where": False}),
        ({"where": "handle"}, {"where": False}),
        ({"where": "body", "avoid": "handle"}, {"where": True, "avoid": True}),
        ({"avoid": (*AT[1], 0.01)}, {"avoid": False}),
        ({"approach": "above"}, {"approach": False}),
        ({"approach": (0, -1, 1)}, {"approach": True}),
        ({"pose": "tripod"}, {}),
    ],
)
def test_each_wish_is_met_or_not(clip, words, met):
    found = met_wishes(clip, "mug", Sought(MUG, wished(**words)))
    assert {name: one.ok for name, one in found.items()} == met


def pressed_at(clip, points):
    """The clip, its two contacts at points (2, 3) [m] of the mug's frame."""
    y = np.tile([0.0, 1.0, 0.0], (2, 1))
    at = np.asarray(points) + SHIFT
    frame = ContactFrame(np.zeros(2, int), np.ones(2, int), at, y, 3 * y, np.zeros(2), np.zeros(2))
    contacts = ContactTrack.from_frames(clip.contacts.names, [NONE] * 5 + [frame] * 5)
    return replace(clip, contacts=contacts)


@pytest.mark.parametrize(("purpose", "by_wall"), [("use", False), ("hand-over", True)])
def test_a_purpose_is_served_by_the_handle_or_by_leaving_it_free(clip, purpose, by_wall):
    handle = MUG.vertices[np.unique(MUG.faces[MUG.region("handle")])]
    grip = handle[np.argsort(handle[:, 0])[-2:]]  # where it is farthest from the wall
    wishes = wished(purpose=purpose)
    assert served(pressed_at(clip, AT), MUG, wishes)["for"].ok is by_wall
    assert served(pressed_at(clip, grip), MUG, wishes)["for"].ok is not by_wall


def test_what_has_no_handle_serves_no_purpose_by_it(clip):
    apple = load_object("apple")
    (found,) = served(clip, apple, wished(purpose="use")).values()
    verdict = and_wishes(Verdict(True, "held: yes"), {"for": found})
    assert verdict.line == "held: yes; for: not met (no handle was found on it)"
    assert "for" not in verdict.figures


@pytest.mark.parametrize("words", [{}, {"purpose": "carry"}, {"where": "body", "purpose": "use"}])
def test_where_no_handle_was_asked_for_nothing_is_said_of_one(clip, words):
    assert served(clip, MUG, wished(**words)) == {}


def test_the_verdict_says_so():
    verdict = Verdict(True, "held: yes")
    met = {"where": Met(False, 41.0, "nearest contact 41 mm away"), "approach": Met(True, 3.0, "")}
    found = and_wishes(verdict, met)
    assert found.line == ("held: yes; where: not met (nearest contact 41 mm away); approach: met")
    assert found.ok and found.figures["where"].unit == "mm" and found.figures["approach"].value == 3


def test_what_presses_nowhere_has_words_and_no_figure(clip):
    free = replace(clip, contacts=ContactTrack.from_frames(clip.contacts.names, [NONE] * 10))
    met = met_wishes(free, "mug", Sought(MUG, wished(where=tuple(AT[0]))))
    verdict = and_wishes(Verdict(False, "held: no"), met)
    assert "nothing presses" in verdict.line and "where" not in verdict.figures
    json.dumps(verdict.to_meta(), allow_nan=False)
