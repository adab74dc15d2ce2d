"""Ways in on which nothing is touched, against distances measured by brute force."""

import numpy as np
import pytest

from prehensile.control.place.approach import (
    APPROACH,
    APPROACHES,
    CLEARANCE,
    SWEPT,
    clear_way,
    clear_wrist,
)
from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.wrist import wrists
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules

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
    assert clear_wrist(WRISTS, scene(FAR), np.eye(4), FAR) is WRISTS[0]
    ends = np.concatenate(WRISTS[0].forearm[:2])
    inside = ends[[np.linalg.norm(ends, axis=1).argmax()]]  # at the elbow
    wrist = clear_wrist(WRISTS, scene(inside), np.eye(4), inside)
    assert wrist is not None and wrist.forearm.distance(inside).min() > CLEARANCE
    before = WRISTS[: next(k for k, w in enumerate(WRISTS) if w is wrist)]
    assert all(w.forearm.distance(inside).min() <= CLEARANCE for w in before)


def test_no_wrist_goes_through_a_table():
    assert clear_wrist(WRISTS, scene(FAR, table=1.0), np.eye(4), FAR) is None


def test_in_the_open_it_comes_along_the_palms_back(whole):
    way = clear_way(scene(FAR), "right", np.eye(4), whole, WRISTS[0], FAR)
    np.testing.assert_allclose(way, [0.0, 0.0, APPROACH])


def test_a_lid_over_the_hand_turns_the_way_aside(whole):
    grid = np.linspace(-0.05, 0.2, 40)
    lid = np.array([[x, y, 0.09] for x in grid for y in grid - 0.075])
    way = clear_way(scene(lid), "right", np.eye(4), whole, WRISTS[0], lid)
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
    assert clear_way(scene(shell), "right", np.eye(4), whole, WRISTS[0], shell) is None
