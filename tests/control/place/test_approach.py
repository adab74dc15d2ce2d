"""Bent wrists, and ways in on which nothing is touched, against distances by brute force."""

import numpy as np
import pytest

from prehensile.control.place.approach import (
    APPROACH,
    APPROACHES,
    BENT,
    CLEARANCE,
    SWEPT,
    clear_way,
    clear_wrist,
    wrists,
)
from prehensile.control.place.surroundings import Surroundings
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules, segment_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3

HAND = Hand()
WRISTS = wrists(HAND)
FAR = np.array([[50.0, 0.0, 0.0]])


def scene(points, table=-np.inf):
    up = np.array([0.0, 0.0, 1.0])
    return Surroundings(points, points, np.zeros((0, 3)), up, np.zeros(3), 1.0, 0.0, table)


@pytest.fixture(scope="module")
def whole():
    """The flat hand with a straight forearm."""
    opened = hand_capsules(HAND, np.zeros(HAND.dof), GROUPS, forearm=False)
    return Capsules(*map(np.concatenate, zip(opened, WRISTS[0].forearm, strict=True)))


def test_a_straight_wrist_is_best_and_one_in_the_way_is_passed_over():
    assert clear_wrist(WRISTS, scene(FAR), np.eye(4)) is WRISTS[0]
    ends = np.concatenate(WRISTS[0].forearm[:2])
    inside = ends[[np.linalg.norm(ends, axis=1).argmax()]]  # at the elbow
    wrist = clear_wrist(WRISTS, scene(inside), np.eye(4))
    assert wrist is not None and wrist.forearm.distance(inside).min() > CLEARANCE
    before = WRISTS[: next(k for k, w in enumerate(WRISTS) if w is wrist)]
    assert all(w.forearm.distance(inside).min() <= CLEARANCE for w in before)


def test_no_wrist_goes_through_a_table():
    assert clear_wrist(WRISTS, scene(FAR, table=1.0), np.eye(4)) is None


def test_in_the_open_it_comes_along_the_palms_back(whole):
    way = clear_way(scene(FAR), "right", np.eye(4), whole, WRISTS[0])
    np.testing.assert_allclose(way, [0.0, 0.0, APPROACH])


def test_a_lid_over_the_hand_turns_the_way_aside(whole):
    grid = np.linspace(-0.05, 0.2, 40)
    lid = np.array([[x, y, 0.09] for x in grid for y in grid - 0.075])
    way = clear_way(scene(lid), "right", np.eye(4), whole, WRISTS[0])
    assert way is not None and np.linalg.norm(way) == pytest.approx(APPROACH)
    along = way / APPROACH
    swept = [whole.distance(lid - s * along).min() for s in SWEPT]
    assert min(swept) >= CLEARANCE
    tried = [np.array(a) / np.linalg.norm(a) for a in APPROACHES]
    rank = int(np.argmin([np.linalg.norm(along - t) for t in tried]))
    assert rank > 0
    straight = min(whole.distance(lid - s * tried[0]).min() for s in SWEPT)
    assert straight < CLEARANCE, "the first way runs into the lid"


def test_hemmed_in_there_is_none(whole):
    turn = np.random.default_rng(3).normal(size=(4000, 3))
    shell = [0.08, 0.0, 0.0] + 0.16 * turn / np.linalg.norm(turn, axis=1, keepdims=True)
    assert clear_way(scene(shell), "right", np.eye(4), whole, WRISTS[0]) is None


def test_the_least_bent_comes_first_and_every_bend_is_tried_within_limits():
    hand = Hand()
    found = wrists(hand)
    assert len(found) == len(BENT["wrist_flex"]) * len(BENT["wrist_dev"])
    assert (found[0].angles == 0).all()
    asked = [np.abs(w.angles).sum() for w in found]
    names = [hand.joint_names[k] for k in found[0].joints]
    assert set(names) == set(BENT)
    inside = [
        (hand.lower[w.joints] <= w.angles) & (w.angles <= hand.upper[w.joints]) for w in found
    ]
    assert np.all(inside)
    # Clipping to the limits may shorten an angle, never lengthen it.
    full = sorted(np.radians(abs(a) + abs(b)) for a in BENT[names[0]] for b in BENT[names[1]])
    assert (np.array(asked) <= np.array(full) + 1e-12).all()


def test_the_forearm_lies_where_the_bent_palm_says():
    hand = Hand()
    bent = wrists(hand)[-1]
    q = np.zeros(hand.dof)
    q[bent.joints] = bent.angles
    # A forearm that stands still, seen by a palm that turns away from it.
    np.testing.assert_allclose(palm_transform(hand, q) @ bent.T_palm_forearm, np.eye(4), atol=1e-12)
    straight = segment_capsules(hand.segments[FOREARM])
    back = bent.forearm.moved(palm_transform(hand, q))
    for moved, stood in zip(back, straight, strict=True):
        np.testing.assert_allclose(moved, stood, atol=1e-12)
    # The wrist's centre is the palm's origin however it is bent.
    np.testing.assert_allclose(se3.apply(bent.T_palm_forearm, np.zeros(3)), 0, atol=1e-12)
