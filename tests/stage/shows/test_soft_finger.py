"""A pushed fingertip against its own ellipsoid."""

import numpy as np
import pytest

from prehensile.compliance.model.example_hand import example_compliance
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.stage.shows.soft_finger import HARDEST, SoftFinger

HAND = Hand()


@pytest.fixture(params=["index", "thumb"])
def finger(request):
    q = np.array(named_pose(HAND, "neutral").q)
    return SoftFinger(HAND, q, np.eye(4), request.param, example_compliance(HAND))


def test_pushes_of_a_size_end_on_the_ellipsoid(finger, rng):
    small = 0.02
    centre, *axes = finger.ellipsoid(small)
    A = np.linalg.inv(np.array(axes).T)
    np.testing.assert_array_equal(centre, finger.resting)
    for force in rng.normal(size=(5, 3)):
        finger.push(small * force / np.linalg.norm(force))
        assert np.linalg.norm(A @ finger.way()) == pytest.approx(1, abs=0.03)


def test_the_mouse_leads_it_softly_and_no_harder_than_it_may(finger):
    soft = np.linalg.eigh(finger.G)[1][:, -1]
    target = finger.resting + 0.002 * soft
    finger.push(finger.force_towards(target))
    assert np.linalg.norm(finger.way() - 0.002 * soft) < 3e-4
    far = finger.force_towards(finger.resting + np.array([5.0, -3.0, 2.0]))
    assert np.linalg.norm(far) <= HARDEST + 1e-12


def test_softer_springs_give_way_more(finger):
    push = np.array([0.0, 0.0, 0.3])
    finger.push(push)
    before = finger.way() @ push
    stiff = example_compliance(HAND)
    for name in HAND.joint_names:
        k = stiff.stiffness[stiff.joint_names.index(name)]
        stiff = stiff.with_stiffness(name, 2 * k)
    finger.soften(stiff)
    finger.push(push)
    assert finger.way() @ push == pytest.approx(before / 2, rel=0.15)


def test_the_others_move_with_the_wrist_only(finger):
    before = finger.tips()
    finger.push(np.array([0.0, 0.0, 0.5]))
    moved = np.linalg.norm(finger.tips() - before, axis=1)
    assert moved.argmax() == DIGITS.index(finger.digit)
