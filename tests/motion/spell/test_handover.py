import numpy as np
import pytest
from tests.motion.touching import MujocoHand

from prehensile.hand.spec import HandSpec
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.spell.handover import Handshape, handover
from prehensile.motion.spell.letters import letter_pose, sign
from prehensile.motion.spell.spelling import open_hand

SHARE = np.linspace(0, 1, 41)


@pytest.fixture(scope="module")
def hand():
    return HandSpec.mean().build()


@pytest.fixture(scope="module")
def oracle(hand):
    return MujocoHand(hand)


def shape(hand, name):
    return Handshape(letter_pose(hand, name).q, sign(name).over)


@pytest.mark.parametrize("pair", ["ST", "TS", "MY", "NA", "BS", "EI", "AM", "4X"])
def test_no_digit_passes_through_another(hand, oracle, pair):
    a, b = (shape(hand, name) for name in pair)
    straight = a.q + minimum_jerk(SHARE)[0][:, None] * (b.q - a.q)
    assert max(oracle.deepest(q)[0] for q in straight) > 0.005, "nothing to avoid here"
    way = handover(hand, a, b, open_hand(hand), SHARE)
    assert max(oracle.deepest(q)[0] for q in way) < 0.005


def test_it_starts_and_ends_where_it_should_at_rest_and_inside_the_limits(hand):
    for pair in ("ST", "CO", "MM"):
        a, b = (shape(hand, name) for name in pair)
        way = handover(hand, a, b, open_hand(hand), np.linspace(0, 1, 1001))
        assert np.allclose(way[[0, -1]], [a.q, b.q])
        speed = np.diff(way, axis=0) * 1000
        assert np.abs(speed[[0, -1]]).max() < 1e-3
        assert np.abs(np.diff(speed, axis=0)).max() < 0.2, "no jumps in speed"
        assert (way >= hand.lower - 1e-9).all() and (way <= hand.upper + 1e-9).all()


def test_what_does_not_change_does_not_move(hand):
    m = shape(hand, "M")
    assert (handover(hand, m, m, open_hand(hand), SHARE) == m.q).all()


def test_whoever_is_on_top_leaves_first(hand):
    a, b = shape(hand, "T"), shape(hand, "A")
    way = handover(hand, a, b, open_hand(hand), np.array([0.05]))[0]
    moved = np.abs(way - a.q) > 1e-6
    names = {hand.joint_names[k].split("_")[0] for k in np.flatnonzero(moved)}
    assert names == {"index"}
