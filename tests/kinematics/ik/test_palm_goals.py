import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.ik.palm_goals import PalmGoals, check_frames
from prehensile.lie import se3


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    """Compiled kernels have a test of their own: they say the same."""
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")


@pytest.fixture(params=["right", "left"])
def hand(request):
    return HandSpec.sample(3, request.param).build()


def test_goals_fixed_to_the_palm_stay_where_they_are(hand, rng):
    q = rng.uniform(hand.lower, hand.upper, (40, hand.dof))
    root = se3.exp(rng.normal(size=(40, 6)))
    fixed = rng.uniform(-0.2, 0.2, (3, 3))
    world = se3.apply(palm_transform(hand, q, root)[:, None], fixed)
    _, found = PalmGoals(hand).of(q, world, root)
    np.testing.assert_allclose(found, np.broadcast_to(fixed, (40, 3, 3)), atol=1e-14)


def test_without_a_forearm_it_stands_at_the_origin(hand, rng):
    q, goals = rng.uniform(hand.lower, hand.upper, (6, hand.dof)), rng.normal(size=(6, 2, 3))
    goals_of = PalmGoals(hand)
    np.testing.assert_array_equal(goals_of.of(q, goals)[1], goals_of.of(q, goals, np.eye(4))[1])
    straight = goals_of.of(np.zeros(hand.dof), goals[0])[1]
    np.testing.assert_allclose(straight, goals[0], atol=1e-15)


def test_batches_broadcast_like_arrays(hand, rng):
    q = rng.uniform(hand.lower, hand.upper, (4, 1, hand.dof))
    goals, root = rng.normal(size=(5, 2, 3)), se3.exp(rng.normal(size=6))
    goals_of = PalmGoals(hand)
    found_q, found = goals_of.of(q, goals, root)
    assert found_q.shape == (4, 5, hand.dof) and found.shape == (4, 5, 2, 3)
    for i in range(4):
        for j in range(5):
            np.testing.assert_array_equal(goals_of.of(q[i, 0], goals[j], root)[1], found[i, j])


def test_the_joint_vector_is_a_copy(hand):
    q = np.zeros((2, hand.dof))
    copied, _ = PalmGoals(hand).of(q, np.zeros((2, 1, 3)))
    copied[:] = 1.0
    assert (q == 0).all()


@pytest.mark.parametrize(
    ("frames", "words"),
    [
        (np.eye(3), r"shape \(3, 3\); expected"),
        (np.full((4, 4), np.nan), "not finite"),
        ("here", "something else than numbers"),
    ],
)
def test_frames_that_are_none_are_refused(frames, words):
    with pytest.raises(InputError, match=words):
        check_frames(frames)


def test_batches_that_do_not_fit_are_refused(hand):
    with pytest.raises(InputError, match="do not fit each other"):
        PalmGoals(hand).of(np.zeros((2, hand.dof)), np.zeros((3, 1, 3)))
