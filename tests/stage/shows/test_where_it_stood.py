"""Where another thing goes, on what it stands, and when the hand is up."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.stage.shows.where_it_stood import (
    STAND,
    THING,
    Place,
    held_up,
    stood_there,
    where_it_stood,
)
from prehensile.synthesis.captured.box_grasp import box_grasp, box_hand
from prehensile.synthesis.clip_reference import clip_hand, clip_references
from prehensile.synthesis.setting import Reference
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball


@pytest.fixture(scope="module")
def steps():
    hand = clip_hand(box_grasp())
    return clip_references(box_grasp(), hand, box_hand().of(hand), 100.0)


def test_the_place_is_that_of_the_body_that_moves(steps):
    clip = box_grasp()
    (body,) = clip.bodies
    still = replace(body, name="table", pose=np.tile([1.0, 2, 3, 1, 0, 0, 0], (clip.n_frames, 1)))
    place = where_it_stood(replace(clip, bodies=(still, body)), clip_hand(clip), steps)
    np.testing.assert_allclose(place.middle, body.pose[0, :3], atol=1e-6)
    np.testing.assert_allclose(place.R, se3.from_pose7(body.pose[0])[:3, :3], atol=1e-6)


def test_without_a_body_it_is_between_thumb_and_fingers(steps):
    clip = box_grasp()
    guessed = where_it_stood(replace(clip, bodies=()), clip_hand(clip), steps)
    known = where_it_stood(clip, clip_hand(clip), steps)
    assert np.linalg.norm(guessed.middle - known.middle) < 0.03


@pytest.mark.parametrize("name", ["apple", "bulb", "mug"])
def test_a_thing_has_its_middle_there_and_a_post_below(name, rng):
    solid, turn = load_object(name), 0.7
    R = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    thing, post = stood_there(solid, Place(np.array([0.1, 0.2, 0.3]), R))
    assert (thing.name, post.name, post.fixed) == (THING, STAND, True)
    points = se3.apply(se3.from_pose7(np.array(thing.pose)), solid.vertices)
    own = (solid.vertices.min(axis=0) + solid.vertices.max(axis=0)) / 2
    middle = se3.apply(se3.from_pose7(np.array(thing.pose)), own)
    np.testing.assert_allclose(middle, [0.1, 0.2, 0.3], atol=1e-9)
    top = post.pose[2] + post.object.extents[2] / 2
    assert top == pytest.approx(points[:, 2].min()) == pytest.approx(post.object.extents[2])


def test_what_would_be_in_the_floor_stands_on_it():
    (alone,) = stood_there(ball(0.03, 0.1), Place(np.array([0.0, 0.0, 0.01]), np.eye(3)))
    assert alone.pose[2] == pytest.approx(0.03, abs=1e-3)


def test_the_hand_waits_in_the_middle_of_being_up(steps):
    k, rise = held_up(steps)
    z = np.array([one.T_base[2, 3] for one in steps])
    assert rise == pytest.approx(0.04, abs=1e-3) and z[k] == pytest.approx(z.max(), abs=1e-3)
    assert z[k - 10] == pytest.approx(z.max(), abs=2e-3) == z[k + 10]
    still = [Reference(np.zeros(Hand().dof + 3), np.eye(4))] * 7
    assert held_up(still) == (6, 0.0)
