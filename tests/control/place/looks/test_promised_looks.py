"""What will look wrong is known before it is tried, and tried later."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.example.style import load_style
from prehensile.control.place.candidate import FURTHEST
from prehensile.control.place.looks.promised_looks import (
    FAULTY,
    FINE,
    HOPELESS,
    NEAR_LIMIT,
    FromThePerson,
    flexion_left,
    pressing_digits,
)
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.lie import se3, so3
from prehensile.world.catalogue import load_object

HAND = Hand()
STYLE = load_style("quadpod").on(HAND)
DIGIT = joint_digits(HAND.joint_names)
SEEN = FromThePerson(HAND, STYLE.fingers, np.eye(4))


@pytest.fixture(scope="module")
def found():
    obj = load_object("cylinder")
    T = se3.from_pose7(stand_pose(obj))
    assert np.allclose(T[:3, :3], np.eye(3)), "the object's frame is the world's"
    return style_candidates(STYLE, HAND, obj, T, np.random.default_rng(0), 12)


def idle(candidate, digit):
    presses = candidate.presses.copy()
    presses[DIGITS.index(digit) == DIGIT] = False
    return replace(candidate, presses=presses)


def test_the_best_promises_no_fault_and_each_that_is_made_counts(found):
    best = found[0]
    assert SEEN.faults(best) == 0 and SEEN.tier(best) == FINE
    assert set(STYLE.fingers) <= set(pressing_digits(best, HAND))
    lazy = idle(best, "index")
    assert "index" not in pressing_digits(lazy, HAND)
    assert SEEN.faults(lazy) == 1 and SEEN.tier(lazy) == FAULTY
    assert SEEN.faults(idle(best, "little")) == 0, "the style did not choose it"
    far = best.T_object_forearm.copy()
    far[:3, :3] = so3.exp([0.0, 0.0, np.pi]) @ far[:3, :3]
    assert SEEN.faults(replace(lazy, T_object_forearm=far)) == 2
    assert SEEN.tier(replace(best, need=np.inf)) == HOPELESS


def test_a_finger_that_comes_too_late_has_no_way_left_to_press(found):
    best = found[0]
    late = np.where(DIGITS.index("middle") == DIGIT, 0.95, best.shut)
    assert "middle" not in pressing_digits(replace(best, shut=late), HAND)
    assert "middle" in pressing_digits(best, HAND)


def test_flexion_left_is_that_of_the_joint_nearest_its_limit_where_it_meets_the_surface(found):
    best, k = found[0], HAND.joint_index("index_pip_flex")
    assert flexion_left(best, HAND) >= NEAR_LIMIT
    q = best.q_closed.copy()
    travel = FURTHEST * best.shut[k]
    q[k] = best.q_open[k] + (HAND.upper[k] - np.radians(1.0) - best.q_open[k]) / travel
    bent = replace(best, q_closed=q)
    assert flexion_left(bent, HAND) == pytest.approx(1.0) and SEEN.faults(bent) == 1
    idle_hand = replace(best, presses=np.zeros(HAND.dof, dtype=bool))
    assert flexion_left(idle_hand, HAND) == np.inf


def test_what_cannot_be_held_is_tried_last_and_what_looks_wrong_behind_what_does_not(found):
    best = found[0]
    order = [
        replace(best, score=0.0),
        replace(idle(best, "index"), score=9.0),
        replace(idle(best, "index"), score=8.0),
        replace(best, score=9.0, need=np.inf),
    ]
    mixed = [order[k] for k in (3, 1, 0, 2)]
    assert [id(c) for c in SEEN.ranked(mixed, 9)] == [id(c) for c in order]


def test_room_is_left_for_what_looks_wrong_where_there_is_such(found):
    fine = [c for c in found if SEEN.tier(c) == FINE]
    assert len(fine) >= 6
    wrong = [idle(c, "index") for c in fine[:4]]
    both = SEEN.ranked([*fine, *wrong], 6)
    assert [SEEN.tier(c) for c in both] == [FINE] * 4 + [FAULTY] * 4
    assert len(SEEN.ranked(fine, 6)) == 6, "nothing else is there"


def test_candidates_come_in_that_order(found):
    tiers = [SEEN.tier(c) for c in found]
    assert len(found) > 3 and tiers == sorted(tiers)
