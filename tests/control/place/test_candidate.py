"""What a planner says of its candidates is so: measured again by other means."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from prehensile.control.place.graspable import sections
from prehensile.control.place.placement import Placement
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.surroundings import surroundings
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.world.catalogue import load_object

HAND = Hand()


@pytest.fixture(scope="module")
def found():
    """Ways to wrap a standing cylinder, and its surface."""
    obj = load_object("cylinder:r=24mm,h=150mm,mass=0.2")
    scene = surroundings(obj, se3.from_pose7(stand_pose(obj)), np.random.default_rng(0), "post")
    entry = corpus_pose("medium_wrap")
    placement = Placement(HAND, entry, entry.object, scene)
    placement.closed_per_pose = 2
    return placement.candidates(sections(obj, scene.points)), scene


def test_forearm_and_palm_are_joined_by_the_bent_wrist(found):
    candidates, _ = found
    assert candidates
    for c in candidates:
        wrist = np.where([n.startswith("wrist") for n in HAND.joint_names], c.q_open, 0.0)
        palm = c.T_object_forearm @ palm_transform(HAND, wrist)
        np.testing.assert_allclose(palm, c.T_object_palm, atol=1e-12)


def test_the_gap_is_that_of_the_open_hand(found):
    candidates, scene = found
    for c in candidates:
        fingers = np.where([n.startswith("wrist") for n in HAND.joint_names], 0.0, c.q_open)
        opened = hand_capsules(HAND, fingers, GROUPS, forearm=False, edges=True)
        there = se3.apply(se3.inverse(c.T_object_palm), scene.points)
        assert c.gap == pytest.approx(opened.distance(there).min(), abs=1e-9)
        assert c.gap > 0
        away = there - c.approach  # the hand drawn back is everything else moved the other way
        assert opened.distance(away).min() > c.gap


def test_joints_that_press_stop_before_the_end_and_nobody_asked_for_a_need(found):
    candidates, _ = found
    for c in candidates:
        assert ((c.shut >= 0) & (c.shut <= 1)).all()
        assert c.presses.any() and c.touching >= 2
        assert (c.shut[c.presses] < 1).any() and np.isnan(c.need)
    with pytest.raises(FrozenInstanceError):
        candidates[0].score = 0.0
