"""A grasp by timetable: phases in order, smooth arm, grip as asked."""

from itertools import pairwise

import numpy as np
import pytest

from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object


@pytest.fixture(scope="module")
def played():
    """A cylinder grasped with 12 N: the scene after its hold, and its frames."""
    obj, hand = load_object("cylinder"), Hand()
    for candidate in find_candidates(obj, hand, seed=0):
        scene = sequence_play(obj, hand, candidate, grip=12.0)
        frames = []
        while not scene.controller.finished:
            frames.append((scene.controller.phase, scene.step()))
        if frames[-1][1].bodies[1, 2] > frames[0][1].bodies[1, 2] + 0.12:
            return scene, frames
    pytest.fail("no candidate lifted the cylinder")


def test_phases_come_in_order_and_last(played):
    scene, _ = played
    spans = scene.controller.spans()
    assert [name for name, _, _ in spans] == ["approach", "close", "squeeze", "lift", "hold"]
    assert spans[-1][2] - spans[-1][1] == pytest.approx(3.0, abs=0.02)
    for (_, _, end), (_, start, _) in pairwise(spans):
        assert end == start


def test_grip_is_what_was_asked_for(played):
    _, frames = played
    squeezed = [f.group_force.sum() for phase, f in frames if phase == "squeeze"][-5:]
    assert np.mean(squeezed) == pytest.approx(12.0, rel=0.15)


def test_the_fingers_rest_during_the_hold(played):
    _, frames = played
    q = np.array([f.q[0] for phase, f in frames if phase == "hold"])
    assert np.ptp(q[len(q) // 2 :], axis=0).max() < np.radians(0.2)


def test_the_arm_lifts_by_15_cm(played):
    _, frames = played
    z = np.array([f.forearm[0][2] for phase, f in frames if phase in ("squeeze", "hold")])
    assert z[-1] - z[0] == pytest.approx(0.15, abs=1e-3)
