"""Against the hand's own kinematics, finite differences, and the plain twin."""

import numpy as np
import pytest

from prehensile.compliance.model.compliant_hand import Place, contact_jacobian
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.linkage import _kernels, _plain
from prehensile.kinematics.linkage.hand_table import HandTable
from prehensile.lie import se3


@pytest.fixture(params=["right", "left"])
def hand(request: pytest.FixtureRequest) -> Hand:
    return Hand(HandSpec.mean(request.param))


def drawn(hand: Hand, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Angles with a moved root, and a forearm."""
    theta = np.append(rng.uniform(hand.lower, hand.upper), rng.normal(0, 0.01, 3))
    return theta, se3.exp(rng.normal(size=6))


@pytest.mark.parametrize("twin", [_plain, _kernels])
def test_poses_and_jacobians_are_those_of_the_hand(
    hand: Hand, rng: np.random.Generator, twin
) -> None:
    theta, T = drawn(hand, rng)
    names = list(hand.segments)
    link = rng.integers(0, len(names), 9)
    local = rng.normal(0, 0.02, (9, 3))
    moved = T.copy()
    moved[:3, 3] += theta[-3:]
    expected = segment_transforms(hand, theta[:-3], moved)
    point = np.array([se3.apply(expected[names[s]], p) for s, p in zip(link, local, strict=True)])
    poses, J = twin.hand_contacts(HandTable.of(hand), theta, T, link, point)
    assert np.allclose(poses, np.array(list(expected.values())), atol=1e-14)
    for i, s in enumerate(link):
        one = contact_jacobian(hand, theta[:-3], Place(names[s], local[i]), moved)
        assert np.allclose(J[i], one, atol=1e-14)


@pytest.mark.parametrize("twin", [_plain, _kernels])
def test_directions_are_turned_as_their_segments_are(
    hand: Hand, rng: np.random.Generator, twin
) -> None:
    names = list(hand.segments)
    q = rng.uniform(hand.lower, hand.upper, (12, len(hand.lower)))
    link, local = rng.integers(0, len(names), 12), rng.normal(size=(12, 3))
    found = twin.directions(HandTable.of(hand), q, link, local)
    poses = segment_transforms(hand, q)
    for i, s in enumerate(link):
        assert np.allclose(found[i], poses[names[s]][i, :3, :3] @ local[i], atol=1e-14)


def test_jacobians_are_derivatives(hand: Hand, rng: np.random.Generator) -> None:
    theta, T = drawn(hand, rng)
    table, tip = HandTable.of(hand), len(hand.segments) - 1
    none, nowhere = np.zeros(0, np.int64), np.zeros((0, 3))
    pose = _kernels.hand_contacts(table, theta, T, none, nowhere)[0][tip]
    point = pose[:3, 3] + [0.01, 0.02, -0.01]
    local = pose[:3, :3].T @ (point - pose[:3, 3])
    J = _kernels.hand_contacts(table, theta, T, np.array([tip]), point[None])[1][0]
    h = 1e-6
    for k in range(len(theta)):
        ends = []
        for sign in (-1, 1):
            there = theta.copy()
            there[k] += sign * h
            ends.append(_kernels.hand_contacts(table, there, T, none, nowhere)[0][tip])
        moved = (se3.apply(ends[1], local) - se3.apply(ends[0], local)) / (2 * h)
        turn = (ends[1][:3, :3] - ends[0][:3, :3]) @ pose[:3, :3].T / (2 * h)
        assert np.allclose(J[:3, k], moved, atol=1e-8)
        assert np.allclose(J[3:, k], [turn[2, 1], turn[0, 2], turn[1, 0]], atol=1e-8)
