"""Candidates: reproducible, clear of the object on their way in, mirrored for the other hand."""

import numpy as np
import pytest

from prehensile.control.place.candidates import grasp_candidates
from prehensile.control.place.stand import stand_pose
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.capsules import hand_capsules
from prehensile.lie import se3
from prehensile.mesh.sample import random_points
from prehensile.world.catalogue import load_object


def find(text, hand=None, seed=0, most=6):
    obj = load_object(text)
    T = se3.from_pose7(stand_pose(obj))
    return grasp_candidates(hand or Hand(), obj, T, np.random.default_rng(seed), most)


@pytest.fixture(scope="module")
def mug_candidates():
    return find("mug")


def test_the_mug_is_wrapped_by_a_large_pose(mug_candidates):
    assert mug_candidates[0].pose == "large_diameter"
    assert mug_candidates[0].touching == 5


def test_candidates_come_best_first_and_differ(mug_candidates):
    scores = [c.score for c in mug_candidates]
    assert scores == sorted(scores, reverse=True)
    assert len({c.pose for c in mug_candidates}) > 1


@pytest.mark.long
def test_same_seed_same_candidates(mug_candidates):
    for a, b in zip(mug_candidates, find("mug"), strict=True):
        assert a.pose == b.pose
        np.testing.assert_array_equal(a.T_object_palm, b.T_object_palm)


def test_the_open_hand_is_clear_of_the_object_all_the_way_in(mug_candidates):
    hand, obj = Hand(), load_object("mug")
    points, _ = random_points(obj.vertices, obj.faces, 4000, np.random.default_rng(7))
    for c in mug_candidates:
        opened = hand_capsules(hand, c.q_open, GROUPS)
        local = se3.apply(se3.inverse(c.T_object_palm), points)
        for s in (0.2, 0.4, 0.7, 1.0):
            assert opened.distance(local - s * c.approach).min() > 0.0


def test_a_slim_cylinder_gets_a_smaller_pose_than_the_mug():
    poses = {c.pose for c in find("cylinder:r=18mm,h=150mm,mass=0.2")}
    assert "medium_wrap" in poses


@pytest.mark.long
def test_left_and_right_find_equally_good_grasps_of_a_symmetric_thing():
    right = find("cylinder")
    left = find("cylinder", HandSpec.mean("left").build())
    assert abs(right[0].score - left[0].score) < 0.5


def test_nothing_fits_a_thing_far_too_large():
    assert find("ball:r=200mm,mass=2") == []
